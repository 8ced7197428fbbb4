import type { Draft } from '#shared/bridge/procedures.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Acceptable, FieldName } from '#shared/domain/procedures/fields.ts'
import type { Bridge } from '../../bridge.ts'
import type { Client } from '../../replica/client.ts'
import { createAutosave, type Autosave } from '../../app/forms/autosave.ts'
import type { FormSource } from '../../app/forms/form-state.ts'

/** Fields that the form saves and can undo. `expected` has the expected documents, as `expectedText` writes them. */
export type DraftFormField = FieldName | 'expected'
export type DraftForm = Autosave<DraftFormField, Acceptable>
export type DraftSource = FormSource<DraftFormField, Acceptable>

/** The expected documents as the text of a field; empty for the usual documents. */
export const expectedText = (expected: readonly string[] | null | undefined): string =>
  (expected ?? []).join(' ')

export const expectedIn = (text: string): string[] => text.split(' ').filter(Boolean)

/** Form source of a draft. */
export const sourceOf = ({ version, fields, accepted, expected }: Draft): DraftSource => ({
  version,
  fields: { ...fields, expected: expectedText(expected) },
  accepted,
})

const asSource = (answer: Result<Draft>): Result<DraftSource> =>
  answer.ok ? { ok: true, value: sourceOf(answer.value) } : answer

/** Acceptance that is withdrawn when a field changes. */
const ACCEPTED_OF: Readonly<Partial<Record<DraftFormField, Acceptable>>> = {
  vin: 'short-vin',
  sellerTaxId: 'seller-control',
  buyerTaxId: 'buyer-control',
}

/** Form of one draft, saved in the core as it is typed. */
export const createDraftForm = (bridge: Bridge, draft: Draft, now: () => number): DraftForm =>
  createAutosave<DraftFormField, Acceptable>({
    known: sourceOf(draft),
    now,
    save: async (version, { fields: { expected, ...fields }, accepted }) => {
      const documents = expected === undefined ? undefined : expectedIn(expected)
      return asSource(
        await bridge.call('procedures.draft-save', {
          id: draft.id,
          version,
          fields,
          ...(accepted && { accepted }),
          ...(documents && { expected: documents.length > 0 ? documents : null }),
        }),
      )
    },
    read: async () => asSource(await bridge.call('procedures.draft-get', { id: draft.id })),
    acceptedOf: (field) => {
      const what = ACCEPTED_OF[field]
      return what === undefined ? [] : [what]
    },
  })

/** Returns the form of a draft: the same instance while it has unsaved changes. */
export const draftForm = ({ forms, bridge, now }: Client, draft: Draft): DraftForm =>
  forms.of(draftFormKey(draft.id), () => createDraftForm(bridge, draft, now))

/** Call this when the page of the draft unmounts. */
export const leaveDraftForm = ({ forms }: Client, id: string, form: DraftForm): Promise<void> =>
  forms.leave(draftFormKey(id), form)

const draftFormKey = (id: string) => `draft ${id}`
