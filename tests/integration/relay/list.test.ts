import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cursorText, devicesWire, parseCursor } from '#shared/api/relay.ts'
import { createFakeClock } from '../service/support/fake-clock.ts'
import {
  allEvents,
  bearer,
  call,
  eventOf,
  OFFICE,
  OTHER,
  pageOf,
  pairDevice,
  post,
  postMany,
  startRelay,
  temporaryDirectory,
} from './support/relay.ts'
import { openStream } from './support/stream.ts'

const DAY = 86_400_000
const token = OFFICE.adminToken
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('pages begin after the cursor, and the list of another office is not there', async () => {
  const { url } = await startRelay()
  await postMany(url, 7)
  const { epoch, head, floor } = await pageOf(url)
  expect([floor, head]).toEqual([1, 7])
  const page = await pageOf(url, `?after=${epoch}.3&limit=2`)
  expect(page.events.map(({ seq }) => seq)).toEqual([4, 5])
  expect(page).not.toHaveProperty('gap')
  expect((await pageOf(url, `?after=${epoch}.7`)).events).toEqual([])
  expect(await pageOf(url, '', OTHER.adminToken)).toMatchObject({ head: 0, events: [] })
})

test('a page waits for an event, and answers without one when its time is over', async () => {
  const { url } = await startRelay()
  await postMany(url, 1)
  const { epoch } = await pageOf(url)
  const waiting = pageOf(url, `?after=${epoch}.1&wait=25`)
  await post(url, JSON.stringify(eventOf('awaited')))
  expect((await waiting).events).toMatchObject([{ seq: 2, event: { data: { id: 'awaited' } } }])
  expect((await pageOf(url, `?after=${epoch}.2&wait=1`)).events).toEqual([])
})

test.each(['after=x', 'after=abcd.01', 'limit=0', 'limit=501', 'wait=26', 'wait=-1', 'limit=a'])(
  '%s is refused',
  async (query) => {
    const { url } = await startRelay()
    const answer = await fetch(`${url}/v1/events?${query}`, { headers: bearer(token) })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'bad_request' }])
  },
)

test('a cursor of another epoch or past the head is a reset, by page, by stream and by ack', async () => {
  const { url } = await startRelay()
  await postMany(url, 2)
  const { epoch } = await pageOf(url)
  const device = await pairDevice(url, 'PC 1')
  for (const cursor of ['abcdefgh.1', `${epoch}.3`]) {
    const page = await fetch(`${url}/v1/events?after=${cursor}`, { headers: bearer(token) })
    expect([page.status, await page.json()]).toMatchObject([409, { epoch, floor: 1, head: 2 }])
    const ack = await call(`${url}/v1/ack`, 'POST', device.token, { cursor })
    expect([ack.status, await ack.json()]).toMatchObject([409, { epoch, head: 2 }])
    const stream = openStream(url, token, { after: cursor })
    await stream.ended
    expect(stream.frames.map(({ event }) => event)).toEqual(['hb', 'reset'])
    expect(stream.frames[1]?.data).toMatchObject({ epoch, floor: 1, head: 2 })
  }
})

test('a confirmation never goes back', async () => {
  const { url } = await startRelay()
  const { token: own, deviceId } = await pairDevice(url, 'PC 1')
  await postMany(url, 5)
  const { epoch } = await pageOf(url)
  for (const seq of [4, 2])
    expect((await call(`${url}/v1/ack`, 'POST', own, { cursor: `${epoch}.${seq}` })).status).toBe(204)
  const { devices } = (await (await call(`${url}/v1/devices`, 'GET', own)).json()) as { devices: object[] }
  expect(devices).toMatchObject([{ id: deviceId, self: true, acked: 4 }])
  expect((await call(`${url}/v1/ack`, 'POST', token, { cursor: `${epoch}.1` })).status).toBe(403)
})

test('a PC is connected while its stream is open and it was heard a moment ago', async () => {
  const clock = createFakeClock()
  const { url } = await startRelay({ clock })
  const { token: own } = await pairDevice(url, 'PC 1')
  await postMany(url, 1)
  const { epoch } = await pageOf(url)
  const stream = openStream(url, own)
  await expect.poll(() => stream.seqs()).toEqual([1])
  const streaming = async () => {
    const answer = await call(`${url}/v1/devices`, 'GET', token)
    return devicesWire.parse(await answer.json()).devices[0]?.streaming
  }
  expect(await streaming()).toBe(true)
  clock.advance(149_000)
  expect(await streaming()).toBe(true)
  // Asleep: its connection stays, and nothing comes from it.
  clock.advance(2_000)
  expect(await streaming()).toBe(false)
  const ack = () => call(`${url}/v1/ack`, 'POST', own, { cursor: `${epoch}.1` })
  expect((await ack()).status).toBe(204)
  expect(await streaming()).toBe(true)
})

