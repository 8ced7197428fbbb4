import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import { completeReports, paidRequests } from '#tests/fakes/complete-service.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createManualClock, type ManualClock } from '#tests/fakes/manual-clock.ts'
import { createMemoryKeytar, type MemoryKeytar } from '#tests/fakes/memory-keytar.ts'

/** The registry is not available: automatic actions of the core and their times, under a manual clock. */
const VRM = '1234BCD'
const MINUTE = 60_000

let service: FaultService
let clock: ManualClock
let keychain: MemoryKeytar
let fixture: CoreFixture
/** Id of the active account. */
let id: string

const unavailable = () =>
  completeReports({
    result: () => ({
      status: 'error',
      transferabilityStatus: undefined,
      reportUrl: undefined,
      failureReason: 'service_unavailable',
    }),
  })

async function start(dataDir?: string) {
  const { load } = keychain
  fixture = await startCore(service.url, {
    clock,
    loadKeytar: load,
    ...(dataDir !== undefined && { dataDir }),
  })
}
async function restart() {
  const { dataDir } = fixture
  await fixture.stop()
  await start(dataDir)
}
beforeEach(async () => {
  service = await startFaultService(unavailable())
  clock = createManualClock()
  keychain = createMemoryKeytar()
  await start()
  // The demonstration's own service would be taken for hung at each leap of the clock.
  const account = {
    environment: 'production',
    name: 'Ribera',
    baseUrl: service.url,
    key: 'key-of-ribera',
  } as const
  id = (await fixture.value('accounts.add', account)).id
  await fixture.value('accounts.activate', { id })
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const posts = () => paidRequests(service).length
const view = () => fixture.value('complete.get', { vrm: VRM })
const ask = () => fixture.value('complete.request', { vrm: VRM, confirmed: true })
/** Polls until the condition holds; each `step` wakes the sleepers that are due. */
const until = (condition: (seen: CompleteView) => boolean, step = 0) =>
  waitUntil(async () => {
    await clock.advance(step)
    return view()
  }, condition)
const waiting = async (attempts: number) => {
  const { request } = await until((v) => v.request?.state === 'waiting' && v.request.attempts === attempts)
  return request!
}

test('asked again after one, five and fifteen minutes, and then the person decides', async () => {
  await ask()
  for (const [index, minutes] of [1, 5, 15].entries()) {
    const { nextAttemptAt } = await waiting(index + 1)
    expect(nextAttemptAt).toBe(clock.now() + minutes * MINUTE)
    expect(posts()).toBe(index + 1)
    await clock.advance(minutes * MINUTE - 1)
    expect((await view()).request?.state).toBe('waiting')
    expect(posts()).toBe(index + 1)
    await clock.advance(1)
  }
  const { failed, request, thisMonth } = await until((v) => v.failed !== null)
  expect(failed).toMatchObject({ outcome: 'error', failure: 'service_unavailable' })
  expect(request).toBeNull()
  await clock.advance(24 * 60 * MINUTE)
  await view()
  expect(posts()).toBe(4)
  // Only the last one counts as paid.
  expect(thisMonth).toBe(1)
})

test('the answer that comes at last ends it', async () => {
  await ask()
  await waiting(1)
  service.answer(completeReports({ prefix: 'later' }))
  await clock.advance(MINUTE)
  const { latest } = await until((v) => v.latest !== null)
  expect(latest?.outcome).toBe('transferable')
  await clock.advance(60 * MINUTE)
  expect(posts()).toBe(2)
})

test('one that is stopped is not asked again, not even by a restart', async () => {
  await ask()
  const { id: waitingId } = await waiting(1)
  expect(await fixture.value('complete.stop', { id: waitingId })).toMatchObject({ request: null })
  await clock.advance(MINUTE)
  await restart()
  await clock.advance(60 * MINUTE)
  expect(await view()).toMatchObject({ request: null, latest: null })
  expect(posts()).toBe(1)
  expect(await fixture.call('complete.stop', { id: waitingId })).toMatchObject({
    error: { code: 'not-found' },
  })
})

test('a restart keeps its time', async () => {
  await ask()
  const { nextAttemptAt } = await waiting(1)
  await restart()
  expect((await waiting(1)).nextAttemptAt).toBe(nextAttemptAt)
  await clock.advance(MINUTE - 1)
  expect((await view()).request?.state).toBe('waiting')
  await clock.advance(1)
  await waiting(2)
  expect(posts()).toBe(2)
})

test("one whose time passed long ago, with the product closed, is not asked behind the person's back", async () => {
  await ask()
  await waiting(1)
  const { dataDir } = fixture
  await fixture.stop()
  await clock.advance(3 * 24 * 60 * MINUTE)
  await start(dataDir)
  const { request } = await until((v) => v.request?.state !== 'waiting')
  expect(request).toMatchObject({ state: 'failed', error: { code: 'cancelled' } })
  await clock.advance(60 * MINUTE)
  await view()
  expect(posts()).toBe(1)
})

test('a plate that is not registered is not asked again', async () => {
  service.answer(
    completeReports({
      result: () => ({ status: 'error', transferabilityStatus: undefined, failureReason: null }),
    }),
  )
  await ask()
  const { failed, request } = await until((v) => v.failed !== null)
  expect(failed?.failure).toBe('not_registered')
  expect(request).toBeNull()
  await clock.advance(60 * MINUTE)
  await view()
  expect(posts()).toBe(1)
})

test('where failures are charged, the person is asked and nobody else', async () => {
  await fixture.value('accounts.change', { id, assumptions: { failedCompleteReportIsCharged: true } })
  await ask()
  const { failed, request } = await until((v) => v.failed !== null)
  expect(failed).toMatchObject({ outcome: 'error', failure: 'service_unavailable' })
  expect(request).toBeNull()
  await clock.advance(60 * MINUTE)
  await view()
  expect(posts()).toBe(1)
})

/** Fills the rate limit, so that the next request waits for its turn, which does not come by this clock. */
async function fillTheLane() {
  await Promise.all(
    Array.from({ length: 12 }, (_, i) => fixture.value('lookup.start', { vrm: `${2000 + i}BCD` })),
  )
}

test('one that waits for its turn can be stopped, and is never sent', async () => {
  await fillTheLane()
  const { request } = await ask()
  expect((await view()).request?.state).toBe('queued')
  expect(await fixture.value('complete.stop', { id: request!.id })).toMatchObject({ request: null })
  await clock.advance(10_000)
  await view()
  expect(posts()).toBe(0)
})

test('one whose turn comes just as it is stopped is not sent, and not paid for', async () => {
  service.answer(completeReports())
  await fillTheLane()
  const { request } = await ask()
  const stopped = fixture.call('complete.stop', { id: request!.id })
  await clock.advance(2_000)
  expect(await stopped).toMatchObject({ ok: true, value: { request: null } })
  await clock.advance(60 * MINUTE)
  expect(await view()).toMatchObject({ request: null, latest: null })
  expect(posts()).toBe(0)
})

test.each([
  [9, 'sent', 1],
  [11, 'left to the person', 0],
])('one that was never sent, after %i minutes with the product closed: %s', async (minutes, _what, sent) => {
  service.answer(completeReports())
  await fillTheLane()
  await ask()
  const { dataDir } = fixture
  await fixture.stop()
  await clock.advance(minutes * MINUTE)
  await start(dataDir)
  await until((v) => (sent ? v.latest !== null : v.request?.state === 'failed'), 1_000)
  expect(posts()).toBe(sent)
})

test.each(['sending', 'processing'] as const)('what is %s cannot be taken back', async (state) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const usual = completeReports()
  service.answer(async (request, response) => {
    if (state === 'sending' || request.method === 'GET') await promise
    return usual(request, response)
  })
  const { request } = await ask()
  await until((v) => v.request?.state === state)
  expect(await fixture.call('complete.stop', { id: request!.id })).toMatchObject({
    error: { code: 'invalid-request' },
  })
  resolve()
  await until((v) => v.latest !== null)
  expect(posts()).toBe(1)
})

test('one that takes longer than any should was paid for all the same: it is looked at until it comes', async () => {
  let isReady = false
  const usual = completeReports()
  service.answer((request, response) => {
    if (request.method === 'GET' && !isReady)
      return json(response, 200, { id: 'com_1', vrm: VRM, type: 'complete', status: 'processing' })
    return usual(request, response)
  })
  await ask()
  await until((v) => v.request?.state === 'processing')
  // Well past the quarter of an hour after which a free lookup is given up.
  for (let passed = 0; passed < 80; passed++) {
    await clock.advance(MINUTE / 2)
    await new Promise((resolve) => setTimeout(resolve, 15))
    expect((await view()).request?.state).toBe('processing')
  }
  isReady = true
  const { latest } = await until((v) => v.latest !== null, 5 * MINUTE)
  expect(latest?.outcome).toBe('transferable')
  expect(posts()).toBe(1)
})
