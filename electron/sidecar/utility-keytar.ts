import { fileURLToPath } from 'node:url'
import type { Readable } from 'node:stream'
import { followErrors, type KeytarChild } from '../core/keychain/keytar-process.ts'
import type { UtilityDeps } from './utility-sidecar.ts'

/**
 * Starts `keytar-child.ts` as a utility process, with the session's own environment, which leads to the
 * keyring. Killed without notice: it may be blocked in a prompt, and ignores messages meanwhile.
 */
export function utilityKeytarChild(
  {
    utilityProcess,
    onLine,
    kill = (pid) => process.kill(pid, 'SIGKILL'),
  }: Pick<UtilityDeps, 'utilityProcess' | 'onLine' | 'kill'>,
  entry: URL,
): KeytarChild {
  const child = utilityProcess.fork(fileURLToPath(entry), [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe'],
    serviceName: 'ventanilla keychain',
  })
  if (child.stderr) followErrors(child.stderr as Readable, onLine)
  let wanted = true
  child.once('spawn', () => {
    if (!wanted) end()
  })
  const end = () => {
    wanted = false
    const { pid } = child
    if (pid === undefined) return
    child.kill()
    kill(pid)
  }
  return {
    send: (request) => child.postMessage(request),
    onReply: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', (code) => listener(`code ${code}`)),
    kill: end,
  }
}
