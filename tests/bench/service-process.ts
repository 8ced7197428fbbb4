import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** Node 24 on any machine: the version that the project installs. */
const NODE = process.execPath

export interface BenchService {
  readonly url: string
  readonly readyMs: number
  readonly child: ChildProcess
  rssMb(): number
  call(method: string, path: string, body?: unknown): Promise<unknown>
  kill(signal: NodeJS.Signals): Promise<void>
}

export const KEY = 'key-of-bench'
export const AUTHORIZATION = { authorization: `Bearer ${KEY}` }

/** Starts the service and measures the time until it listens. */
export async function startBenchService(args: readonly string[]): Promise<BenchService> {
  const started = performance.now()
  const child = spawn(NODE, ['service/main.ts', '--port=0', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, SERVICE_API_KEYS: `${KEY}=B12345674` },
  })
  let text = ''
  while (!text.includes('\n')) {
    const [chunk]: Buffer[] = await once(child.stdout, 'data')
    text += String(chunk)
  }
  const readyMs = performance.now() - started
  const { listening: url }: { listening: string } = JSON.parse(text)
  return {
    url,
    readyMs,
    child,
    rssMb: () => rssMb(child),
    async call(method, path, body) {
      const response = await fetch(url + path, {
        method,
        headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return response.status === 204 ? null : response.json()
    },
    async kill(signal) {
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
  }
}

/** Resident memory of a process, as Linux counts it; `NaN` elsewhere. */
export function rssMb({ pid }: ChildProcess): number {
  try {
    const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kb) / 1024
  } catch {
    return Number.NaN
  }
}

export interface CountingReceiver {
  readonly port: number
  /** Number of arrivals of each event, by id. */
  readonly seen: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** Receives events as fast as it can; refuses the first `failures` attempts of each. */
export async function startCountingReceiver(port = 0, failures = 0): Promise<CountingReceiver> {
  const seen = new Map<string, number>()
  const refused = new Map<string, number>()
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const id = String(request.headers['x-dev-event'])
      const times = (refused.get(id) ?? 0) + 1
      refused.set(id, times)
      if (times <= failures) response.statusCode = 503
      else seen.set(id, (seen.get(id) ?? 0) + 1)
      response.end()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    seen,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export async function waitFor(what: () => boolean, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (!what()) {
    if (performance.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return true
}
