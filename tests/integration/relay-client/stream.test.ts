import { afterAll, afterEach, expect, test } from 'vitest'
import { SPACING_MS } from '#electron/core/features/changes/resource-fetcher.ts'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { procedureEvent } from '#tests/fakes/procedures.ts'
import { CODE, pairPc, TOKEN } from '#tests/fakes/relay-stand-in.ts'
import { CALM, startDesk, type Desk, type DeskOptions } from './desk.ts'

let desk: Desk
const start = async (options?: DeskOptions) => (desk = await startDesk(options))

afterEach(() => desk.stop())
afterAll(removeTemporaryDirectories)

test('paired by a code, this PC hears an event, adds what it never saw, and confirms it', async () => {
  const { relay, procedures, until, core } = await start()
  procedures.set('p1', 'BLOCKED')
  await pairPc(core, `${relay.url}/`, ' k7qf 9m2t')
  expect(await until(({ state }) => state === 'live')).toMatchObject({
    address: relay.url,
    office: 'Gestoría Ribera',
    admin: true,
    deviceId: 'pc-1',
    pairing: null,
    cursor: 0,
    missing: 0,
  })
  relay.push(procedureEvent('p1', 'BLOCKED', Date.now()))
  const slice = await until(({ received }) => received === 1)
  expect(slice).toMatchObject({ cursor: 1, head: 1, missing: 0, misordered: 0 })
  expect(slice.lastReceivedAt).toBeGreaterThan(0)
  await waitUntil(
    () => desk.lines('p1'),
    (lines) => lines.length === 1,
  )
  expect(await desk.unread()).toEqual(['p1 BLOCKED'])
  await waitUntil(
    () => relay.acks,
    (acks) => acks.includes('abcd.1'),
  )
  expect(relay.tokens).toEqual(new Set([TOKEN]))
  expect(core.logged.join('\n')).not.toContain(TOKEN)
})

test('what the relay could not read is known here, until the relay has deleted it', async () => {
  const lastAt = '2026-11-20T13:05:00.000Z'
  const unreadable = { count: 2, lastAt, reason: 'not JSON in UTF-8' }
  const { relay, until, core } = await start({ relay: { unreadable } })
  await desk.pair()
  const slice = await until((found) => found.unreadable !== null)
  expect(slice.unreadable).toEqual({ count: 2, lastAt: Date.parse(lastAt) })
  relay.options.unreadable = null
  await core.value('relay.retry', {})
  expect((await until((found) => found.unreadable === null)).state).not.toBe('none')
})

test("an event that comes long after the heartbeat does not shift the relay's clock", async () => {
  const { relay, until } = await start({ relay: { beatMs: 60_000 } })
  const { skewMs } = await desk.pair()
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  relay.push({ event: 'moon.phase', data: { id: 'm' } })
  expect((await until(({ cursor }) => cursor === 1)).skewMs).toBe(skewMs)
})

test('the core that was off reads what came meanwhile, once each, and continues from there', async () => {
  const { relay, procedures } = await start()
  await desk.pair()
  for (let index = 0; index < 30; index++) {
    procedures.set(`p${index}`, 'BLOCKED')
    relay.push(procedureEvent(`p${index}`, 'BLOCKED', Date.now()))
  }
  await desk.until(({ cursor }) => cursor === 30)
  const before = relay.seen.length
  await desk.again()
  await desk.until(({ state }) => state === 'live')
  expect(relay.seen.slice(before)).toContain('GET /v1/stream?after=abcd.30')
  procedures.set('p0', 'PENDING')
  relay.push(procedureEvent('p0', 'PENDING', Date.now()))
  await desk.until(({ cursor }) => cursor === 31)
  expect((await desk.slice()).received).toBe(31)
  // Each is shown once its procedure was read.
  await expect.poll(desk.unread).toHaveLength(31)
})

test('events doubled or late change nothing; one out of order is asked for again, and none is missing', async () => {
  // A heartbeat would tell that more was there.
  const { relay, procedures } = await start({ relay: { beatMs: 60_000 } })
  await desk.pair()
  for (const id of ['p1', 'p2', 'p3']) procedures.set(id, 'BLOCKED')
  const events = ['p1', 'p2', 'p3'].map((id) => procedureEvent(id, 'BLOCKED', Date.now()))
  const frame = (seq: number) =>
    `event: change\nid: abcd.${seq}\ndata: ${JSON.stringify({
      seq,
      receivedAt: new Date().toISOString(),
      event: events[seq - 1],
    })}\n\n`
  relay.store(...events)
  relay.raw(frame(1))
  relay.raw(frame(1))
  await desk.until(({ cursor }) => (cursor ?? 0) >= 1)
  // The second is missing: what follows is not taken, and the list is read again from there.
  relay.raw(frame(3))
  const slice = await desk.until(({ cursor, state }) => cursor === 3 && state === 'live')
  relay.raw(frame(2))
  relay.raw(frame(3))
  procedures.set('p1', 'PENDING')
  relay.push(procedureEvent('p1', 'PENDING', Date.now()))
  await desk.until(({ cursor }) => cursor === 4)
  expect(slice.misordered).toBe(1)
  expect((await desk.slice()).received).toBe(4)
  await expect
    .poll(async () => (await desk.unread()).toSorted())
    .toEqual(['p1 BLOCKED', 'p1 PENDING', 'p2 BLOCKED', 'p3 BLOCKED'])
})

