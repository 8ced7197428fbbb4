import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { compileFunction } from 'node:vm'
import { EventSource } from 'eventsource'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeClock } from '../service/support/fake-clock.ts'
import { spawnRelay } from './support/process.ts'
import {
  call,
  OFFICE,
  pageOf,
  pairDevice,
  postMany,
  startRelay,
  temporaryDirectory,
} from './support/relay.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** docs/relay/protocol.md without a line of our client. */
const hasCurl = spawnSync('curl', ['--version']).status === 0

test.runIf(hasCurl)('curl -N reads the list', async () => {
  const relay = await spawnRelay(await temporaryDirectory())
  await postMany(relay.url, 3)
  const { epoch } = await pageOf(relay.url)
  const authorization = `Authorization: Bearer ${OFFICE.adminToken}`
  const curl = spawn('curl', ['-sN', '-H', authorization, `${relay.url}/v1/stream?after=${epoch}.1`])
  onTestFinished(() => void curl.kill())
  let text = ''
  curl.stdout.on('data', (chunk) => (text += String(chunk)))
  const ids = () => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)
  await expect.poll(ids).toEqual([`${epoch}.2`, `${epoch}.3`])
  await postMany(relay.url, 1, 'q')
  await expect.poll(ids).toEqual([`${epoch}.2`, `${epoch}.3`, `${epoch}.4`])
})

const page = readFileSync(new URL('../../../docs/relay/protocol.md', import.meta.url), 'utf8')
const sample = /```js\n(import \{ EventSource \}.*?)```/s.exec(page)?.[1] ?? ''

interface Sample {
  /** Cursors that were stored, with the number of their event; `null` where events are gone. */
  stored: [string, number | null][]
  seqs(): (number | null)[]
  /** Times that it asked about every open file. */
  looks(): number
}

/** Runs the program of the page as it stands, but for its patience: here frames come five times a second. */
async function runSample(url: string, token: string, loaded = ''): Promise<Sample> {
  const stored: Sample['stored'] = []
  let looks = 0
  const streams: EventSource[] = []
  class Followed extends EventSource {
    constructor(...args: ConstructorParameters<typeof EventSource>) {
      super(...args)
      streams.push(this)
    }
  }
  expect(sample).toContain('QUIET_MS = 40_000')
  const names = ['EventSource', 'RELAY', 'TOKEN', 'load', 'store', 'lookAtOpen', 'setTimeout']
  const code = sample.replace(/^import .*$/m, '').replace('QUIET_MS = 40_000', 'QUIET_MS = 3_000')
  const timers: NodeJS.Timeout[] = []
  const run = compileFunction(`return (async () => {${code}})()`, names) as (
    ...given: unknown[]
  ) => Promise<void>
  await run(
    Followed,
    url,
    token,
    async () => loaded,
    (cursor: string, event: { seq: number } | null) => stored.push([cursor, event?.seq ?? null]),
    () => (looks += 1),
    (task: () => void, ms: number) => {
      const timer = setTimeout(task, ms)
      timers.push(timer)
      return timer
    },
  )
  onTestFinished(() => {
    for (const timer of timers) clearTimeout(timer)
    for (const stream of streams) stream.close()
  })
  return { stored, seqs: () => stored.map(([, seq]) => seq), looks: () => looks }
}