test('a time that could not be written down is written with the next ones', async () => {
  const clock = createFakeClock()
  const { url, relay } = await startRelay({ clock })
  const { token: pc, deviceId } = await pairDevice(url, 'PC 1')
  const { reader, writer } = relay.store
  const write = writer.write.bind(writer)
  let failures = 0
  writer.write = (name, ...rest) => {
    if (name !== 'see' || failures > 0) return write(name, ...rest)
    failures += 1
    return Promise.reject(new Error('the store fails'))
  }
  await pageOf(url, '', pc)
  const heardAt = clock.now()
  await expect
    .poll(async () => {
      clock.advance(60_000)
      return (await reader.findDevice(deviceId))?.seenMs
    })
    .toBe(heardAt)
  expect(failures).toBe(1)
})

test('an event is sent again as a new number, and one that is not there is not', async () => {
  const { url } = await startRelay()
  await postMany(url, 2)
  const { token: own } = await pairDevice(url, 'PC 1')
  expect(await (await call(`${url}/v1/events/1/replay`, 'POST', own)).json()).toEqual({ seq: 3, replayOf: 1 })
  const [first, , third] = await allEvents(url)
  expect(third).toMatchObject({ seq: 3, replayOf: 1, event: first?.event })
  for (const seq of ['9', '0', 'x'])
    expect((await call(`${url}/v1/events/${seq}/replay`, 'POST', own)).status).toBe(404)
})

test('a clock a day off, back and forth, changes no number and loses nothing', async () => {
  const clock = createFakeClock()
  const { url, relay } = await startRelay({ clock })
  await postMany(url, 2)
  clock.advance(DAY)
  await postMany(url, 2, 'q')
  clock.advance(-2 * DAY)
  for (const timestamp of ['0001-01-01T00:00:00Z', 'tomorrow', '+275760-09-13T00:00:00Z'])
    await post(url, JSON.stringify(eventOf('r', { timestamp })))
  await post(url, JSON.stringify({ event: 'procedure.finished', data: { id: 's' } }))
  await relay.store.writer.write('sweep', { now: clock.now() })
  expect((await allEvents(url)).map(({ seq }) => seq)).toEqual(upTo(8))
})

test('what is past its time leaves, not before every PC has confirmed it, and is an exact gap', async () => {
  const clock = createFakeClock()
  const { url, relay } = await startRelay({ clock })
  const { token: own } = await pairDevice(url, 'PC 1')
  await postMany(url, 10)
  const { epoch } = await pageOf(url)
  const sweep = () => relay.store.writer.write('sweep', { now: clock.now() })
  clock.advance(91 * DAY)
  await postMany(url, 2, 'new')
  await sweep()
  expect(await pageOf(url)).toMatchObject({ floor: 1, head: 12 })

  await call(`${url}/v1/ack`, 'POST', own, { cursor: `${epoch}.4` })
  await sweep()
  const page = await pageOf(url, `?after=${epoch}.1`)
  expect(page).toMatchObject({ floor: 5, head: 12, gap: { from: 2, to: 4, reason: 'retention' } })
  expect(page.events.map(({ seq }) => seq)).toEqual([5, 6, 7, 8, 9, 10, 11, 12])
  const stream = openStream(url, own, { after: `${epoch}.0` })
  await expect.poll(() => stream.seqs().at(-1)).toBe(12)
  expect(stream.frames.map(({ event }) => event).slice(0, 3)).toEqual(['hb', 'gap', 'change'])
  expect(stream.of('gap')).toMatchObject([{ id: null, data: { from: 1, to: 4, reason: 'retention' } }])
  expect(stream.seqs()[0]).toBe(5)

  // A PC that does not come back keeps nothing for ever.
  clock.advance(90 * DAY)
  await sweep()
  expect(await pageOf(url)).toMatchObject({ floor: 11, head: 12 })
})

test('a list whose events have all left goes on with the next number', async () => {
  const clock = createFakeClock()
  const directory = await temporaryDirectory()
  const first = await startRelay({ clock, directory })
  await postMany(first.url, 3)
  clock.advance(200 * DAY)
  await first.relay.store.writer.write('sweep', { now: clock.now() })
  await first.stop()
  const { url } = await startRelay({ clock, directory })
  await postMany(url, 1, 'q')
  const page = await pageOf(url)
  expect(page).toMatchObject({ floor: 4, head: 4, gap: { from: 1, to: 3 } })
  expect(page.events.map(({ seq }) => seq)).toEqual([4])
})

