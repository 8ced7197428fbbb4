import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Clock, createSystemClock } from '#shared/server/clock.ts'
import { createService, type ServiceDeps } from '#service/create-service.ts'
import { closeDb, type Db, openDb } from '#service/db/open.ts'
import type { Report, ReportType } from '#shared/api/report.ts'

export const KEY = 'key-of-ribera'
export const OTHER_KEY = 'key-of-another'

/** Directory removed with the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ventanilla-service-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

export interface RunningService {
  url: string
  directory: string
  db: Db
  logged: string[]
  server: Server
  /** Its routes, as `METHOD /path`. */
  routes: readonly string[]
  close(): Promise<void>
}

export interface StartOptions extends Partial<Omit<ServiceDeps, 'db' | 'log'>> {
  directory?: string
  clock?: Clock
}

/** The real service over a real file, listening on a free port of this machine. */
export async function startService(options: StartOptions = {}): Promise<RunningService> {
  const { directory = await temporaryDirectory(), ...deps } = options
  const db = openDb(join(directory, 'service.db'))
  const logged: string[] = []
  const app = createService({
    db,
    clock: createSystemClock(),
    log: {
      info: (message) => logged.push(message),
      error: (message, cause) => logged.push(`${message}: ${String(cause)}`),
    },
    newId: randomUUID,
    apiKeys: [
      { key: KEY, account: 'B12345674' },
      { key: OTHER_KEY, account: 'A58818501' },
    ],
    reportDelayMs: 20,
    ...deps,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  let closed = false
  async function close(): Promise<void> {
    if (closed) return
    closed = true
    await app.close()
    if (db.open) closeDb(db)
  }
  onTestFinished(close)
  return {
    url,
    directory,
    db,
    logged,
    server: app.server,
    routes: routesOf(app.printRoutes({ commonPrefix: false })),
    close,
  }
}

/** Routes in Fastify's printed tree, where each line has its part of the path and its methods. */
function routesOf(tree: string): string[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent, part = '', methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (indent === undefined) return []
    const depth = indent.length / 4
    parts.splice(depth, parts.length, part)
    return methods === undefined ? [] : methods.split(', ').map((method) => `${method} ${parts.join('')}`)
  })
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** POST of a JSON body. */
export function post(url: string, body: unknown, key = KEY): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export const get = (url: string, key = KEY) => fetch(url, { headers: bearer(key) })

export async function createReport(
  url: string,
  vrm: string,
  key = KEY,
  type: ReportType = 'reduced',
): Promise<Report> {
  const response = await post(`${url}/v1/reports/${type}`, { vrm }, key)
  if (response.status !== 201) throw new Error(`not created: ${response.status} ${await response.text()}`)
  const report: Report = await response.json()
  return report
}

export async function readReport(url: string, id: string, key = KEY): Promise<Report> {
  const report: Report = await (await get(`${url}/v1/reports/${id}`, key)).json()
  return report
}

/** Polls a report until the registry has answered. */
export async function settledReport(url: string, id: string, key = KEY): Promise<Report> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const report = await readReport(url, id, key)
    if (report.status !== 'processing') return report
    if (Date.now() > deadline) throw new Error('still processing')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