/** A proxy whose connections can all fall silent without being closed; those that come later pass. */
async function startSilencingProxy(to: string) {
  const { hostname, port } = new URL(to)
  const sockets: Socket[] = []
  let connections = 0
  const server = createServer((from) => {
    connections += 1
    const onward = connect(Number(port), hostname)
    from.pipe(onward)
    onward.pipe(from)
    for (const socket of [from, onward]) socket.on('error', () => {})
    sockets.push(from, onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    silence() {
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
  }
}

const FREQUENT = { streamTimes: { heartbeat: 200 } }

test('the program of the page goes on when a connection falls silent and looks open', async () => {
  const { url } = await startRelay(FREQUENT)
  const proxy = await startSilencingProxy(url)
  await postMany(url, 5)
  const { epoch } = await pageOf(url)
  const program = await runSample(proxy.url, OFFICE.adminToken)
  await expect.poll(program.seqs).toEqual(upTo(5))
  proxy.silence()
  await postMany(url, 5, 'q')
  await expect.poll(program.seqs).toEqual(upTo(10))
  expect(program.stored.map(([cursor]) => cursor)).toEqual(upTo(10).map((seq) => `${epoch}.${seq}`))
  expect(program.looks()).toBe(0)
  expect(proxy.connections()).toBeGreaterThan(1)
})

test('the program of the page looks at what is open after a reset and after a gap, and goes on', async () => {
  const clock = createFakeClock()
  const { url } = await startRelay({ ...FREQUENT, clock })
  await postMany(url, 3)
  const { epoch } = await pageOf(url)
  const other = await runSample(url, OFFICE.adminToken, 'zzzz.7')
  await expect.poll(() => other.stored).toEqual([[`${epoch}.3`, null]])
  await postMany(url, 1, 'q')
  await expect
    .poll(() => other.stored)
    .toEqual([
      [`${epoch}.3`, null],
      [`${epoch}.4`, 4],
    ])
  expect(other.looks()).toBe(1)

  // Four events that are past their time, and one that is not.
  clock.advance(91 * 86_400_000)
  await expect
    .poll(async () => {
      clock.advance(3_600_000)
      return (await pageOf(url)).floor
    })
    .toBe(5)
  const late = await runSample(url, OFFICE.adminToken, `${epoch}.1`)
  await expect.poll(() => late.stored).toEqual([[`${epoch}.4`, null]])
  await postMany(url, 1, 'r')
  await expect.poll(late.seqs).toEqual([null, 5])
  expect(late.looks()).toBe(1)
})

test('the program of the page ends when its PC is revoked', async () => {
  const { url, ops } = await startRelay(FREQUENT)
  const { token, deviceId } = await pairDevice(url, 'PC 1')
  await postMany(url, 1)
  const program = await runSample(url, token)
  await expect.poll(program.seqs).toEqual([1])
  const before = (await (await fetch(`${ops}/metrics`)).text()).match(/relay_auth_fail_total \d+/)?.[0]
  expect((await call(`${url}/v1/devices/${deviceId}`, 'DELETE', OFFICE.adminToken)).status).toBe(204)
  await expect.poll(async () => (await fetch(`${ops}/metrics`)).text()).toContain('relay_streams 0\n')
  expect((await (await fetch(`${ops}/metrics`)).text()).match(/relay_auth_fail_total \d+/)?.[0]).toEqual(
    before,
  )
})

test('the package eventsource reads it, and goes on by itself when the relay is killed and comes back', async () => {
  const directory = await temporaryDirectory()
  const first = await spawnRelay(directory)
  const { port } = new URL(first.url)
  await postMany(first.url, 5)
  const { epoch } = await pageOf(first.url)
  const received: { id: string; seq: number }[] = []
  const stream = new EventSource(`${first.url}/v1/stream`, {
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...init.headers, Authorization: `Bearer ${OFFICE.adminToken}` } }),
  })
  onTestFinished(() => stream.close())
  stream.addEventListener('change', ({ lastEventId, data }) =>
    received.push({ id: lastEventId, seq: (JSON.parse(data) as { seq: number }).seq }),
  )
  await expect.poll(() => received.map(({ seq }) => seq)).toEqual(upTo(5))
  first.kill('SIGKILL')
  await first.exited
  const again = await spawnRelay(directory, [`--port=${port}`])
  await postMany(again.url, 5, 'q')
  await expect.poll(() => received.map(({ seq }) => seq)).toEqual(upTo(10))
  expect(received.map(({ id }) => id)).toEqual(upTo(10).map((seq) => `${epoch}.${seq}`))
})
