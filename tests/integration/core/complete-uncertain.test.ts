import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { completeReports, paidRequests } from '#tests/fakes/complete-service.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'

/** Ways out of an uncertain request. */
const VRM = '1234BCD'

let service: FaultService
let fixture: CoreFixture
let id: string

beforeEach(async () => {
  service = await startFaultService((_request, response) => void response.destroy())
  fixture = await startCore(service.url)
  await fixture.value('complete.request', { vrm: VRM, confirmed: true })
  const { request } = await fixture.untilComplete(VRM, (view) => view.request?.state === 'uncertain')
  id = request!.id
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

type HowFound = Extract<CommandArgs<'complete.resolve'>, { how: 'found' }>
const resolve = (how: 'discard' | 'resend') => fixture.call('complete.resolve', { id, how })
const found = (reportId: HowFound['reportId']) =>
  fixture.call('complete.resolve', { id, how: 'found', reportId })
const view = () => fixture.value('complete.get', { vrm: VRM })
const posts = () => paidRequests(service).length
const isUncertain = async () => {
  expect((await view()).request?.state).toBe('uncertain')
  expect((await fixture.slice('uncertain')).map((request) => request.id)).toEqual([id])
}
const restart = async () => {
  const { dataDir } = fixture
  await fixture.stop()
  fixture = await startCore(service.url, { dataDir })
}

test('it can neither be stopped nor asked again meanwhile, and a restart changes nothing', async () => {
  expect(await fixture.call('complete.stop', { id })).toMatchObject({ error: { code: 'invalid-request' } })
  for (const again of [false, true])
    expect(await fixture.call('complete.request', { vrm: VRM, confirmed: true, again })).toMatchObject({
      error: { code: 'already-requested' },
    })
  await restart()
  await isUncertain()
  expect(posts()).toBe(1)
})

test('discarded: it is gone, also after a restart, and the plate can be asked about again', async () => {
  expect(await resolve('discard')).toMatchObject({ ok: true, value: { request: null, thisMonth: 0 } })
  expect(await fixture.slice('uncertain')).toEqual([])
  await restart()
  expect((await view()).request).toBeNull()
  expect(posts()).toBe(1)
  service.answer(completeReports())
  await fixture.value('complete.request', { vrm: VRM, confirmed: true })
  await fixture.untilComplete(VRM, ({ latest }) => latest !== null)
  expect(posts()).toBe(2)
})

test('resent: one more request, and its answer', async () => {
  service.answer(completeReports())
  expect(await resolve('resend')).toMatchObject({ ok: true })
  const { request } = await fixture.untilComplete(VRM, ({ latest }) => latest !== null)
  expect(request).toBeNull()
  expect(posts()).toBe(2)
  expect(await fixture.slice('uncertain')).toEqual([])
})

test('resent and cut again: uncertain again, and no more than what was asked for', async () => {
  expect(await resolve('resend')).toMatchObject({ ok: true })
  await waitUntil(posts, (n) => n === 2)
  await fixture.untilComplete(VRM, ({ request }) => request?.state === 'uncertain')
  await restart()
  await isUncertain()
  expect(posts()).toBe(2)
})

test('resent by two windows at once: one request', async () => {
  service.answer(completeReports())
  const answers = await Promise.all([resolve('resend'), resolve('resend'), resolve('resend')])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  await fixture.untilComplete(VRM, ({ latest }) => latest !== null)
  expect(posts()).toBe(2)
})

test('discarded by one window and resent by another: whoever was first, and the other is told', async () => {
  service.answer(completeReports())
  const [first, second] = await Promise.all([resolve('discard'), resolve('resend')])
  expect(first.ok).toBe(true)
  expect(second).toMatchObject({ error: { code: 'invalid-request' } })
  await restart()
  expect(await view()).toMatchObject({ request: null, latest: null })
  expect(posts()).toBe(1)
})

describe('found at the operator', () => {
  /** Service with these reports, in answer to any key. */
  const having = (reports: Record<string, Record<string, unknown>>) =>
    service.answer(({ path }, response) => {
      const report = reports[decodeURIComponent(path.split('/').at(-1) ?? '')]
      if (!report) return json(response, 404, { statusCode: 404, message: 'Not Found' })
      json(response, 200, { vrm: VRM, type: 'complete', status: 'completed', ...report })
    })
  const mine = { id: 'mine', transferabilityStatus: 'not_transferable' }

  test('the right one is followed to its end, and nothing is asked again', async () => {
    having({ mine: { ...mine, vrm: '1234 BCD' } })
    expect(await found('  mine ')).toMatchObject({ ok: true })
    const { latest, request, thisMonth } = await fixture.untilComplete(VRM, (v) => v.latest !== null)
    expect(latest).toMatchObject({ reportId: 'mine', outcome: 'not_transferable' })
    expect([request, thisMonth]).toEqual([null, 1])
    expect(await fixture.slice('uncertain')).toEqual([])
    await restart()
    expect((await fixture.value('lookup.history', { query: '', vrm: VRM, limit: 9 })).rows).toHaveLength(1)
    expect(posts()).toBe(1)
  })

  test('one that is still being made is waited for', async () => {
    having({ mine: { ...mine, status: 'processing' } })
    expect(await found('mine')).toMatchObject({ ok: true, value: { request: { state: 'processing' } } })
    having({ mine })
    await fixture.untilComplete(VRM, ({ latest }) => latest?.outcome === 'not_transferable')
  })

  test.each([
    ['of another plate', 'other', 'rejected'],
    ['a reduced one', 'reduced', 'rejected'],
    ['unknown to the service', 'nothing', 'not-found'],
    ['a way to another address', '../../v1/reports/mine', 'not-found'],
  ])('%s: it says so, and it stays uncertain', async (_what, reportId, code) => {
    having({ mine, other: { ...mine, id: 'other', vrm: '9999ZZZ' }, reduced: { ...mine, type: 'reduced' } })
    expect(await found(reportId)).toMatchObject({ ok: false, error: { code } })
    await isUncertain()
    expect((await view()).latest).toBeNull()
    expect(await found('mine')).toMatchObject({ ok: true })
    expect(posts()).toBe(1)
  })

  test.each([
    ['hangs up', 'unreachable', () => service.cut('asked')],
    ['fails', 'service-failed', () => service.answer((_q, r) => json(r, 500, {}))],
    ['answers nonsense', 'bad-answer', () => service.answer((_q, r) => json(r, 200, []))],
  ])('a service that %s: it stays uncertain', async (_what, code, prepare) => {
    prepare()
    expect(await found('mine')).toMatchObject({ error: { code } })
    await isUncertain()
  })

  test('too late, because another window had it resent: what is under way is not lost', async () => {
    const { promise, resolve: let_ } = Promise.withResolvers<void>()
    const usual = completeReports()
    service.answer(async (request, response) => {
      if (request.path.endsWith('/mine')) {
        await promise
        return json(response, 200, { vrm: VRM, type: 'complete', status: 'completed', ...mine })
      }
      return usual(request, response)
    })
    const finding = found('mine')
    await waitUntil(
      () => service.seen.some(({ path }) => path.endsWith('/mine')),
      (asked) => asked,
    )
    await resolve('resend')
    await fixture.untilComplete(VRM, ({ latest }) => latest?.reportId === 'com_1')
    let_()
    expect(await finding).toMatchObject({ error: { code: 'invalid-request' } })
    expect(await view()).toMatchObject({ request: null, latest: { reportId: 'com_1' } })
  })
})

test('what is not uncertain has no such ways out, and what is not there neither', async () => {
  service.answer(completeReports({ looks: 1_000 }))
  await resolve('resend')
  await fixture.untilComplete(VRM, ({ request }) => request?.state === 'processing')
  for (const how of ['discard', 'resend'] as const)
    expect(await resolve(how)).toMatchObject({ error: { code: 'invalid-request' } })
  expect(await found('com_1')).toMatchObject({ error: { code: 'invalid-request' } })
  const nobody = { id: '00000000-0000-4000-8000-000000000000', how: 'discard' } as const
  expect(await fixture.call('complete.resolve', nobody)).toMatchObject({ error: { code: 'not-found' } })
  expect(posts()).toBe(2)
})
