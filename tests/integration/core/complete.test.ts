import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { completeReports, paidRequests, SAMPLE_PDF } from '#tests/fakes/complete-service.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { KEY, startService } from '../service/support/service.ts'

const VRM = '1234BCD'

let service: FaultService
let fixture: CoreFixture

beforeEach(async () => {
  service = await startFaultService(completeReports())
  fixture = await startCore(service.url)
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const request = (vrm = VRM, again = false) =>
  fixture.call('complete.request', { vrm, confirmed: true, again })
const arrived = (vrm = VRM) =>
  fixture.untilComplete(
    vrm,
    ({ latest, failed, request: open }) => (latest ?? failed) !== null && open === null,
  )

test('asked for once: written down, sent, followed and kept, each step in sight', async () => {
  service.answer(completeReports({ looks: 3 }))
  const first = await fixture.value('complete.request', { vrm: '1234 bcd', confirmed: true })
  expect(first).toMatchObject({
    vrm: VRM,
    latest: null,
    failed: null,
    request: { vrm: VRM, state: 'queued', attempts: 0 },
    thisMonth: 0,
  })
  const processing = await fixture.untilComplete(VRM, (view) => view.request?.state === 'processing')
  expect(Object.keys(processing.request!).toSorted()).toEqual([
    'acceptedAt',
    'attempts',
    'id',
    'requestedAt',
    'state',
    'vrm',
  ])
  const done = await arrived()
  expect(done).toMatchObject({
    latest: {
      reportId: 'com_1',
      vrm: VRM,
      outcome: 'transferable',
      registry: { vrm: VRM, brand: 'SEAT', hasCharges: false, ownerHistory: [{ from: '2018' }] },
      issues: [],
      pdf: 'available',
    },
    failed: null,
    request: null,
    thisMonth: 1,
  })
  expect(paidRequests(service).map(({ body }) => body)).toEqual([`{"vrm":"${VRM}"}`])
  const changes = fixture.frames.filter(
    ({ topic, payload }) => topic === 'changed' && (payload as { kind: string }).kind === 'complete',
  )
  expect(changes.length).toBeGreaterThanOrEqual(3)
})

test('paying is confirmed, and for a plate', async () => {
  for (const args of [{ vrm: VRM }, { vrm: VRM, confirmed: false }])
    expect(await fixture.core.router.call('complete.request', args)).toMatchObject({
      error: { code: 'invalid-request' },
    })
  expect(await request('hola')).toMatchObject({ error: { code: 'invalid-plate' } })
  expect(paidRequests(service)).toEqual([])
})

test('all windows at once make one request', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => request()))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  for (const answer of answers)
    if (!answer.ok) expect(answer.error.code).toMatch(/^(already-requested|recent-report)$/)
  await arrived()
  expect(paidRequests(service)).toHaveLength(1)
})

test('a recent one is offered instead, unless another is wanted on purpose', async () => {
  await request()
  await arrived()
  expect(await request()).toMatchObject({ error: { code: 'recent-report' } })
  expect(paidRequests(service)).toHaveLength(1)
  expect((await request(VRM, true)).ok).toBe(true)
  const { previous } = await fixture.untilComplete(VRM, ({ latest }) => latest?.reportId === 'com_2')
  expect(previous?.reportId).toBe('com_1')
  expect(paidRequests(service)).toHaveLength(2)
  const { rows } = await fixture.value('lookup.history', { query: '', vrm: VRM, limit: 9 })
  expect(rows.map(({ reportId }) => reportId)).toEqual(['com_2', 'com_1'])
})

test('one that failed is no recent report', async () => {
  service.answer(
    completeReports({
      result: () => ({ status: 'error', transferabilityStatus: undefined, failureReason: null }),
    }),
  )
  await request()
  expect((await arrived()).failed).toMatchObject({ outcome: 'error', failure: 'not_registered' })
  service.answer(completeReports({ prefix: 'later' }))
  expect((await request()).ok).toBe(true)
  await fixture.untilComplete(VRM, ({ latest }) => latest?.outcome === 'transferable')
})

test('the key refused: the banner of the whole account, and nothing was paid', async () => {
  service.answer((_request, response) => json(response, 401, { statusCode: 401, message: 'Unauthorized' }))
  await request()
  await fixture.untilComplete(VRM, (view) => view.request?.state === 'failed')
  expect((await fixture.slice('connection')).state).toBe('unauthorized')
  expect(await fixture.value('complete.get', { vrm: VRM })).toMatchObject({ thisMonth: 0 })
})

