import type { Draft } from '#shared/bridge/procedures.ts'
import type { Acceptable, FieldName } from '#shared/domain/procedures/fields.ts'
import type { Bridge } from '../../bridge.ts'
import type { Client } from '../../replica/client.ts'
import { createAutosave, type Autosave } from '../autosave/autosave.ts'

export type DraftForm = Autosave<FieldName, Acceptable>

/** Acceptances that lapse when a field changes. */
const ACCEPTED_OF: Readonly<Partial<Record<FieldName, Acceptable>>> = {
  vin: 'short-vin',
  sellerTaxId: 'seller-control',
  buyerTaxId: 'buyer-control',
}

/** Form of one draft, saved in the core as it is typed. */
export const createDraftForm = (bridge: Bridge, draft: Draft, now: () => number): DraftForm =>
  createAutosave<FieldName, Acceptable>({
    known: draft,
    now,
    save: (version, changes) => bridge.call('procedures.draft-save', { id: draft.id, version, ...changes }),
    read: () => bridge.call('procedures.draft-get', { id: draft.id }),
    acceptedOf: (field) => {
      const what = ACCEPTED_OF[field]
      return what === undefined ? [] : [what]
    },
  })

/** Form of a draft: the same instance while it has unsaved changes. */
export const draftForm = ({ forms, bridge, now }: Client, draft: Draft): DraftForm =>
  forms.of(keyOf(draft.id), () => createDraftForm(bridge, draft, now))

/** Call it when its page is left. */
export const leaveDraftForm = ({ forms }: Client, id: string, form: DraftForm): Promise<void> =>
  forms.leave(keyOf(id), form)

const keyOf = (id: string) => `draft ${id}`
