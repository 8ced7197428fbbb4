import { fileURLToPath } from 'node:url'
import { commands, type CommandArgs, type CommandName } from '#shared/bridge/contract.ts'
import { startFailureText } from '#shared/text/hosts.ts'
import type { ProcessLog } from './core/runtime/log.ts'

/**
 * Entry files of the other processes, relative to a composition root. In a build (out/main/*.js) they are beside the
 * root. When the root runs from source, they are in their own folders.
 * @param root the root's `import.meta.url`
 */
export function processEntries(root: string) {
  const fromSource = root.endsWith('.ts')
  const at = (built: string, source: string) => new URL(fromSource ? source : built, root)
  return {
    dbWorker: at('./db-worker.js', './core/store/worker.ts'),
    keytar: at('./keytar-child.js', './core/keychain/keytar-child.ts'),
    service: at('./service.js', '../service/main.ts'),
    relay: at('./relay.js', '../relay/main.ts'),
    rendererDir: fileURLToPath(at('../renderer', '../out/renderer')),
  }
}

/** Message for the user about an error that prevents the start. The error itself is logged. */
export function explainStart(error: unknown, dataDir: string, log: ProcessLog | null): string {
  log?.error('start: it is not possible', error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return startFailureText({ code, dataDir, logFile: log?.file.path ?? null })
}

/**
 * Time limit in milliseconds for stopping a host, after which it is killed. It is longer than the limit of the
 * demonstration's service (3 s), also on a slow PC.
 */
export const STOP_MS = 8_000

const BEAT: CommandName = 'notifications.window'
const beatSchema = commands[BEAT].args

/** Heartbeat in a call, or `null` for any other call. */
export const beatIn = (command: string, args: unknown): CommandArgs<typeof BEAT> | null =>
  command === BEAT ? (beatSchema.safeParse(args).data ?? null) : null

/** Window id in a heartbeat call, or `null`. Hosts store it to report a closed window. */
export const windowIn = (command: string, args: unknown): string | null =>
  beatIn(command, args)?.windowId ?? null

/** Final heartbeat of a window. The host sends it, because a closing page is unreliable. */
export const lastBeat = (windowId: string): CommandArgs<typeof BEAT> => ({
  windowId,
  permission: 'default',
  visible: false,
  closing: true,
})
