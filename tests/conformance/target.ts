import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { spawnService } from '../integration/service/support/process.ts'
import { readContract } from './contract.ts'
import { afterAll, onTestFinished } from 'vitest'

/** The service under test, as a client with a key sees it. */
export interface Target {
  readonly url: string
  readonly key: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- the answer is what is being tested
  readonly body: any
}

/** True for a third party's service: tests that only ours can pass are left out, and reported. */
export const isForeign = process.env['SERVICE_URL'] !== undefined

const KEY = process.env['SERVICE_KEY'] ?? 'key-of-conformance'

/** Starts a service of ours, or takes the one that `SERVICE_URL` names. Call it once, at the top of a file. */
export async function findTarget(args: readonly string[] = []): Promise<Target> {
  const url = process.env['SERVICE_URL']?.replace(/\/+$/, '') ?? (await startOwn(args))
  // Ours documents itself: every call of these tests is validated against that.
  const contract = isForeign ? null : await readContract(url)
  return {
    url,
    key: KEY,
    async call(method, path, body, headers = {}) {
      const response = await fetch(path.startsWith('http') ? path : url + path, {
        method,
        headers: {
          authorization: `Bearer ${KEY}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const isJson = response.headers.get('content-type')?.includes('json') === true
      const content: unknown = isJson ? await response.json() : Buffer.from(await response.arrayBuffer())
      contract?.check({ method, path, body, status: response.status, answer: content, isJson })
      return { status: response.status, headers: response.headers, body: content }
    },
  }
}

async function startOwn(args: readonly string[]): Promise<string> {
  const service = spawnService({
    args: ['--port=0', '--report-delay-ms=30', ...args],
    keys: `${KEY}=B12345674`,
    until: afterAll,
  })
  return (await service.ready).listening
}

interface Received {
  readonly event: string
  // oxlint-disable-next-line typescript/no-explicit-any -- each event has its own fields
  readonly data: any
}

export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  readonly headers: readonly Record<string, unknown>[]
  /** Events of one resource, once there are as many. Fails when they do not come. */
  of(id: string, count: number): Promise<Received[]>
}

type Listener = (event: Received, headers: Record<string, unknown>) => void

/** One server for the whole file, with a path for each receiver: a tunnel to this machine leads to one port. */
let listeners: Promise<{ base: string; byPath: Map<string, Listener> }> | null = null

async function listen() {
  const byPath = new Map<string, Listener>()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      byPath.get(request.url?.split('/').at(-1) ?? '')?.(JSON.parse(text), request.headers)
      response.end()
    })
  })
  server.listen(Number(process.env['SERVICE_RECEIVER_PORT'] ?? 0), '127.0.0.1')
  await once(server, 'listening')
  process.once('exit', () => server.close())
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const own = `http://127.0.0.1:${address.port}`
  return { base: process.env['SERVICE_RECEIVER']?.replace(/\/+$/, '') ?? own, byPath }
}

/** Receiver of events: answers 200 and records them. */
export async function startReceiver(): Promise<Receiver> {
  listeners ??= listen()
  const { base, byPath } = await listeners
  const path = randomUUID()
  const received: Received[] = []
  const headers: Record<string, unknown>[] = []
  byPath.set(path, (event, sentWith) => {
    received.push(event)
    headers.push(sentWith)
  })
  onTestFinished(() => void byPath.delete(path))
  return {
    url: `${base}/events/${path}`,
    received,
    headers,
    async of(id, count) {
      const own = () => received.filter(({ data }) => data.id === id)
      await until(() => own().length >= count, `${count} events of ${id}; there are ${own().length}`)
      return own()
    },
  }
}

/** Polls until a condition holds, up to a deadline. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`it never came to this: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}