test('while it is followed, a service that goes away is waited for', async () => {
  service.answer(completeReports({ looks: 4 }))
  await request()
  await fixture.untilComplete(VRM, (view) => view.request?.state === 'processing')
  await service.down()
  await waitUntil(
    () => fixture.slice('connection'),
    ({ state }) => state === 'down',
  )
  expect((await fixture.value('complete.get', { vrm: VRM })).request?.state).toBe('processing')
  await service.up()
  await fixture.value('connection.retry', {})
  await arrived()
  expect(paidRequests(service)).toHaveLength(1)
})

test('what was on its way when the product ended is followed by the next start, and not asked again', async () => {
  service.answer(completeReports({ looks: 4 }))
  await request()
  await fixture.untilComplete(VRM, (view) => view.request?.state === 'processing')
  const { dataDir } = fixture
  await fixture.stop()
  fixture = await startCore(service.url, { dataDir })
  await arrived()
  expect(paidRequests(service)).toHaveLength(1)
  expect(fixture.logged.join('\n')).not.toContain(' error ')
})

test('a product that ends says nothing of it in the log', async () => {
  service.answer(completeReports({ looks: 1_000 }))
  await request()
  await fixture.untilComplete(VRM, (view) => view.request?.state === 'processing')
  await fixture.stop()
  expect(fixture.logged.join('\n')).not.toContain(' error ')
  fixture = await startCore(service.url)
})

test('looking at the store again, while it is open, disturbs nothing that is on its way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const usual = completeReports()
  service.answer(async (one, response) => {
    if (one.path.endsWith('/complete')) await promise
    return usual(one, response)
  })
  await fixture.value('lookup.start', { vrm: VRM })
  await request()
  await waitUntil(
    () => paidRequests(service).length,
    (n) => n === 1,
  )
  await Promise.all([fixture.value('store.retry', {}), fixture.value('store.retry', {})])
  expect((await fixture.value('complete.get', { vrm: VRM })).request?.state).toBe('sending')
  resolve()
  await arrived()
  await fixture.until(VRM, ({ latest }) => latest !== null)
  expect(paidRequests(service)).toHaveLength(1)
  expect(service.seen.filter(({ path }) => path.endsWith('/reduced'))).toHaveLength(1)
})

describe("the service's own development values", () => {
  async function onRealService() {
    const real = await startService()
    const { load } = createMemoryKeytar()
    await fixture.stop()
    fixture = await startCore(service.url, { loadKeytar: load })
    const account = { environment: 'development', name: 'Ribera', baseUrl: real.url, key: KEY } as const
    const { id } = await fixture.value('accounts.add', account)
    await fixture.value('accounts.activate', { id })
    return { real, load, id }
  }

  test.each([
    ['8888BBB', { outcome: 'not_transferable', pdf: 'available' }],
    ['9999DDD', { outcome: 'error', failure: 'not_registered', pdf: 'none' }],
    ['1234BCD', { outcome: 'transferable', pdf: 'available' }],
    // A sentinel of the other table: an ordinary plate here.
    ['0000BBB', { outcome: 'transferable', pdf: 'available' }],
  ])('%s', async (vrm, expected) => {
    await onRealService()
    await request(vrm)
    const { latest, failed } = await arrived(vrm)
    const report = latest ?? failed
    expect(report).toMatchObject(expected)
    const blocking = report!.issues.filter(({ kind }) => kind === 'blocking')
    expect(blocking.length > 0).toBe(expected.outcome === 'not_transferable')
    if (expected.outcome !== 'error')
      expect(report!.registry).toMatchObject({ vrm, vehicleType: expect.any(String) as string })
  })

  test('9999FFF: not available, asked again by itself, in sight, until the person stops it', async () => {
    await onRealService()
    await request('9999FFF')
    const { request: waiting } = await fixture.untilComplete('9999FFF', (v) => v.request?.state === 'waiting')
    expect(waiting).toMatchObject({ attempts: 1 })
    expect(Math.abs(waiting!.nextAttemptAt! - Date.now() - 60_000)).toBeLessThan(5_000)
    const view = await fixture.value('complete.stop', { id: waiting!.id })
    expect(view).toMatchObject({ request: null, latest: null, thisMonth: 0 })
  })

  test('the official PDF: asked for once, then on this PC, with the service off and after a restart', async () => {
    const { real, load } = await onRealService()
    await request('8888BBB')
    const { latest } = await arrived('8888BBB')
    const first = await fixture.pdf(latest!.reportId)
    if (!first.ok) throw new Error(first.error.code)
    expect(first.value.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await fixture.value('complete.get', { vrm: '8888BBB' })).latest?.pdf).toBe('stored')
    await real.close()
    expect(await fixture.pdf(latest!.reportId)).toEqual(first)
    const { dataDir } = fixture
    await fixture.stop()
    fixture = await startCore(service.url, { dataDir, loadKeytar: load })
    expect(await fixture.pdf(latest!.reportId)).toEqual(first)
    expect(first.value.equals(SAMPLE_PDF)).toBe(false)
  })
})
