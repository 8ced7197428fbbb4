import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import {
  startFollowing,
  type FollowingFixture,
  type FollowingOptions,
} from '#tests/fakes/following-fixture.ts'
import { createProcedures, type FakeProcedures } from '#tests/fakes/procedures.ts'
import { until } from './until.ts'

let service: FaultService
let procedures: FakeProcedures
let fixture: FollowingFixture | undefined

async function start(options: FollowingOptions = {}): Promise<FollowingFixture> {
  fixture = await startFollowing(service.url, options)
  return fixture
}

beforeEach(async () => {
  procedures = createProcedures()
  service = await startFaultService(procedures.respond)
})
afterEach(async () => {
  await fixture?.stop()
  fixture = undefined
  await service.close()
})
afterAll(removeTemporaryDirectories)

const get = async ({ following }: FollowingFixture, id: string) => {
  const answer = await following.changes.get('procedure', id)
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}
const ids = (n: number) => Array.from({ length: n }, (_, index) => `p${index}`)

/** Many open procedures, all due now. */
async function seed(of: FollowingFixture, names: readonly string[]): Promise<void> {
  const now = Date.now()
  for (const id of names) {
    procedures.set(id, 'PENDING')
    await of.store.call('resourceAnswered', {
      seen: {
        kind: 'procedure',
        id,
        status: 'PENDING',
        statusDescription: null,
        subject: { vrm: '1234BCD' },
        updatedAt: null,
        provisionalSince: null,
        revision: 'seed',
        body: { id, status: 'PENDING' },
      },
      now: now - 3_600_000,
      officeHours: true,
      random: 0.5,
      cause: 'poll',
      insist: false,
    })
  }
}

test('what vanishes is kept, said, and asked about no more; what comes back is followed again', async () => {
  const of = await start()
  procedures.set('p', 'PENDING')
  await of.following.changes.add('p')
  const kept = procedures.all.get('p')
  procedures.all.delete('p')
  expect(await of.following.changes.refresh('procedure', 'p')).toMatchObject({
    ok: true,
    value: { gone: true },
  })
  const view = await get(of, 'p')
  expect(view).toMatchObject({
    gone: true,
    status: 'PENDING',
    nextCheckAt: null,
    subject: { vrm: '1234BCD' },
  })
  await until(() => of.raised.length === 1)
  expect(of.raised[0]?.title).toBe('1234 BCD · Ya no está en el servicio')
  await of.following.changes.refresh('procedure', 'p')
  expect((await get(of, 'p')).timeline).toHaveLength(2)
  procedures.all.set('p', { ...kept })
  await of.following.changes.refresh('procedure', 'p')
  expect(await get(of, 'p')).toMatchObject({ gone: false, nextCheckAt: expect.any(Number) })
})

test('a state never seen is kept and shown raw, and a body of another id is refused', async () => {
  const of = await start()
  procedures.set('p', 'PENDING')
  await of.following.changes.add('p')
  procedures.set('p', 'TELEPORTED', {
    statusDescription: 'Teletransportado',
    updatedAt: '9999-12-31T23:59:59.000Z',
  })
  await of.following.changes.refresh('procedure', 'p')
  const view = await get(of, 'p')
  expect(view).toMatchObject({ status: 'TELEPORTED', statusDescription: 'Teletransportado' })
  expect(view.timeline[0]?.at).toBeLessThanOrEqual(Date.now())
  service.answer((_request, response) =>
    json(response, 200, { ...procedures.all.get('p'), id: 'q', status: 'DONE' }),
  )
  expect(await of.following.changes.refresh('procedure', 'p')).toMatchObject({
    error: { code: 'bad-answer' },
  })
  expect((await get(of, 'p')).status).toBe('TELEPORTED')
})

test.each([
  ['no updatedAt', { updatedAt: null }],
  ['nonsense for lists', { incidents: 'many', generatedDocuments: 7, documents: null, updatedAt: 'soon' }],
  ['nothing but the least', { type: null, vrm: null, typeDescription: 3 }],
])('an answer with %s degrades and no more', async (_name, fields) => {
  const of = await start()
  procedures.set('p', 'PENDING', fields)
  expect(await of.following.changes.add('p')).toMatchObject({ ok: true })
  procedures.set('p', 'DONE', fields)
  await of.following.changes.refresh('procedure', 'p')
  expect((await get(of, 'p')).timeline.flatMap(({ status }) => status ?? [])).toEqual(['DONE', 'PENDING'])
})

