import type { Draft, DraftRow } from '#shared/bridge/procedures.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'

/** Converts a draft to a list row, which the lists' dialogs take. */
export function draftRow({ fields, documents, ...draft }: Draft): DraftRow {
  const { vrm, vin } = fields
  const plate = classifyPlate(vrm)?.vrm ?? vrm.trim()
  return {
    ...draft,
    client: fields.client,
    ...(plate !== '' && { vrm: plate }),
    ...(vin.trim() !== '' && { vin: vin.trim() }),
    documents: {
      uploaded: documents.filter(({ state }) => state === 'uploaded').length,
      of: documents.length,
    },
  }
}
