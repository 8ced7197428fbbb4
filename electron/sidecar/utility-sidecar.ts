import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { utilityProcess as UtilityProcessModule } from 'electron'
import type { Sidecar, SidecarRequest } from '../core/host.ts'
import { followErrors, type KeytarChild } from '../core/keychain/keytar-process.ts'
import { inheritedEnv, sidecarLine } from './fork-sidecar.ts'

export interface UtilityDeps {
  utilityProcess: Pick<typeof UtilityProcessModule, 'fork'>
  /** Built file of a sidecar by its name. */
  entry: (name: SidecarRequest['name']) => URL
  onLine: (line: string) => void
  /** Kills a process by its id, as the last resort. */
  kill?: (pid: number) => void
}

/** Message that stops a utility process cleanly (shared/server/lifecycle.ts). */
const STOP = 'stop'

/**
 * Starts sidecars as Electron's utility processes. Plain `fork` runs the Electron binary as Node, which the fuse of a
 * packaged application forbids. Utility processes end with the main process, however it ends.
 */
export function createUtilitySidecars(deps: UtilityDeps): (request: SidecarRequest) => Sidecar {
  const { utilityProcess, entry, onLine, kill = (pid) => process.kill(pid, 'SIGKILL') } = deps
  return ({ name, args, env }) => {
    const child = utilityProcess.fork(fileURLToPath(entry(name)), [...args], {
      env: { ...inheritedEnv(), ...env },
      execArgv: [],
      stdio: 'pipe',
      serviceName: `ventanilla ${name}`,
    })
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => onLine(sidecarLine(name, line)))
    }
    let pid: number | undefined
    child.once('spawn', () => {
      pid = child.pid
    })
    const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      child.once('exit', (code) => {
        pid = undefined
        resolve({ code, signal: null })
      })
    })
    const first = once(child, 'message').then(([message]): unknown => message)
    const gone = exited.then(() => Promise.reject(new Error(`${name} ended before it was ready`)))
    const ready = Promise.race([first, gone])
    // A rejection of `ready` is not an error for callers that do not await it.
    ready.catch(() => undefined)
    first.catch(() => undefined)
    return {
      ready,
      exited,
      async stop(graceMs) {
        // Send a message instead of `kill()`, which ends a process without cleanup on Windows.
        child.postMessage(STOP)
        const timer = setTimeout(() => {
          // On systems with signals, `kill()` sends SIGTERM, which a hung process ignores.
          child.kill()
          if (pid !== undefined) kill(pid)
        }, graceMs)
        await exited
        clearTimeout(timer)
      },
    }
  }
}

/**
 * Starts `keytar-child.ts` as a utility process. It has the session's own environment, which leads to the keyring. It
 * is killed without notice: it may be blocked in a prompt, and then ignores messages.
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
