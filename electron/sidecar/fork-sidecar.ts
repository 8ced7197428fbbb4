import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Sidecar, SidecarRequest } from '../core/host.ts'
import { inheritedEnv } from './inherited-env.ts'
import { sidecarLine } from './log-line.ts'

export interface ForkDeps {
  /** File of a sidecar by its name: built, or its source. */
  entry: (name: SidecarRequest['name']) => URL
  onLine: (line: string) => void
}

/** Options of Node for a sidecar. A relay of one PC has little to do, and takes 5 MB less with these. */
const NODE_OPTIONS: Partial<Record<SidecarRequest['name'], readonly string[]>> = {
  relay: ['--max-semi-space-size=1', '--no-sparkplug', '--optimize-for-size', '--v8-pool-size=1'],
}

/**
 * Starts sidecars with `fork`. The channel ties the child's life to ours: it closes however we end, and the
 * child exits when it closes.
 */
export function createForkSidecars({ entry, onLine }: ForkDeps): (request: SidecarRequest) => Sidecar {
  return ({ name, args, env }) => {
    const child = fork(entry(name), [...args], {
      env: { ...inheritedEnv(), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [...(NODE_OPTIONS[name] ?? [])],
    })
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => onLine(sidecarLine(name, line)))
    }
    const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }))
      child.once('error', () => resolve({ code: null, signal: 'not started' }))
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
        child.kill('SIGTERM')
        const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
        await exited
        clearTimeout(timer)
      },
    }
  }
}