test('a repeated event is known for 30 days, and the rest of an unknown one for 14', async () => {
  const clock = createFakeClock()
  const { url, relay } = await startRelay({ clock })
  const body = JSON.stringify({ event: 'something.new', data: { id: 'c1', more: 'text' } })
  await post(url, body)
  await post(url, '{not JSON')
  clock.advance(15 * DAY)
  await relay.store.writer.write('sweep', { now: clock.now() })
  await post(url, body)
  expect((await allEvents(url)).map(({ event }) => event.data)).toEqual([{ id: 'c1' }])
  clock.advance(16 * DAY)
  await relay.store.writer.write('sweep', { now: clock.now() })
  await post(url, body)
  expect((await allEvents(url)).map(({ seq }) => seq)).toEqual([1, 2])
})

test('pages of big events are bounded in bytes', async () => {
  const { url } = await startRelay()
  const rest = { note: 'x'.repeat(100_000) }
  for (const id of ['a', 'b', 'c', 'd', 'e'])
    await post(url, JSON.stringify({ event: 'something.new', data: { id, ...rest } }))
  const page = await pageOf(url, '?limit=500')
  expect(page.events.map(({ seq }) => seq)).toEqual([1, 2])
  const stream = openStream(url, token)
  await expect.poll(() => stream.seqs()).toEqual(upTo(5))
})

type Action =
  | { kind: 'post'; count: number }
  | { kind: 'page'; client: number; limit: number }
  | { kind: 'stream'; client: number }
  | { kind: 'restart' }
  | { kind: 'retention' }

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('post' as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    kind: fc.constant('page' as const),
    client: fc.integer({ min: 0, max: 2 }),
    limit: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant('stream' as const), client: fc.integer({ min: 0, max: 2 }) }),
  fc.constant({ kind: 'restart' as const }),
  fc.constant({ kind: 'retention' as const }),
)

test('whatever happens, each client has every number once and in order, or its exact gap', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (actions) => {
      const clock = createFakeClock()
      const directory = await temporaryDirectory()
      let running = await startRelay({ clock, directory })
      const { epoch } = await pageOf(running.url)
      let posted = 0
      const clients = [0, 1, 2].map(() => ({ seq: 0 }))

      const take = (client: { seq: number }, seqs: number[], gap?: { from: number; to: number }) => {
        if (gap !== undefined) {
          expect(gap.from).toBe(client.seq + 1)
          client.seq = gap.to
        }
        for (const seq of seqs) {
          expect(seq).toBe(client.seq + 1)
          client.seq = seq
        }
      }
      const readPage = async (client: { seq: number }, limit: number) => {
        const page = await pageOf(
          running.url,
          `?after=${cursorText({ epoch, seq: client.seq })}&limit=${limit}`,
        )
        take(
          client,
          page.events.map(({ seq }) => seq),
          page.gap,
        )
        return page
      }
      const run: Record<Action['kind'], (given: never) => Promise<void>> = {
        async post({ count }: { count: number }) {
          await postMany(running.url, count, `${posted}-`)
          posted += count
        },
        async page({ client, limit }: { client: number; limit: number }) {
          await readPage(clients[client] ?? { seq: 0 }, limit)
        },
        async stream({ client }: { client: number }) {
          const one = clients[client] ?? { seq: 0 }
          const stream = openStream(running.url, token, { lastEventId: cursorText({ epoch, seq: one.seq }) })
          await expect.poll(() => stream.of('hb').length).toBeGreaterThan(0)
          const head = (stream.of('hb')[0]?.data as { head: number } | undefined)?.head ?? 0
          const reached = () => stream.frames.findLast(({ id }) => id !== null)?.id ?? ''
          await expect
            .poll(() =>
              Math.max(
                one.seq,
                parseCursor(reached())?.seq ?? 0,
                ...stream.of('gap').map(({ data }) => (data as { to: number }).to),
              ),
            )
            .toBeGreaterThanOrEqual(head)
          stream.close()
          take(one, stream.seqs(), stream.of('gap')[0]?.data)
        },
        async restart() {
          await running.stop()
          running = await startRelay({ clock, directory })
        },
        async retention() {
          clock.advance(100 * DAY)
          await running.relay.store.writer.write('sweep', { now: clock.now() })
        },
      }
      for (const each of actions) await run[each.kind](each as never)
      for (const client of clients) {
        while (client.seq < posted) await readPage(client, 500)
        expect(client.seq).toBe(posted)
      }
      expect((await pageOf(running.url)).epoch).toBe(epoch)
      await running.stop()
    }),
    { numRuns: process.env['FULL'] === '1' ? 40 : 6 },
  )
})
