import { expect, test } from 'vitest'
import { json } from '#tests/fakes/fault-service.ts'
import type { TrackingFixture } from '#tests/fakes/tracking-fixture.ts'
import { departuresTo } from '#tests/fakes/departures.ts'
import { setUpTracking } from './tracked-procedures.ts'
import { until } from './until.ts'

const desk = setUpTracking()

const get = async ({ tracking }: TrackingFixture, id: string) => {
  const answer = await tracking.changes.get('procedure', id)
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}
const ids = (n: number) => Array.from({ length: n }, (_, index) => `p${index}`)

test('what vanishes is kept, said once, and asked about more seldom; what comes back is followed again', async () => {
  const of = await desk.start()
  desk.procedures.set('p', 'PENDING')
  await of.tracking.changes.add('p')
  const kept = desk.procedures.all.get('p')
  desk.procedures.all.delete('p')
  expect(await of.tracking.changes.refresh('procedure', 'p')).toMatchObject({
    ok: true,
    value: { gone: true },
  })
  const view = await get(of, 'p')
  expect(view).toMatchObject({
    gone: true,
    status: 'PENDING',
    subject: { vrm: '1234BCD' },
  })
  const inMinutes = async () => {
    const { nextCheckAt } = await get(of, 'p')
    return nextCheckAt === null ? null : Math.round((nextCheckAt - Date.now()) / 60_000)
  }
  // The service may be wrong about everything: it is asked again within the hour.
  expect(await inMinutes()).toBeGreaterThan(50)
  expect(await inMinutes()).toBeLessThan(70)
  await until(() => of.raised.length === 1)
  expect(of.raised[0]).toMatchObject({
    title: '1234 BCD',
    body: expect.stringMatching(/^Ya no está en el servicio/),
  })
  for (let looks = 2; looks <= 8; looks++) {
    await of.tracking.changes.refresh('procedure', 'p')
    if (looks < 8) expect(await inMinutes()).toBeGreaterThan(20 * 60)
  }
  expect(await inMinutes()).toBeNull()
  expect((await get(of, 'p')).timeline).toHaveLength(2)
  desk.procedures.all.set('p', { ...kept })
  await of.tracking.changes.refresh('procedure', 'p')
  expect(await get(of, 'p')).toMatchObject({ gone: false, nextCheckAt: expect.any(Number) })
})

test('a state never seen is kept and shown raw, and a body of another id is refused', async () => {
  const of = await desk.start()
  desk.procedures.set('p', 'PENDING')
  await of.tracking.changes.add('p')
  desk.procedures.set('p', 'TELEPORTED', {
    statusDescription: 'Teletransportado',
    updatedAt: '9999-12-31T23:59:59.000Z',
  })
  await of.tracking.changes.refresh('procedure', 'p')
  const view = await get(of, 'p')
  expect(view).toMatchObject({ status: 'TELEPORTED', statusDescription: 'Teletransportado' })
  expect(view.timeline[0]?.at).toBeLessThanOrEqual(Date.now())
  desk.service.answer((_request, response) =>
    json(response, 200, { ...desk.procedures.all.get('p'), id: 'q', status: 'DONE' }),
  )
  expect(await of.tracking.changes.refresh('procedure', 'p')).toMatchObject({
    error: { code: 'bad-answer' },
  })
  expect((await get(of, 'p')).status).toBe('TELEPORTED')
})

test.each([
  ['no updatedAt', { updatedAt: null }],
  ['nonsense for lists', { incidents: 'many', generatedDocuments: 7, documents: null, updatedAt: 'soon' }],
  ['nothing but the least', { type: null, vrm: null, typeDescription: 3 }],
])('an answer with %s degrades and no more', async (_name, fields) => {
  const of = await desk.start()
  desk.procedures.set('p', 'PENDING', fields)
  expect(await of.tracking.changes.add('p')).toMatchObject({ ok: true })
  desk.procedures.set('p', 'DONE', fields)
  await of.tracking.changes.refresh('procedure', 'p')
  expect((await get(of, 'p')).timeline.flatMap(({ status }) => status ?? [])).toEqual(['DONE', 'PENDING'])
})

test('one that always answers garbage goes behind the others and stops nobody', async () => {
  const of = await desk.start({ start: false })
  await desk.seed(of, ids(12))
  desk.service.answer((request, response) =>
    request.path.endsWith('/p0')
      ? json(response, 200, '{"id": 7')
      : desk.procedures.respond(request, response),
  )
  of.tracking.start()
  await until(() => desk.procedures.looks.size === 11)
  await until(async () => (await get(of, 'p0')).error?.code === 'bad-answer')
  expect((await get(of, 'p0')).nextCheckAt).toBeGreaterThan(Date.now() + 30_000)
  expect(of.breaker.state.state).toBe('online')
})

