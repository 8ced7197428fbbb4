import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { PlateList } from '#shared/bridge/plate-lists.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { json, reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createManualClock, type ManualClock } from '#tests/fakes/manual-clock.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { createList, newListOfText } from '#tests/fakes/plate-list-fixture.ts'

/** What happens to a long list while it is looked up, under a manual clock. */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const COUNT = 56
const PLATES = Array.from({ length: COUNT }, (_, at) => `${String(1000 + at)}BCD`)

let service: FaultService
let clock: ManualClock
let core: CoreFixture

beforeEach(async () => {
  service = await startFaultService(reducedReports())
  // Half past ten at night: the day of its answers ends in the middle.
  clock = createManualClock(new Date(2026, 10, 20, 22, 30).getTime())
  core = await startCore(service.url, { clock, loadKeytar: createMemoryKeytar().load })
  // The demonstration's own service would be taken for hung at each leap of the clock.
  const { id } = await core.value('accounts.add', {
    environment: 'production',
    name: 'Ribera',
    baseUrl: service.url,
    key: 'key-of-ribera',
  })
  await core.value('accounts.change', { id, assumptions: { interactiveRequestsPerSecond: 50 } })
  await core.value('accounts.activate', { id })
})
afterEach(async () => {
  await core.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const begin = (id = 'a') => createList(core, { id, name: 'Autos Vega' }, newListOfText(PLATES.join('\n')))
const list = (id = 'a') => core.value('plate-lists.get', { id })
/** Polls; each `step` of milliseconds wakes the sleepers that are due. */
const until = (condition: (list: PlateList) => boolean, step = 20, id = 'a') =>
  waitUntil(async () => {
    await clock.advance(step)
    return list(id)
  }, condition)
const isDone = ({ state }: PlateList) => state === 'done'
const answered =
  (amount: number) =>
  ({ total, open }: PlateList) =>
    total - open >= amount
const posts = (vrm?: string) =>
  service.seen.filter(({ method, body }) => method === 'POST' && (vrm === undefined || body.includes(vrm)))
    .length
/** Plates that the service accepted more than once. */
const twice = () => PLATES.filter((vrm) => posts(vrm) > 1)

test('the service limits for an hour: few requests meanwhile, none lost, and it goes on by itself', async () => {
  const reports = reducedReports()
  let isLimited = false
  let refused = 0
  service.answer((request, response) => {
    if (!isLimited) return reports(request, response)
    refused++
    return json(response, 429, { statusCode: 429, message: 'slow down' }, { 'retry-after': '60' })
  })
  await begin()
  await until(answered(20))
  isLimited = true
  const end = clock.now() + HOUR
  await waitUntil(
    async () => {
      await clock.advance(10_000)
      await list()
      return clock.now()
    },
    (now) => now >= end,
  )
  expect(await list()).toMatchObject({ state: 'running', endsAt: null })
  // One that finds out, and no more: an hour of refusals every minute is sixty.
  expect(refused).toBeLessThan(90)
  isLimited = false
  expect(await until(isDone, 1_000)).toMatchObject({ counts: { transferable: COUNT, unanswered: 0 } })
})

test('the service is gone at row 37: the list waits, and every plate is answered once it is back', async () => {
  await begin()
  await until(answered(37))
  await service.down()
  await waitUntil(
    async () => {
      await clock.advance(1_000)
      return core.slice('connection')
    },
    ({ state }) => state === 'down',
  )
  const left = (await list()).open
  expect(left).toBeGreaterThan(0)
  expect(await list()).toMatchObject({ state: 'running', endsAt: null })
  await service.up()
  await core.value('connection.retry', {})
  expect(await until(isDone, 1_000)).toMatchObject({ counts: { transferable: COUNT, unanswered: 0 } })
  // Only a request that died with the service is made again.
  expect(twice().length).toBeLessThanOrEqual(4)
})

test('the PC sleeps over midnight in the middle of it: it goes on, and asks no plate again that it answered', async () => {
  await begin()
  await until(answered(30))
  const known = COUNT - (await list()).open
  expect(known).toBeLessThan(COUNT)
  await clock.advance(9 * HOUR)
  expect(await until(isDone, 1_000)).toMatchObject({ counts: { transferable: COUNT } })
  expect(twice().length).toBeLessThanOrEqual(4)
})

test('a report that the service still had under way when the PC slept is asked about again after it', async () => {
  const reports = reducedReports()
  let hasSlept = false
  service.answer(async (request, response) => {
    // The first question about it: nine hours pass until its answer.
    if (request.method === 'GET' && !hasSlept) {
      hasSlept = true
      await clock.advance(9 * HOUR)
      return json(response, 200, {
        id: request.path.split('/').at(-1),
        vrm: PLATES[0],
        type: 'reduced',
        status: 'processing',
      })
    }
    return reports(request, response)
  })
  await createList(core, { id: 'a', name: 'Autos Vega' }, newListOfText(PLATES[0] ?? ''))
  expect(await until(isDone, 1_000)).toMatchObject({ counts: { transferable: 1, unanswered: 0 } })
  expect(hasSlept).toBe(true)
})

test('the same list given twice asks nothing again on the same day, and both say all', async () => {
  await begin()
  await until(isDone)
  const before = posts()
  expect(await core.value('plate-lists.twin', { vrms: PLATES.toReversed() })).toMatchObject({
    list: { id: 'a', name: 'Autos Vega' },
  })
  await begin('b')
  expect(await until(isDone, 20, 'b')).toMatchObject({ counts: { transferable: COUNT } })
  expect(posts()).toBe(before)
})

test('of 5,000 lines of which 4,900 repeat a hundred plates are asked, and the others are named', async () => {
  const plates = Array.from({ length: 100 }, (_, at) => `${String(2000 + at)}FGH`)
  const text = Array.from({ length: 5_000 }, (_, at) => plates[at % 100]).join('\n')
  service.answer(() => undefined)
  await createList(core, { id: 'a', name: 'Repetidas' }, newListOfText(text))
  const { total, open, leftOut } = await list()
  expect([total, open, leftOut.repeated.length]).toEqual([100, 100, 4_900])
})
