import type { Desk, DeskFields } from '#shared/bridge/desk.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Client } from '../../replica/client.ts'
import { createAutosave, type Autosave } from '../autosave/autosave.ts'
import type { FormSource } from '../autosave/form-state.ts'

/** In the order in which they are read. */
export const DESK_FIELDS = [
  'client',
  'sellerName',
  'sellerTaxId',
  'buyerName',
  'buyerTaxId',
  'contractDate',
  'notes',
] as const satisfies readonly (keyof DeskFields)[]
export type DeskField = (typeof DESK_FIELDS)[number]

/** Nothing of it has to be accepted: it is the desk's own. */
type DeskSource = FormSource<DeskField, never>
export type DeskForm = Autosave<DeskField, never>

export const sourceOf = ({ version, fields }: Desk): DeskSource => ({ version, fields, accepted: [] })

const asSource = (answer: Result<Desk>): Result<DeskSource> =>
  answer.ok ? { ok: true, value: sourceOf(answer.value) } : answer

/** What the desk writes down of one procedure: the same form while something of it is not kept. */
export const deskForm = ({ forms, bridge, now }: Client, id: string, desk: Desk): DeskForm =>
  forms.of(keyOf(id), () =>
    createAutosave<DeskField, never>({
      known: sourceOf(desk),
      now,
      save: async (version, { fields }) => asSource(await bridge.call('desk.save', { id, version, fields })),
      read: async () => asSource(await bridge.call('desk.get', { id })),
      acceptedOf: () => [],
    }),
  )

/** Its page is left. */
export const leaveDeskForm = ({ forms }: Client, id: string, form: DeskForm): Promise<void> =>
  forms.leave(keyOf(id), form)

const keyOf = (id: string) => `desk ${id}`