test('one that always answers garbage goes behind the others and stops nobody', async () => {
  const of = await start({ start: false })
  await seed(of, ids(12))
  service.answer((request, response) =>
    request.path.endsWith('/p0') ? json(response, 200, '{"id": 7') : procedures.respond(request, response),
  )
  of.following.start()
  await until(() => procedures.looks.size === 11)
  await until(async () => (await get(of, 'p0')).error?.code === 'bad-answer')
  expect((await get(of, 'p0')).nextCheckAt).toBeGreaterThan(Date.now() + 30_000)
  expect(of.gate.state.state).toBe('online')
})

test('a storm of 429 is waited out as it asks, with one look at a time', async () => {
  const of = await start({ start: false })
  await seed(of, ids(30))
  let storm = true
  service.answer((request, response) =>
    storm
      ? json(response, 429, { statusCode: 429 }, { 'retry-after': '1' })
      : procedures.respond(request, response),
  )
  of.following.start()
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  // The first ones were on their way together; after them, one each time that the service said.
  expect(service.seen.length).toBeLessThanOrEqual(7)
  expect(of.state.sweep?.state).toBe('paused')
  storm = false
  await until(() => procedures.looks.size === 30, 10_000)
  expect(of.state.sweep?.state).not.toBe('paused')
})

test('a refused key stops the sweep until somebody says otherwise', async () => {
  const of = await start({ start: false })
  await seed(of, ids(10))
  service.answer((_request, response) => json(response, 401, { statusCode: 401, message: 'Unauthorized' }))
  of.following.start()
  await until(() => of.gate.state.state === 'unauthorized')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(service.seen.length).toBeLessThanOrEqual(4)
  expect(of.state.sweep?.state).toBe('paused')
})

test('the background never asks faster than its cap, whatever is due, and the latest go first', async () => {
  const of = await start({ start: false, background: 10 })
  await seed(of, ids(25))
  of.following.start()
  await until(() => procedures.looks.size === 25)
  const times = service.seen.map(({ at }) => at)
  // What leaves within a second arrives within a little more.
  for (const at of times)
    expect(times.filter((other) => other >= at && other < at + 900).length).toBeLessThanOrEqual(10)
  expect([...procedures.looks.values()].every((n) => n === 1)).toBe(true)
})

test('what has ended is not looked at again', async () => {
  const of = await start()
  for (const [id, status] of [
    ['a', 'DELIVERED_TO_CLIENT'],
    ['b', 'CANCELLED'],
  ] as const) {
    procedures.set(id, status)
    await of.following.changes.add(id)
    expect((await get(of, id)).nextCheckAt).toBeNull()
  }
  await of.following.changes.add('a')
})

test('failures of the service become an outage, with its dated record, and answers end it', async () => {
  const of = await start()
  procedures.set('p', 'PENDING')
  await of.following.changes.add('p')
  service.answer((_request, response) =>
    json(response, 503, { statusCode: 503, message: 'Down for 1234BCD' }),
  )
  for (let attempt = 0; attempt < 6; attempt++) await of.following.changes.refresh('procedure', 'p')
  expect(of.state.outage).toMatchObject({ state: 'suspected', failures: expect.any(Number) })
  service.answer(procedures.respond)
  for (let attempt = 0; attempt < 3; attempt++) await of.following.changes.refresh('procedure', 'p')
  expect(of.state.outage).toEqual({ state: 'none', failures: 0 })
  await until(async () => (await of.store.call('attempts', null, 50)).rows.length >= 8)
  const { rows } = await of.store.call('attempts', null, 50)
  expect(rows.filter(({ outcome }) => outcome === 'service-failed')).toHaveLength(6)
  expect(rows.filter(({ outcome }) => outcome === 'answered').length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('1234BCD')
})