test('a storm of 429 is waited out as it asks, with one look at a time', async () => {
  const of = await desk.start({ start: false })
  await desk.seed(of, ids(30))
  let storm = true
  desk.service.answer((request, response) =>
    storm
      ? json(response, 429, { statusCode: 429 }, { 'retry-after': '1' })
      : desk.procedures.respond(request, response),
  )
  of.tracking.start()
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  // The first requests were concurrent; after them, one each time that `retry-after` allowed.
  expect(desk.service.seen.length).toBeLessThanOrEqual(7)
  expect(of.state.sweep?.state).toBe('paused')
  storm = false
  await until(() => desk.procedures.looks.size === 30, 10_000)
  expect(of.state.sweep?.state).not.toBe('paused')
})

test('a refused key stops the sweep until somebody says otherwise', async () => {
  const of = await desk.start({ start: false })
  await desk.seed(of, ids(10))
  desk.service.answer((_request, response) =>
    json(response, 401, { statusCode: 401, message: 'Unauthorized' }),
  )
  of.tracking.start()
  await until(() => of.breaker.state.state === 'unauthorized')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(desk.service.seen.length).toBeLessThanOrEqual(4)
  expect(of.state.sweep?.state).toBe('paused')
})

test('the background never asks faster than its cap, whatever is due, and the latest go first', async () => {
  const of = await desk.start({ start: false, background: 10 })
  await desk.seed(of, ids(25))
  const times = departuresTo(desk.service.url)
  of.tracking.start()
  await until(() => desk.procedures.looks.size === 25)
  expect(times).toHaveLength(25)
  for (const at of times)
    expect(times.filter((other) => other >= at && other < at + 900).length).toBeLessThanOrEqual(10)
  expect([...desk.procedures.looks.values()].every((n) => n === 1)).toBe(true)
})

test('what has ended is not looked at again', async () => {
  const of = await desk.start()
  for (const [id, status] of [
    ['a', 'DELIVERED_TO_CLIENT'],
    ['b', 'CANCELLED'],
  ] as const) {
    desk.procedures.set(id, status)
    await of.tracking.changes.add(id)
    expect((await get(of, id)).nextCheckAt).toBeNull()
  }
  await of.tracking.changes.add('a')
})

test('failures of the service become an outage, with its dated record, and answers end it', async () => {
  const of = await desk.start()
  for (const id of ids(3)) {
    desk.procedures.set(id, 'PENDING')
    await of.tracking.changes.add(id)
  }
  const refreshAll = async () => {
    for (const id of ids(3)) await of.tracking.changes.refresh('procedure', id)
  }
  desk.service.answer((_request, response) =>
    json(response, 503, { statusCode: 503, message: 'Down for 1234BCD' }),
  )
  for (let attempt = 0; attempt < 2; attempt++) await refreshAll()
  expect(of.state.outage).toMatchObject({ state: 'suspected', failures: expect.any(Number) })
  desk.service.answer(desk.procedures.respond)
  await refreshAll()
  expect(of.state.outage).toEqual({ state: 'none', failures: 0 })
  await until(async () => (await of.store.call('attempts', null, 50)).rows.length >= 8)
  const { rows } = await of.store.call('attempts', null, 50)
  expect(rows.filter(({ outcome }) => outcome === 'service-failed')).toHaveLength(6)
  expect(rows.filter(({ outcome }) => outcome === 'answered').length).toBeGreaterThan(0)
  const failed = rows.flatMap(({ at, outcome }) => (outcome === 'answered' ? [] : [at]))
  expect(await of.store.call('attemptSummary')).toEqual({ failures: 6, from: failed[0], to: failed.at(-1) })
  expect(JSON.stringify(rows)).not.toContain('1234BCD')
})

test('what is back, or can be read again, is said although nothing in it is new', async () => {
  const of = await desk.start()
  desk.procedures.set('p', 'PENDING')
  await of.tracking.changes.add('p')
  const told = async (look: () => void) => {
    const before = of.changed.length
    look()
    await of.tracking.changes.refresh('procedure', 'p')
    return of.changed.length - before
  }
  expect(await told(() => undefined)).toBe(0)
  expect(await told(() => desk.service.answer((_request, response) => json(response, 200, '{')))).toBe(1)
  expect((await get(of, 'p')).error?.code).toBe('bad-answer')
  expect(await told(() => desk.service.answer(desk.procedures.respond))).toBe(1)
  expect((await get(of, 'p')).error).toBeUndefined()
  expect(await told(() => undefined)).toBe(0)
  expect(await told(() => desk.service.answer((_request, response) => json(response, 404, {})))).toBe(1)
  expect(await told(() => desk.service.answer(desk.procedures.respond))).toBe(1)
  expect((await get(of, 'p')).gone).toBe(false)
})

test('answers that cannot be kept are not asked for on and on, and once there is room all of them are', async () => {
  const of = await desk.start({ start: false })
  await desk.seed(of, ids(12))
  const call = of.store.call
  of.store.call = (method, ...args) =>
    method === 'resourceAnswered'
      ? Promise.reject(new Error('database or disk is full'))
      : call(method, ...args)
  of.tracking.start()
  await until(() => desk.service.seen.length > 0)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(desk.service.seen.length).toBeLessThanOrEqual(8)
  of.store.call = call
  // The user comes back to it.
  of.tracking.settingsChanged()
  await until(async () => (await get(of, 'p11')).checkedAt !== null && desk.procedures.looks.size === 12)
})
