import { afterAll, afterEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { json, reducedReports } from '#tests/fakes/fault-service.ts'
import { startTracking, type TrackingFixture } from '#tests/fakes/tracking-fixture.ts'
import { procedureEvent } from '#tests/fakes/procedures.ts'
import { startDesk, type Desk, type DeskOptions } from './desk.ts'

let desk: Desk | undefined
let fixture: TrackingFixture | undefined
const start = async (options?: DeskOptions) => (desk = await startDesk(options))

afterEach(async () => {
  await desk?.stop()
  await fixture?.stop()
  desk = undefined
  fixture = undefined
})
afterAll(removeTemporaryDirectories)

const DAY = 86_400_000

test('a report that is waited for is read as soon as its event comes', async () => {
  const { relay, service, core, until } = await start()
  await (desk as Desk).pair()
  let isReady = false
  const respond = reducedReports()
  service.answer((request, response) => {
    if (request.method !== 'GET' || isReady) return respond(request, response)
    const id = request.path.split('/').at(-1)
    json(response, 200, { id, vrm: '1234BCD', type: 'reduced', status: 'processing' })
  })
  await core.value('lookup.start', { vrm: '1234BCD' })
  // Past the first seconds, the next look would come seconds later.
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  const asked = () => service.seen.filter(({ method }) => method === 'GET').length
  let before = asked()
  await waitUntil(asked, (now) => now > before)
  before = asked()
  isReady = true
  relay.push({ event: 'report.completed', data: { id: 'of-others', status: 'completed' } })
  relay.push({ event: 'report.completed', data: { id: 'rep_1', status: 'completed' } })
  const cameAt = performance.now()
  await core.until('1234BCD', ({ latest }) => latest !== null)
  // Two seconds and more without the event; hundreds of milliseconds on the slowest machine with it.
  expect(performance.now() - cameAt).toBeLessThan(1_500)
  expect(asked()).toBe(before + 1)
  await until(({ cursor }) => cursor === 2)
})

test('while the relay is heard an open procedure is looked at by the slow interval alone, and at once as before without it', async () => {
  let relayed = true
  fixture = await startTracking('http://127.0.0.1:9', { start: false, relayed: () => relayed })
  const { store } = fixture
  const now = Date.now()
  await store.call('resourceAnswered', {
    seen: {
      kind: 'procedure',
      id: 'p1',
      status: 'BLOCKED',
      statusDescription: null,
      subject: {},
      updatedAt: null,
      provisionalSince: null,
      revision: 'r1',
      body: { id: 'p1', status: 'BLOCKED' },
    },
    now: now - DAY,
    officeHours: true,
    random: 0.5,
    cause: 'poll',
    insist: false,
  } as never)
  const due = (at: number, isRelayed: boolean) => store.call('dueResources', at, 10, isRelayed)
  const nextAt = (await store.call('nextResourceDue', false)) ?? 0
  const relayedAt = (await store.call('nextResourceDue', true)) ?? 0
  expect(nextAt - (now - DAY)).toBe(15 * 60_000)
  expect(relayedAt - (now - DAY)).toBe(2 * 3_600_000)
  expect(await due(nextAt, true)).toEqual([])
  expect(await due(nextAt, false)).toHaveLength(1)
  expect(await due(relayedAt, true)).toHaveLength(1)
  // An event makes it due in both.
  await fixture.tracking.changes.applyEvents([
    { event: procedureEvent('p1', 'PENDING', now), cursor: { epoch: 'abcd', seq: 1 }, receivedAt: now },
  ])
  expect(await due(Date.now(), true)).toHaveLength(1)
  relayed = false
})

test('the background lane follows the health of the relay', async () => {
  const { relay, procedures, core, until } = await start()
  procedures.set('p1', 'BLOCKED')
  await core.value('changes.add', { text: 'p1' })
  const ordinary = (await core.slice('sweep')).roundMs
  await (desk as Desk).pair()
  await until(({ state }) => state === 'live')
  const slow = await waitUntil(
    () => core.slice('sweep'),
    ({ roundMs }) => roundMs > 60 * 60_000,
  )
  expect(slow.open).toBe(1)
  relay.options.refuses = true
  relay.cut()
  await waitUntil(
    () => core.slice('sweep'),
    ({ roundMs }) => roundMs < 60 * 60_000 && (ordinary === 0 || roundMs === ordinary),
  )
})

test('events and numbers are stored together, or not at all; and once', async () => {
  fixture = await startTracking('http://127.0.0.1:9', { start: false })
  const { changes } = fixture.tracking
  const of = (seq: number, epoch = 'abcd') => ({
    event: procedureEvent(`p${seq}`, 'BLOCKED', Date.now()),
    cursor: { epoch, seq },
    receivedAt: 1_000 + seq,
  })
  const nothing = { event: { event: '' }, cursor: { epoch: 'abcd', seq: 2 }, receivedAt: null }
  expect(await changes.applyEvents([of(1), nothing, of(3)])).toEqual({
    outcomes: ['waits', 'ignored', 'waits'],
    cursor: { epoch: 'abcd', seq: 3 },
  })
  expect((await changes.applyEvents([of(2), of(3), of(4), of(6), of(7)])).outcomes).toEqual([
    'known',
    'known',
    'waits',
    'misordered',
  ])
  expect((await changes.applyEvents([of(5, 'wxyz')])).outcomes).toEqual(['misordered'])
  expect(await fixture.store.call('relayStored')).toMatchObject({
    cursor: { epoch: 'abcd', seq: 4 },
    received: { count: 4, firstAt: 1_001, lastAt: 1_004 },
  })
})

test('an account that is left closes its stream, and another does not hear of it', async () => {
  const { relay, core, until } = await start()
  await (desk as Desk).pair()
  await until(({ state }) => state === 'live')
  await core.stop()
  await waitUntil(
    () => relay.streams,
    (open) => open === 0,
  )
  const asked = relay.seen.length
  relay.store({ event: 'moon.phase', data: { id: 'm' } })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(relay.seen.length).toBe(asked)
})
