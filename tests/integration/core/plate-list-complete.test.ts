import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { defaultAssumptions } from '#shared/api/assumptions.ts'
import type { PlateListRow } from '#shared/bridge/plate-lists.ts'
import { completeReports, paidRequests } from '#tests/fakes/complete-service.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createList, newListOfText } from '#tests/fakes/plate-list-fixture.ts'

const PLATES = ['1234BCD', '2345BCD', '3456BCD', '4567BCD', '5678BCD']
const ORDS = PLATES.map((_, ord) => ord)
const PRICE = defaultAssumptions.completeReportCents

let service: FaultService
let core: CoreFixture

beforeEach(async () => {
  service = await startFaultService(completeReports())
  core = await startCore(service.url)
  await core.value('accounts.change', { id: 'demo', assumptions: { interactiveRequestsPerSecond: 50 } })
  await createList(core, { id: 'a', name: 'Autos Vega' }, newListOfText(PLATES.join('\n')))
})
afterEach(async () => {
  await core.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const offer = (ords: number[] = ORDS) => core.value('plate-lists.complete-offer', { id: 'a', ords })
const request = (batch: string, ords: number[] = ORDS, price = PRICE) =>
  core.call('plate-lists.complete-request', { id: 'a', batch, ords, price, confirmed: true })
const rows = async () => {
  const { rows: all } = await core.value('plate-lists.rows', {
    id: 'a',
    order: 'line',
    offset: 0,
    limit: 200,
  })
  return all
}
const settled = () =>
  waitUntil(rows, (all: PlateListRow[]) =>
    all.every(({ complete }) => complete !== null && /^(?:done|uncertain|failed)$/.test(complete.state)),
  )

test('the complete reports of chosen rows are asked once each, and each row says how its own goes', async () => {
  expect(await offer()).toEqual({
    ords: ORDS,
    vrms: PLATES,
    leftOut: { recent: 0, open: 0, uncertain: 0, unregistered: 0 },
    beyond: 0,
    price: PRICE,
    recentHours: 24,
    thisMonth: 0,
  })
  expect(await request('one')).toEqual({ ok: true, value: { asked: 5 } })
  // Confirmed twice, or sent twice by a window that did not hear.
  expect(await request('one')).toEqual({ ok: true, value: { asked: 5 } })
  const all = await settled()
  expect(all.map(({ complete }) => complete?.state)).toEqual(PLATES.map(() => 'done'))
  expect(paidRequests(service)).toHaveLength(5)
  for (const vrm of PLATES) expect(paidRequests(service, vrm)).toHaveLength(1)
  // What is there is not paid for again, whoever says so.
  expect(await offer()).toMatchObject({ ords: [], leftOut: { recent: 5 }, thisMonth: 5 })
  expect(await request('two')).toEqual({ ok: true, value: { asked: 0 } })
  expect(paidRequests(service)).toHaveLength(5)
})

test('what is on its way, in doubt or of no vehicle is left out, each with its reason', async () => {
  const usual = completeReports({
    looks: 1_000,
    result: (vrm) =>
      vrm === PLATES[2]
        ? { status: 'error', transferabilityStatus: undefined, failureReason: null, reportUrl: undefined }
        : {},
  })
  const answers = completeReports({
    prefix: 'now',
    result: (vrm) =>
      vrm === PLATES[2]
        ? { status: 'error', transferabilityStatus: undefined, failureReason: null, reportUrl: undefined }
        : {},
  })
  service.answer((one, response) => {
    const isOf = (at: number) => one.body.includes(PLATES[at]!)
    if (one.path.endsWith('/complete') && isOf(1)) return void response.destroy()
    const isAnswered = one.path.includes('now_') || isOf(2) || isOf(3)
    return (isAnswered ? answers : usual)(one, response)
  })
  for (const vrm of PLATES.slice(0, 4)) await core.value('complete.request', { vrm, confirmed: true })
  await waitUntil(
    rows,
    (all) => all[1]?.complete?.state === 'uncertain' && all[2]?.complete?.state === 'unanswered',
  )
  await waitUntil(rows, (all) => all[3]?.complete?.state === 'done')
  expect(await offer()).toMatchObject({
    ords: [4],
    leftOut: { recent: 1, open: 1, uncertain: 1, unregistered: 1 },
  })
  // An offer that is no longer so pays for nothing that it should not.
  expect(await request('late')).toEqual({ ok: true, value: { asked: 1 } })
  await waitUntil(
    () => paidRequests(service, PLATES[4]).length,
    (n) => n === 1,
  )
  for (const vrm of PLATES) expect(paidRequests(service, vrm)).toHaveLength(1)
})

test('two windows at once pay once, and another price than the one that was seen pays nothing', async () => {
  expect(await request('dear', ORDS, PRICE + 1)).toMatchObject({ error: { code: 'invalid-request' } })
  expect(
    await core.core.router.call('plate-lists.complete-request', {
      id: 'a',
      batch: 'b',
      ords: ORDS,
      price: PRICE,
    }),
  ).toMatchObject({ error: { code: 'invalid-request' } })
  expect(paidRequests(service)).toEqual([])
  const answers = await Promise.all(['one', 'two', 'three'].map((batch) => request(batch)))
  const asked = answers.map((answer) => (answer.ok ? answer.value.asked : -1))
  expect(asked.toSorted((a, b) => a - b)).toEqual([0, 0, 5])
  await settled()
  expect(paidRequests(service)).toHaveLength(5)
})

test('rows of another list, or of none, are not asked', async () => {
  const no = { ok: false, error: { code: 'not-found' } }
  expect(await core.call('plate-lists.complete-offer', { id: 'a', ords: [0, 99] })).toMatchObject(no)
  expect(await core.call('plate-lists.complete-offer', { id: 'z', ords: [0] })).toMatchObject(no)
  expect(await request('one', [0, 99])).toMatchObject(no)
  expect(paidRequests(service)).toEqual([])
})

test('the service refuses in the middle: those are not paid for, and can be asked again', async () => {
  const usual = completeReports()
  let paid = 0
  service.answer((one, response) =>
    one.path.endsWith('/complete') && ++paid > 2
      ? json(response, 429, { statusCode: 429, message: 'slow down' })
      : usual(one, response),
  )
  await request('one')
  const all = await settled()
  expect(all.filter(({ complete }) => complete?.state === 'done')).toHaveLength(2)
  expect(all.filter(({ complete }) => complete?.state === 'failed')).toHaveLength(3)
  service.answer(usual)
  const again = await offer()
  expect(again).toMatchObject({ leftOut: { recent: 2 } })
  expect(await request('two', again.ords)).toEqual({ ok: true, value: { asked: 3 } })
  await waitUntil(rows, (now) => now.every(({ complete }) => complete?.state === 'done'))
})
