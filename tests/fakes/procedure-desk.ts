import type { CommandArgs, CommandName, CommandResult, TransferArgs } from '#shared/bridge/contract.ts'
import type { Draft, DraftDocument } from '#shared/bridge/procedures.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { DraftKind } from '#shared/domain/procedures/fields.ts'
import { waitUntil } from './core-fixture.ts'

/** What a test needs of a core, in this process or in one that can be killed. */
export interface DeskCore {
  call<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<Result<CommandResult<N>>>
  value<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<CommandResult<N>>
  receive(
    args: TransferArgs<'procedures.document-add'>,
    bytes: Uint8Array,
  ): Promise<Result<{ document: DraftDocument; repeated: boolean }>>
}

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<<>>\n%%EOF\n')
/** A PDF of its own: no two have the same content. */
export const pdf = (name: string, bytes = 0): Buffer =>
  Buffer.concat([PDF, Buffer.from(`% ${name}\n`), Buffer.alloc(bytes, 32)])

const FIELDS = {
  transfer: { vrm: '1234 bcd', taxableBase: '8.250,50', invoiceNumber: 'F-2026/0859' },
  registration: { vin: 'WVWZZZ1JZXW000001' },
  notification: { vrm: '1234 bcd' },
} as const

/** A draft with everything that the service asks for. */
export async function filled(
  core: DeskCore,
  kind: DraftKind = 'transfer',
  fields: CommandArgs<'procedures.draft-save'>['fields'] = {},
): Promise<Draft> {
  const all = { ...FIELDS[kind], userEmail: 'marta@gestoria.es', ...fields }
  return core.value('procedures.draft-create', { kind, fields: all })
}

export async function attach(
  core: DeskCore,
  draftId: string,
  name: string,
  bytes = pdf(name),
): Promise<DraftDocument> {
  const added = await core.receive({ draftId, name, size: bytes.byteLength }, bytes)
  if (!added.ok) throw new Error(`${name}: ${added.error.code} ${added.error.detail ?? ''}`)
  return added.value.document
}

/** The person's word, whatever is like it. */
export async function send(core: DeskCore, id: string): Promise<Draft> {
  const { version } = await core.value('procedures.draft-get', { id })
  return core.value('procedures.send', { id, version, duplicates: true })
}

/** Waits until nothing more is done about it by itself. */
export const settled = (core: DeskCore, id: string, ms = 30_000): Promise<Draft> =>
  waitUntil(
    () => core.value('procedures.draft-get', { id }),
    ({ state }) => state !== 'leaving' && state !== 'sending',
    ms,
  )

export const sentOrNot = async (core: DeskCore, id: string): Promise<Draft> => {
  await send(core, id)
  return settled(core, id)
}
