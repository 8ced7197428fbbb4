import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { SPACING_MS } from '#electron/core/features/changes/resource-fetcher.ts'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'
import { startTracking, type TrackingFixture } from '#tests/fakes/tracking-fixture.ts'
import { createProcedures, procedureEvent, type FakeProcedures } from '#tests/fakes/procedures.ts'
import { until } from './until.ts'

let service: FaultService
let procedures: FakeProcedures
let fixture: TrackingFixture

beforeEach(async () => {
  procedures = createProcedures()
  service = await startFaultService(procedures.respond)
  fixture = await startTracking(service.url)
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

/** A place in the relay's list. */
const placed = (seq: number) => ({ epoch: 'abcd', seq })

const view = async (id: string) => {
  const answer = await fixture.tracking.changes.get('procedure', id)
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}
/** Its state, once it was read. */
const stateOf = async (id: string) => {
  const answer = await fixture.tracking.changes.get('procedure', id)
  return answer.ok ? answer.value.status : null
}
const lines = async (id: string) =>
  (await view(id)).timeline.flatMap(({ status }) => status ?? []).toReversed()
const inbox = async () => {
  const answer = await fixture.tracking.inbox.list('all', null, null, 100)
  return answer.ok ? answer.value.rows : []
}

test('an event of what nobody here created makes it known, is looked at and told once', async () => {
  procedures.set('p1', 'BLOCKED')
  const event = procedureEvent('p1', 'BLOCKED', Date.now() - 1_000)
  expect(await fixture.tracking.changes.applyEvent(event, placed(1))).toBe(true)
  await until(async () => (await stateOf('p1')) === 'BLOCKED' && fixture.raised.length === 1)
  expect(await fixture.tracking.changes.applyEvent(event, placed(2))).toBe(false)
  await until(async () => (procedures.looks.get('p1') ?? 0) >= 2)
  expect(await lines('p1')).toEqual(['BLOCKED'])
  expect(await inbox()).toHaveLength(1)
  expect(await fixture.store.call('meta', 'relay-cursor')).toBe('abcd.2')
  expect(fixture.raised[0]).toMatchObject({
    title: '1234 BCD',
    body: expect.stringMatching(/^Con incidencia/),
    route: { view: 'procedure', id: 'p1' },
  })
})

test('events are hints: what the GET says is the state, and both are lines', async () => {
  procedures.set('p1', 'PENDING')
  await fixture.tracking.changes.add('p1')
  procedures.set('p1', 'DONE')
  await fixture.tracking.changes.applyEvent(procedureEvent('p1', 'IN_PROGRESS', Date.now() - 70_000), null)
  await until(async () => (await stateOf('p1')) === 'DONE')
  expect(await lines('p1')).toEqual(['IN_PROGRESS', 'PENDING', 'DONE'])
})

test('a late event of what a look had found is that line, and nobody is told again', async () => {
  procedures.set('p1', 'PENDING')
  await fixture.tracking.changes.add('p1')
  procedures.set('p1', 'IN_PROGRESS')
  await fixture.tracking.changes.refresh('procedure', 'p1')
  await until(() => fixture.raised.length === 1)
  const at = Date.parse(String(procedures.all.get('p1')?.['updatedAt']))
  expect(await fixture.tracking.changes.applyEvent(procedureEvent('p1', 'IN_PROGRESS', at), null)).toBe(false)
  await until(async () => (procedures.looks.get('p1') ?? 0) >= 3)
  expect(await lines('p1')).toEqual(['PENDING', 'IN_PROGRESS'])
  expect(await inbox()).toHaveLength(1)
  expect(fixture.raised).toHaveLength(1)
})

test('names never seen and certificates have their place; what has no name or id has none', async () => {
  const { changes } = fixture.tracking
  const data = { id: 'cae-1', path: '/v1/certificates/cae-1', timestamp: new Date().toISOString() }
  expect(await changes.applyEvent({ event: 'energy_saving_certificate.status_changed', data }, null)).toBe(
    true,
  )
  expect(
    await changes.applyEvent({ event: 'moon.phase', data: { id: 'm', timestamp: 'yesterday' } }, null),
  ).toBe(true)
  for (const bad of [null, 7, {}, { event: '', data }, { event: 'x' }, { event: 'x', data: { id: '' } }])
    expect(await changes.applyEvent(bad, null)).toBe(false)
  expect((await inbox()).map(({ kind }) => kind)).toEqual(['other', 'certificate'])
  await until(() => fixture.raised.length === 2)
  expect(service.seen).toEqual([])
})

test('a change while it is being asked about throws that answer away: the later one wins', async () => {
  procedures.set('p1', 'PENDING')
  await fixture.tracking.changes.add('p1')
  const held: (() => void)[] = []
  service.answer(async (request, response) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = { ...procedures.all.get('p1') }
    held.push(resolve)
    await promise
    json(response, 200, before)
    void request
  })
  const looking = fixture.tracking.changes.refresh('procedure', 'p1')
  await until(() => held.length === 1)
  procedures.set('p1', 'BLOCKED')
  await fixture.tracking.changes.applyEvent(procedureEvent('p1', 'BLOCKED', Date.now()), null)
  held[0]?.()
  await until(() => held.length === 2)
  held[1]?.()
  await looking
  // One request at a time, and the earlier state was never accepted.
  expect(service.seen).toHaveLength(3)
  expect(await lines('p1')).toEqual(['PENDING', 'BLOCKED'])
})

test('a report of another desk is not this desk’s news', async () => {
  const data = {
    id: 'rep-of-others',
    path: '/v1/reports/rep-of-others',
    timestamp: new Date().toISOString(),
    status: 'completed',
  }
  await fixture.tracking.changes.applyEvent({ event: 'report.completed', data }, null)
  expect(await inbox()).toEqual([])
})

test('an answer older than what is known is not believed, until it is insisted on', async () => {
  procedures.set('p1', 'PENDING')
  const early = { ...procedures.all.get('p1') }
  await fixture.tracking.changes.add('p1')
  procedures.set('p1', 'DONE')
  await fixture.tracking.changes.refresh('procedure', 'p1')
  procedures.all.set('p1', early)
  for (let look = 0; look < 3; look++) await fixture.tracking.changes.refresh('procedure', 'p1')
  expect((await view('p1')).status).toBe('DONE')
  // A service restored to an earlier day keeps answering so.
  await fixture.tracking.changes.refresh('procedure', 'p1')
  expect((await view('p1')).status).toBe('PENDING')
})

test('many events at once keep nobody waiting, and each that was not looked at is due', async () => {
  await fixture.stop()
  fixture = await startTracking(service.url, { interactive: 8, background: 2 })
  procedures.set('mine', 'PENDING')
  for (let index = 0; index < 100; index++) {
    procedures.set(`p${index}`, 'BLOCKED')
    await fixture.tracking.changes.applyEvent(procedureEvent(`p${index}`, 'BLOCKED', Date.now()), null)
  }
  const before = service.seen.length
  expect(await fixture.tracking.changes.add('mine')).toMatchObject({ ok: true })
  // The user's request waits behind a few at most.
  const mine = service.seen.findIndex(({ path }) => path.endsWith('/mine'))
  expect(mine - before).toBeGreaterThanOrEqual(0)
  expect(mine - before).toBeLessThan(30)
  const due = new Set((await fixture.store.call('dueResources', Date.now(), 200)).map(({ id }) => id))
  for (const [id] of procedures.all) expect(due.has(id) || procedures.looks.has(id)).toBe(true)
})

test('a state that comes late leaves what the desk has to do since then', async () => {
  procedures.set('p1', 'IN_PROGRESS')
  await fixture.tracking.changes.add('p1')
  procedures.set('p1', 'BLOCKED')
  await fixture.tracking.changes.refresh('procedure', 'p1')
  await until(async () => (await inbox()).some(({ actionable }) => actionable))
  await fixture.tracking.changes.applyEvent(procedureEvent('p1', 'PENDING', Date.now() - 3_600_000), null)
  expect((await inbox()).filter(({ actionable }) => actionable)).toMatchObject([{ status: 'BLOCKED' }])
  // A later state settles it, also from an event.
  procedures.set('p1', 'DONE')
  await fixture.tracking.changes.applyEvent(procedureEvent('p1', 'DONE', Date.now()), null)
  await until(async () => !(await inbox()).some(({ actionable }) => actionable))
})

test('an event told twice does not bring back what retention has blocked; a new one does', async () => {
  procedures.set('p1', 'DONE')
  const event = procedureEvent('p1', 'DONE', Date.now() - 60_000)
  await fixture.tracking.changes.applyEvent(event, placed(1))
  await until(async () => (await stateOf('p1')) === 'DONE')
  await fixture.tracking.stop()
  const now = Date.now() + 10 * 86_400_000
  const limits = { now, retentionDays: 1, blockedDays: 100, lastRun: null }
  expect((await fixture.store.call('retain', limits, 0, 10)).blocked).toEqual([
    { kind: 'procedure', id: 'p1' },
  ])
  const isVisible = async () => (await fixture.store.call('resourceView', 'procedure', 'p1')) !== null
  const due = await fixture.store.call('nextResourceDue')
  await fixture.tracking.changes.applyEvent(event, placed(2))
  expect(await isVisible()).toBe(false)
  expect(await fixture.store.call('nextResourceDue')).toBe(due)
  expect(await fixture.store.call('meta', 'relay-cursor')).toBe('abcd.2')
  await fixture.tracking.changes.applyEvent(
    procedureEvent('p1', 'DELIVERED_TO_CLIENT', Date.now()),
    placed(3),
  )
  expect(await isVisible()).toBe(true)
})

test('a burst about one resource is one request, and one more once the interval has passed', async () => {
  await fixture.stop()
  const clock = createManualClock(Date.now())
  fixture = await startTracking(service.url, { clock, interactive: 1_000 })
  for (const id of ['p1', 'p2', 'p3']) procedures.set(id, 'BLOCKED')
  const arrive = (id: string, at: number) =>
    fixture.tracking.changes.applyEvent(
      procedureEvent(id, at % 2 ? 'BLOCKED' : 'PENDING', Date.now() + at),
      null,
    )
  const looks = (id: string) => procedures.looks.get(id) ?? 0
  /** The request about another resource is answered after all that were sent before it. */
  async function fence(id: string): Promise<void> {
    await arrive(id, 1)
    await until(async () => (await stateOf(id)) === 'BLOCKED' && fixture.changed.includes(`procedure ${id}`))
    await until(() => looks(id) > 0)
  }

  await arrive('p1', 0)
  await until(() => looks('p1') === 1)
  for (let index = 1; index < 50; index++) await arrive('p1', index)
  await fence('p2')
  expect(looks('p1')).toBe(1)
  await clock.advance(SPACING_MS)
  await until(() => looks('p1') === 2)
  for (let index = 50; index < 60; index++) await arrive('p1', index)
  await fence('p3')
  expect(looks('p1')).toBe(2)
})
