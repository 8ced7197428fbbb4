import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import type { Sidecar, SidecarRequest } from '../core/host.ts'

export interface ForkDeps {
  /** Built file of a sidecar by its name, or its source. */
  entry: (name: SidecarRequest['name']) => URL
  onLine: (line: string) => void
}

/** Options of Node for a sidecar. The relay of one PC has little to do, and takes 5 MB less with these options. */
const NODE_OPTIONS: Partial<Record<SidecarRequest['name'], readonly string[]>> = {
  relay: ['--max-semi-space-size=1', '--no-sparkplug', '--optimize-for-size', '--v8-pool-size=1'],
}

/**
 * Starts sidecars with `fork`. The channel ties the child's life to ours. It closes however we end, and the child
 * exits when it closes.
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

/** Environment variables that our processes need, without keys and tokens of the parent. */
const INHERITED = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'TMPDIR',
  'TZ',
  'LANG',
  'LC_ALL',
]

/** Part of the environment that sidecars inherit, on any host. */
export const inheritedEnv = (env: NodeJS.ProcessEnv = process.env): Record<string, string> =>
  Object.fromEntries(INHERITED.flatMap((key) => (env[key] ? [[key, env[key]]] : [])))

const entrySchema = z.object({ level: z.string(), message: z.string(), cause: z.string().optional() })

/** Log line for a sidecar's output. Its entries are JSON. Their time is left out, because our log has the time. */
export function sidecarLine(name: string, line: string): string {
  const entry = entrySchema.safeParse(parse(line)).data
  if (!entry) return `${name}: ${line}`
  return `${name}: ${entry.level} ${entry.message}${entry.cause === undefined ? '' : `: ${entry.cause}`}`
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
