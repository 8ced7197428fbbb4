import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { fsyncTimes } from './disk.ts'
import { type PeerFigures, peerFigures, READ_LOAD } from './service-peers.ts'
import { AUTHORIZATION, startBenchService, startCountingReceiver, waitFor } from './service-process.ts'

/**
 * The figures of the service, on real files: `node tests/bench/service-bench.ts [--procedures=N] [--deliveries=N]
 * [--kills=N] [--no-peers]`. No time fails the run: the table marks the targets met and missed.
 */
const { values } = parseArgs({
  allowNegative: true,
  options: {
    procedures: { type: 'string', default: '100000' },
    deliveries: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '4' },
    peers: { type: 'boolean', default: true },
  },
})
const PROCEDURES = Number(values.procedures)
const DELIVERIES = Number(values.deliveries)
const KILLS = Number(values.kills)
const BODY = { vin: 'VSSZZZ5FZHR000412', userEmail: 'a@example.com', documents: [] }

interface Row {
  what: string
  value: string
  target: string
  met: boolean | null
}
const rows: Row[] = []
function row(what: string, value: string, target = '', met: boolean | null = null): void {
  rows.push({ what, value, target, met })
  process.stderr.write(`${what}: ${value}\n`)
}
const directory = () => mkdtempSync(join(tmpdir(), 'service-bench-'))
const round = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1))

const plain = directory()
const sync = fsyncTimes(plain).toSorted((a, b) => a - b)
row(
  'disk: one durable 4 KiB write',
  `p50 ${round(sync[Math.floor(sync.length / 2)] ?? 0)} ms, p99 ${round(sync.at(-1) ?? 0)} ms`,
)

// Reads, writes, start and memory of a small store.
{
  const service = await startBenchService([`--data-dir=${plain}`, '--report-delay-ms=0'])
  const idle = service.rssMb()
  row('ready', `${round(service.readyMs)} ms`, '≤ 1000 ms', service.readyMs <= 1_000)
  row('memory at rest', `${round(idle)} MB`, '≤ 150 MB', idle <= 150)
  const { id } = (await service.call('POST', '/v1/procedures/registration', BODY)) as { id: string }
  const url = `${service.url}/v1/procedures/${id}`
  const reads = await autocannon({ url, headers: AUTHORIZATION, ...READ_LOAD })
  const perSecond = reads.requests.average
  row(
    'GET a procedure, 16 connections',
    `${round(perSecond)} /s, p99 ${reads.latency.p99} ms`,
    '≥ 10000 /s, p99 ≤ 5 ms',
    perSecond >= 10_000 && reads.latency.p99 <= 5,
  )
  const writes = await autocannon({
    url: `${service.url}/v1/procedures/registration`,
    method: 'POST',
    headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify(BODY),
    connections: 32,
    duration: 5,
  })
  row(
    'durable creation, 32 connections',
    `${round(writes.requests.average)} /s, p99 ${writes.latency.p99} ms`,
    '≥ 2000 /s, p99 ≤ 25 ms',
    writes.requests.average >= 2_000 && writes.latency.p99 <= 25,
  )
  row('memory after that load', `${round(service.rssMb())} MB`)

  const openapi = await service.call('GET', '/openapi.json')
  await service.kill('SIGTERM')
  const peers: PeerFigures[] = values.peers ? await peerFigures(openapi) : []
  for (const peer of peers)
    row(
      `${peer.name} (keeps no state): the same GET`,
      `${round(peer.requestsPerSecond)} /s, p99 ${peer.p99Ms} ms, ready ${round(peer.readyMs)} ms, ${round(peer.rssMb)} MB`,
    )
  const fastest = Math.max(...peers.map(({ requestsPerSecond }) => requestsPerSecond))
  if (peers.length > 0)
    row(
      'reads against the faster of the two',
      `${round(perSecond / fastest)} ×`,
      '≥ 5 ×',
      perSecond / fastest >= 5,
    )
}