test('what cannot be read, canaries and reports of others have their number and are no news', async () => {
  const { relay } = await start()
  await desk.pair()
  relay.push({ event: 'x' })
  relay.push('nonsense')
  relay.raw(`event: canary\ndata: {"id":"c1","receivedAt":"${new Date().toISOString()}"}\n\n`)
  relay.raw('event: later\ndata: {}\n\n')
  relay.push({ event: 'report.completed', data: { id: 'of-others', status: 'completed' } })
  expect(await desk.until(({ cursor }) => cursor === 3)).toMatchObject({ received: 3, misordered: 0 })
  await desk.again()
  expect(await desk.until(({ state }) => state === 'live')).toMatchObject({ cursor: 3, received: 3 })
  expect(await desk.unread()).toEqual([])
})

test('a resource of another account answers 404, and is not news', async () => {
  const { relay, service } = await start()
  await desk.pair()
  relay.push(procedureEvent('of-others', 'BLOCKED', Date.now()))
  await waitUntil(
    () => service.seen.filter(({ path }) => path.endsWith('/of-others')),
    (asked) => asked.length === 1,
  )
  await waitUntil(
    () => desk.unread(),
    (rows) => rows.length === 0,
  )
  expect(await desk.core.call('changes.get', { kind: 'procedure', id: 'of-others' })).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  })
  // Its own account's may be known to the service a moment later.
  desk.procedures.set('of-others', 'BLOCKED')
  relay.push(procedureEvent('of-others', 'PENDING', Date.now()))
  await waitUntil(
    () => desk.lines('of-others'),
    (lines) => lines.length >= 2,
  )
})

test('fifty events of one procedure are a request, and one more for each interval', async () => {
  const { relay, procedures } = await start()
  procedures.set('p1', 'BLOCKED')
  await desk.pair()
  const began = performance.now()
  // The count is read before the time, so that a slow machine only allows what it had the time for.
  const expectSpaced = () => {
    const looks = procedures.looks.get('p1') ?? 0
    expect(looks).toBeLessThanOrEqual(1 + Math.floor((performance.now() - began) / SPACING_MS))
  }
  for (let index = 0; index < 50; index++) {
    relay.push(procedureEvent('p1', index % 2 ? 'BLOCKED' : 'PENDING', Date.now() - 100 + index))
    // Apart, so that they are not one batch.
    await new Promise((resolve) => setTimeout(resolve, 2))
    expectSpaced()
  }
  await desk.until(({ cursor }) => cursor === 50)
  expectSpaced()
  await waitUntil(
    () => procedures.looks.get('p1') ?? 0,
    (looks) => looks >= 1,
  )
  // What came after the first request is asked for by a second one within this time.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expectSpaced()
  // A look between two events may find the later state first.
  expect((await desk.lines('p1')).length).toBeGreaterThanOrEqual(50)
})

test('cut after every few events, the stream is taken up where it was', async () => {
  const { relay, procedures } = await start({ relay: { cutAfter: 3 } })
  await desk.pair()
  for (let index = 0; index < 12; index++) {
    procedures.set(`p${index}`, 'BLOCKED')
    relay.store(procedureEvent(`p${index}`, 'BLOCKED', Date.now()))
  }
  relay.cut()
  await desk.until(({ cursor }) => cursor === 12, 30_000)
  // Each is shown once its procedure was read.
  await expect.poll(desk.unread).toHaveLength(12)
  expect((await desk.slice()).received).toBe(12)
})

test('no token and no redirect leaves for another address, nor is a plain one taken', async () => {
  const { relay, core } = await start()
  const code = CODE
  expect(await core.call('relay.pair', { address: 'http://relay.example', code, name: 'x' })).toMatchObject({
    error: { code: 'bad-address' },
  })
  expect(await core.call('relay.pair', { address: relay.url, code: 'AAAA-AAAA', name: 'x' })).toMatchObject({
    error: { code: 'relay-code' },
  })
  expect(await core.call('relay.pair', { address: relay.url, code: 'AAA', name: 'x' })).toMatchObject({
    error: { code: 'relay-code' },
  })
  expect((await desk.slice()).pairing).toBeNull()
  expect(relay.seen.filter((line) => line.includes('claim'))).toEqual([])
})

test('on a quiet stream the same confirmation is sent again and again, so that the relay knows of this PC', async () => {
  const { relay, pair, until } = await start({ core: { relayTimings: { ...CALM, aliveMs: 200 } } })
  await pair()
  relay.push(procedureEvent('p1', 'IN_PROGRESS', Date.now()))
  await until(({ cursor }) => cursor === 1)
  const last = () => relay.acks.filter((cursor) => cursor.endsWith('.1')).length
  await waitUntil(last, (times) => times >= 3)
})
