import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { RelayEvent } from '#shared/api/relay.ts'
import { residentMegabytes } from './resident-memory.ts'

/** The built relay. */
export const relayEntry = fileURLToPath(new URL('../../out/main/relay.js', import.meta.url))

/** The options that `npm run relay` gives Node. */
const nodeOptions = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: { relay: string }
  }
).scripts.relay
  .split(' ')
  .filter((word) => word.startsWith('--'))

/** Where the relay's own secrets and its peer's equivalents are: what a load needs to know. */
export interface Target {
  readonly port: number
  /** Path and headers of a POST of an event. */
  readonly inbox: { path: string; headers: Record<string, string> }
  /** Path and headers of a stream; `after` resumes. */
  stream(after?: string): { path: string; headers: Record<string, string> }
  memoryMb(): number
}

/** The built relay in a process of its own, over a directory that outlives a kill. */
export interface BenchRelay extends Target {
  readonly url: string
  readonly directory: string
  readonly readyMs: number
  readonly adminToken: string
  ask(method: string, path: string, body?: object): Promise<unknown>
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Starts again on the same data and port. */
  again(): Promise<void>
  /** Kills it and removes its data. */
  remove(): Promise<void>
}

export const HEADER = 'X-Relay-Secret'
const secret = () => randomBytes(24).toString('base64url')

/**
 * @param prepare is given the directory between two starts, with the store closed
 * @param there data of a relay that is not running, and the name of its office
 */
export async function startBenchRelay(
  prepare?: (directory: string) => void,
  there?: { directory: string; office: string },
): Promise<BenchRelay> {
  const directory = there?.directory ?? mkdtempSync(join(tmpdir(), 'relay-bench-'))
  const office = {
    name: there?.office ?? 'Gestoría Ribera',
    adminToken: secret(),
    inboxKey: secret(),
    header: { name: HEADER, value: secret() },
  }
  const start = async (port: number) => {
    const began = performance.now()
    const child = spawn(
      process.execPath,
      [
        ...nodeOptions,
        relayEntry,
        `--port=${port}`,
        '--inbox-rate=0',
        '--min-free-mb=0',
        `--data-dir=${directory}`,
      ],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
        // As the shipped service has it.
        env: { ...process.env, MALLOC_ARENA_MAX: '1', RELAY_OFFICE: JSON.stringify(office) },
      },
    )
    const gone = once(child, 'exit')
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const { listening } = JSON.parse(line) as { listening: string }
    return { child, gone, url: listening, readyMs: performance.now() - began }
  }
  const end = async (signal: NodeJS.Signals = 'SIGKILL') => {
    now.child.kill(signal)
    await now.gone
  }
  let now = await start(0)
  const { url } = now
  const port = Number(new URL(url).port)
  if (prepare) {
    await end('SIGTERM')
    prepare(directory)
    now = await start(port)
  }
  const authorization = { authorization: `Bearer ${office.adminToken}` }
  return {
    url,
    port,
    directory,
    get readyMs() {
      return now.readyMs
    },
    adminToken: office.adminToken,
    inbox: { path: `/in/${office.inboxKey}`, headers: { [HEADER]: office.header.value } },
    stream: (after) => ({
      path: `/v1/stream${after === undefined ? '' : `?after=${after}`}`,
      headers: authorization,
    }),
    memoryMb: () => residentMegabytes(now.child.pid ?? 0),
    async ask(method, path, body) {
      const answer = await fetch(url + path, {
        method,
        headers: { ...authorization, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
      return answer.status === 204 ? null : answer.json()
    },
    kill: end,
    async again() {
      now = await start(port)
    },
    async remove() {
      await end()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

interface Page {
  epoch: string
  head: number
  events: RelayEvent[]
}

export const pageOf = (relay: BenchRelay, query: string) =>
  relay.ask('GET', `/v1/events${query}`) as Promise<Page>

/** Every event from a number on, page by page. */
export async function eventsAfter(relay: BenchRelay, seq: number): Promise<RelayEvent[]> {
  const events: RelayEvent[] = []
  let { epoch } = await pageOf(relay, '?limit=1')
  for (let after = seq; ; after = events.at(-1)?.seq ?? after) {
    const page = await pageOf(relay, `?limit=500&after=${epoch}.${after}`)
    if (page.events.length === 0) return events
    ;({ epoch } = page)
    events.push(...page.events)
  }
}