// A large store.
{
  const data = directory()
  const service = await startBenchService([`--data-dir=${data}`])
  const started = performance.now()
  await service.call('POST', '/_dev/seed', { procedures: PROCEDURES })
  row(`seeding ${PROCEDURES} procedures`, `${round((performance.now() - started) / 1_000)} s`)
  row(`memory after ${PROCEDURES} procedures`, `${round(service.rssMb())} MB`)

  // Undeliverable events, and a start with all of them pending.
  const closed = await startCountingReceiver()
  await closed.close()
  await service.call('POST', '/v1/webhooks', {
    url: `http://127.0.0.1:${closed.port}`,
    events: ['procedure.status_changed'],
  })
  const load = await autocannon({
    url: `${service.url}/v1/procedures/registration`,
    method: 'POST',
    headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify(BODY),
    connections: 32,
    amount: DELIVERIES,
  })
  row('creation with an event to deliver', `${round(load.requests.average)} /s, p99 ${load.latency.p99} ms`)
  await service.kill('SIGKILL')
  const receiver = await startCountingReceiver(closed.port)
  const again = await startBenchService([`--data-dir=${data}`])
  row(
    `start with ${PROCEDURES} procedures and ${DELIVERIES} deliveries waiting`,
    `${round(again.readyMs)} ms`,
  )
  const from = performance.now()
  void again.call('POST', '/_dev/clock', { advance: '10m' })
  const all = await waitFor(() => receiver.seen.size >= DELIVERIES, 300_000)
  const seconds = (performance.now() - from) / 1_000
  row('deliveries to one receiver', `${round(receiver.seen.size / seconds)} /s`, '', null)
  row('every one of them arrived', `${receiver.seen.size} of ${DELIVERIES}`, '100 %', all)
  await again.kill('SIGTERM')
  await receiver.close()
  rmSync(data, { recursive: true, force: true })
}

// A receiver that refuses three times.
{
  const service = await startBenchService(['--retry-profile=demo'])
  const receiver = await startCountingReceiver(0, 3)
  await service.call('POST', '/v1/webhooks', { url: `http://127.0.0.1:${receiver.port}` })
  for (let index = 0; index < 200; index++) await service.call('POST', '/v1/procedures/registration', BODY)
  for (let turn = 0; turn < 30 && receiver.seen.size < 200; turn++)
    await service.call('POST', '/_dev/clock', { advance: '10s' })
  row(
    'delivered although each failed three times',
    `${receiver.seen.size} of 200`,
    '100 %',
    receiver.seen.size === 200,
  )
  await service.kill('SIGKILL')
  await receiver.close()
}

// Kills in the middle of deliveries.
{
  const data = directory()
  const receiver = await startCountingReceiver()
  let made = 0
  for (let kill = 0; kill <= KILLS; kill++) {
    const service = await startBenchService([`--data-dir=${data}`, '--retry-profile=demo'])
    if (kill === 0) await service.call('POST', '/v1/webhooks', { url: `http://127.0.0.1:${receiver.port}` })
    if (kill === KILLS) {
      await waitFor(() => receiver.seen.size >= made, 120_000)
      await service.kill('SIGTERM')
      break
    }
    const load = await autocannon({
      url: `${service.url}/v1/procedures/registration`,
      method: 'POST',
      headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
      body: JSON.stringify(BODY),
      connections: 16,
      amount: Math.ceil(DELIVERIES / KILLS),
    })
    made += load['2xx']
    await service.kill('SIGKILL')
  }
  const twice = [...receiver.seen.values()].reduce((sum, times) => sum + times - 1, 0)
  row(
    `delivered across ${KILLS} × kill -9`,
    `${receiver.seen.size} of ${made}`,
    '100 %',
    receiver.seen.size >= made,
  )
  row(
    'delivered twice',
    `${((100 * twice) / Math.max(made, 1)).toFixed(2)} %`,
    '≤ 0.1 %',
    twice / made <= 0.001,
  )
  await receiver.close()
  rmSync(data, { recursive: true, force: true })
}
rmSync(plain, { recursive: true, force: true })

const width = Math.max(...rows.map(({ what }) => what.length))
for (const { what, value, target, met } of rows)
  process.stdout.write(
    `${what.padEnd(width)}  ${value}${target === '' ? '' : `  (${target}: ${met ? 'met' : 'MISSED'})`}\n`,
  )
mkdirSync('test-results', { recursive: true })
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version }
writeFileSync(
  'test-results/service-bench.json',
  `${JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2)}\n`,
)
