import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CommandArgs, CommandName, CommandResult, TransferArgs } from '#shared/bridge/contract.ts'
import type { BackupContents } from '#shared/bridge/backup.ts'
import type { NewPlateList, PlateList } from '#shared/bridge/plate-lists.ts'
import type { Attachment } from '#shared/bridge/service-documents.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { ProcedureCommands } from '#tests/fakes/procedure-fixture.ts'
import { killed, ready } from './service-child.ts'

const entry = fileURLToPath(new URL('../../out/tests/core-process.js', import.meta.url))

/** A core in a process of its own, to be killed. */
export interface CoreChild {
  call<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<Result<CommandResult<N>>>
  /** Result value of a command; a failure rejects. */
  value<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<CommandResult<N>>
  /** Sends a file with `procedures.document-add`. */
  receive: ProcedureCommands['receive']
  /** Sends a file with `attachments.add`. */
  give(args: Omit<TransferArgs<'attachments.add'>, 'size'>, bytes: Uint8Array): Promise<Result<Attachment>>
  /** Sends a backup with `backup.read`. */
  readCopy(passphrase: string, copy: Uint8Array): Promise<Result<BackupContents>>
  /** Sends a list with `plate-lists.create`. */
  list(args: TransferArgs<'plate-lists.create'>, list: NewPlateList): Promise<Result<PlateList>>
  /** Kills it like the system, or a power cut: no code of ours runs any more. */
  kill(): Promise<void>
}

/**
 * @param raised file that gets the tag of each raised notification
 * @param ahead milliseconds that its clock is ahead
 */
export async function startCoreChild(
  dataDir: string,
  serviceUrl: string,
  raised?: string,
  ahead = 0,
): Promise<CoreChild> {
  const given = [dataDir, serviceUrl, raised ?? '', String(ahead)]
  const child: ChildProcess = fork(entry, given, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await ready(child)
  const waiting = new Map<number, (result: Result<unknown>) => void>()
  let lastId = 0
  child.on('message', ({ id, result }: { id: number; result: Result<unknown> }) => {
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  const bring = <T>(name: string, args: unknown, bytes: Uint8Array): Promise<Result<T>> =>
    new Promise((resolve) => {
      const id = ++lastId
      waiting.set(id, (result) => resolve(result as never))
      const message = { id, name, args, bytes: Buffer.from(bytes).toString('base64') }
      child.send(message, () => undefined)
    })
  const core: CoreChild = {
    call: (name, args) =>
      new Promise((resolve) => {
        const id = ++lastId
        waiting.set(id, (result) => resolve(result as never))
        // A killed process answers nothing: the promise is then dropped.
        child.send({ id, name, args }, () => undefined)
      }),
    receive: (args, bytes) => bring('procedures.document-add', args, bytes),
    give: (args, bytes) => bring('attachments.add', { ...args, size: bytes.byteLength }, bytes),
    readCopy: (passphrase, copy) => bring('backup.read', { passphrase }, copy),
    list: (args, list) => bring('plate-lists.create', args, Buffer.from(JSON.stringify(list))),
    async value(name, args) {
      const result = await core.call(name, args)
      if (!result.ok) throw new Error(`${name}: ${result.error.code} ${result.error.detail ?? ''}`)
      return result.value
    },
    async kill() {
      await killed(child)
    },
  }
  return core
}
