import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { freePort } from '#tests/fakes/free-port.ts'
import { startServiceProcess, type ServiceProcess } from '#tests/fakes/service-process.ts'
import { measureFsync, residentMegabytes, startServer } from './machine.ts'
import { figure, type Figure } from './statistics.ts'

const KEY = 'key-of-bench'
const AUTHORIZATION = { authorization: `Bearer ${KEY}` }
const CREATION = {
  method: 'POST',
  headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
  body: JSON.stringify({ vin: 'VSSZZZ5FZHR000412', userEmail: 'a@example.com', documents: [] }),
} as const
const SECONDS = 5
const READERS = 16
const WRITERS = 32

/** Prism answers any id with the example of our OpenAPI document, and stores nothing. Mockoon answers half as fast. */
const PEER = {
  name: 'Prism',
  package: '@stoplight/prism-cli@5',
  entry: 'node_modules/@stoplight/prism-cli/dist/index.js',
}

/** The built service on real files: start, memory, reads and durable creations, beside a server of the same document. */
export async function serviceFigures(): Promise<Figure[]> {
  const directory = await temporaryDirectory()
  const fsync = figure('floor: one durable 4 KiB write', 'ms', measureFsync(directory))
  const started = performance.now()
  const service = await startServiceProcess(KEY, [`--data-dir=${directory}`, '--report-delay-ms=0'])
  const readyMs = performance.now() - started
  try {
    const atRest = residentMegabytes(service.pid)
    const created = await fetch(`${service.url}/v1/procedures/registration`, CREATION)
    const { id } = (await created.json()) as { id: string }
    const reads = await readRepeatedly(`${service.url}/v1/procedures/${id}`)
    const writes = await autocannon({
      url: `${service.url}/v1/procedures/registration`,
      ...CREATION,
      connections: WRITERS,
      duration: SECONDS,
    })
    const perSecond = reads.requests.average
    return [
      fsync,
      figure('service: ready, from its start', 'ms', [readyMs], { target: 1_000 }),
      figure('service: memory at rest (RSS)', 'MB', [atRest], { target: 150 }),
      figure(`GET a procedure, ${READERS} connections`, '/s', [perSecond], { atLeast: 10_000 }),
      figure(`GET a procedure, ${READERS} connections: p99`, 'ms', [reads.latency.p99], { target: 5 }),
      figure(`durable creation, ${WRITERS} connections`, '/s', [writes.requests.average], { atLeast: 2_000 }),
      figure(`durable creation, ${WRITERS} connections: p99`, 'ms', [writes.latency.p99], { target: 25 }),
      ...(await peerFigures(service, perSecond)),
    ]
  } finally {
    await service.stop()
  }
}

const readRepeatedly = (url: string) =>
  autocannon({ url, headers: AUTHORIZATION, connections: READERS, duration: SECONDS })

/** Installs the peer outside the project, and measures the same reads. Empty with a message where that fails. */
async function peerFigures({ url }: ServiceProcess, ownPerSecond: number): Promise<Figure[]> {
  const directory = join(tmpdir(), 'service-bench-peers')
  const document = join(directory, 'openapi.json')
  const entry = join(directory, PEER.entry)
  try {
    mkdirSync(directory, { recursive: true })
    writeFileSync(document, await (await fetch(`${url}/openapi.json`)).text())
    if (!existsSync(entry)) {
      const options = ['--no-audit', '--no-fund', '--ignore-scripts']
      execFileSync('npm', ['install', '--prefix', directory, ...options, PEER.package], { stdio: 'ignore' })
    }
    const { requests, latency } = await readPeer(entry, document, await freePort())
    return [
      figure(`peer: ${PEER.name}: the same GET`, '/s', [requests.average], { note: 'stores nothing' }),
      figure(`peer: ${PEER.name}: the same GET: p99`, 'ms', [latency.p99]),
      figure(`reads against ${PEER.name}`, '×', [ownPerSecond / requests.average], { atLeast: 5 }),
    ]
  } catch (error) {
    process.stderr.write(`${PEER.name} left out: ${String(error)}\n`)
    return []
  }
}

async function readPeer(entry: string, document: string, port: number): Promise<autocannon.Result> {
  const url = `http://127.0.0.1:${port}/v1/procedures/some-id`
  // A single process: with NODE_ENV=production, which Vite sets here, Prism would fork.
  const options = ['-p', String(port), '-h', '127.0.0.1', '--multiprocess=false']
  const stop = await startServer(url, [process.execPath, entry, 'mock', document, ...options])
  try {
    return await readRepeatedly(url)
  } finally {
    await stop()
  }
}
