import type { Draft } from '#shared/bridge/procedures.ts'
import type { BatchRowView } from '#shared/bridge/transfer-batches.ts'
import type { Checklists } from '#shared/domain/procedures/checklists.ts'
import { requirementsOf } from '#shared/domain/procedures/requirements.ts'
import {
  BATCH_COLUMNS,
  cellField,
  batchSides,
  type BatchColumn,
  type BatchValues,
} from '#shared/domain/transfer-batch.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import { readTexts } from '../../store/stored-json.rules.ts'

/** Stored row of `transfer_batch_row`. */
export interface StoredBatchRow {
  batch_id: string
  ord: number
  vrm: string
  draft_id: string
  fields: string
  made: number
  number: number | null
}

/** Cells of a row without a draft. */
export function getRowFields({ ord, fields }: StoredBatchRow): Record<string, string> {
  const typed: Readonly<Record<string, string>> = readTexts(fields) ?? {}
  return Object.fromEntries(
    BATCH_COLUMNS.flatMap((column) => {
      const value = typed[column] ?? ''
      return value === '' ? [] : [[cellField(ord, column), value]]
    }),
  )
}

/**
 * Cells of a row that has a draft. They come from the draft, because the user may have changed it on its own page.
 */
export function getDraftFields(ord: number, { fields }: Draft, values: BatchValues): Record<string, string> {
  const { other } = batchSides(values)
  const cells: Record<BatchColumn, string> = {
    otherTaxId: fields[`${other}TaxId`],
    otherName: fields[`${other}Name`],
    taxableBase: fields.taxableBase,
    invoiceNumber: fields.invoiceNumber,
    contractDate: fields.contractDate,
    notes: fields.notes,
  }
  return Object.fromEntries(BATCH_COLUMNS.map((column) => [cellField(ord, column), cells[column]]))
}

/** Documents that a draft of the batch lacks. The batch does not send a draft without them. */
export const listMissingDocuments = (draft: Draft, lists: Checklists) =>
  requirementsOf('transfer', draft, draft.documents, lists).flatMap(({ name, met }) => (met ? [] : [name]))

/** Row in the form that the windows show. */
export function toRowView(
  { ord, vrm, draft_id, made, number }: StoredBatchRow,
  inside: { draft: Draft } | null,
  lists: Checklists,
): BatchRowView {
  const row = { ord, vrm, draftId: draft_id, number }
  if (made === 0) return { ...row, state: 'open' }
  if (!inside) return { ...row, state: 'gone' }
  const { version, state, sendAt, step, doubt, problem, procedureId, error, documents } = inside.draft
  return {
    ...row,
    state: state === 'discarded' ? 'gone' : state,
    draft: {
      version,
      doubt,
      documents: {
        uploaded: documents.filter((document) => document.state === 'uploaded').length,
        of: documents.length,
      },
      missing: listMissingDocuments(inside.draft, lists),
      ...withoutUndefined({ sendAt, step, problem, procedureId, error }),
    },
  }
}
