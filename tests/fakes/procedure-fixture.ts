import type { CommandArgs, CommandName, CommandResult, TransferArgs } from '#shared/bridge/contract.ts'
import type { Draft, DraftDocument } from '#shared/bridge/procedures.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { waitUntil } from './core-fixture.ts'

/** Methods of a core that tests use, in this process or in one that can be killed. */
export interface ProcedureCommands {
  call<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<Result<CommandResult<N>>>
  value<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<CommandResult<N>>
  receive(
    args: TransferArgs<'procedures.document-add'>,
    bytes: Uint8Array,
  ): Promise<Result<{ document: DraftDocument; repeated: boolean }>>
}

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<<>>\n%%EOF\n')
/** PDF with unique content. */
export const pdf = (name: string, bytes = 0): Buffer =>
  Buffer.concat([PDF, Buffer.from(`% ${name}\n`), Buffer.alloc(bytes, 32)])

const FIELDS = {
  transfer: { vrm: '1234 bcd', taxableBase: '8.250,50', invoiceNumber: 'F-2026/0859' },
  registration: { vin: 'WVWZZZ1JZXW000001' },
  notification: { vrm: '1234 bcd' },
} as const

/** Draft with every field that the service requires. */
export async function filled(
  core: ProcedureCommands,
  kind: DraftKind = 'transfer',
  fields: CommandArgs<'procedures.draft-save'>['fields'] = {},
): Promise<Draft> {
  const all = { ...FIELDS[kind], userEmail: 'marta@gestoria.es', ...fields }
  return core.value('procedures.draft-create', { kind, fields: all })
}

export async function attach(
  core: ProcedureCommands,
  draftId: string,
  name: string,
  bytes = pdf(name),
): Promise<DraftDocument> {
  const added = await core.receive({ draftId, name, size: bytes.byteLength }, bytes)
  if (!added.ok) throw new Error(`${name}: ${added.error.code} ${added.error.detail ?? ''}`)
  return added.value.document
}

/** Sends a draft as the user would, even with duplicates. */
export async function send(core: ProcedureCommands, id: string): Promise<Draft> {
  const { version } = await core.value('procedures.draft-get', { id })
  return core.value('procedures.send', { id, version, duplicates: true })
}

/** Waits until it is neither about to be sent nor being sent. */
export const settled = (core: ProcedureCommands, id: string, ms = 60_000): Promise<Draft> =>
  waitUntil(
    () => core.value('procedures.draft-get', { id }),
    ({ state }) => state !== 'leaving' && state !== 'sending',
    ms,
  )

export const sentOrNot = async (core: ProcedureCommands, id: string): Promise<Draft> => {
  await send(core, id)
  return settled(core, id)
}
