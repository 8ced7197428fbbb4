import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { completeReports, paidRequests } from '#tests/fakes/complete-service.ts'
import {
  HASTY,
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import {
  addressesOfNobody,
  answersThatLeaveDoubt,
  html,
  type FailingAnswer,
} from '#tests/fakes/failing-answers.ts'
import { json, startFaultService, type FaultService, type Responder } from '#tests/fakes/fault-service.ts'

/** Every failure of a paid request, and whether it leaves certain that it was not done. */
let service: FaultService
let fixture: CoreFixture
let plates = 1000
/** One for each case, so that no case affects another. */
let vrm: string

beforeAll(async () => {
  service = await startFaultService(completeReports())
  fixture = await startCore(service.url, { timeouts: HASTY })
})
beforeEach(async () => {
  vrm = `${plates++}BCD`
  service.cut('never')
  await fixture.value('connection.retry', {})
})
afterAll(async () => {
  await fixture.stop()
  await service.close()
  await removeTemporaryDirectories()
})

async function ask(core = fixture) {
  await core.value('complete.request', { vrm, confirmed: true })
  const { request } = await core.untilComplete(
    vrm,
    (view) => view.request === null || ['failed', 'uncertain', 'processing'].includes(view.request.state),
  )
  return request
}
/** Responder of paid requests. */
const answering = (respond: (response: ServerResponse) => void): Responder => {
  const usual = completeReports()
  return (request, response) => (request.method === 'POST' ? respond(response) : usual(request, response))
}

describe('certainly not done: it may be asked again without paying twice', () => {
  const refusals: readonly FailingAnswer[] = [
    ['400', 'rejected', (r) => json(r, 400, { message: 'no' })],
    ['401', 'unauthorized', (r) => json(r, 401, { statusCode: 401, message: 'Unauthorized' })],
    ['402', 'rejected', (r) => json(r, 402, {})],
    ['403', 'rejected', (r) => json(r, 403, {})],
    ['404', 'not-found', (r) => json(r, 404, {})],
    ['404 of a web page', 'wrong-service', (r) => html(r, 404)],
    ['409', 'rejected', (r) => json(r, 409, {})],
    ['413', 'rejected', (r) => html(r, 413)],
    ['415', 'rejected', (r) => json(r, 415, {})],
    ['422', 'rejected', (r) => json(r, 422, {})],
    ['429', 'rate-limited', (r) => json(r, 429, {}, { 'retry-after': '1' })],
  ]
  test.each(refusals)('%s → %s', async (_what, code, respond) => {
    service.answer(answering(respond))
    expect(await ask()).toMatchObject({ state: 'failed', error: { code } })
    expect(paidRequests(service, vrm)).toHaveLength(1)
    // The user may request it again, which is the second one.
    service.answer(completeReports({ prefix: vrm }))
    await fixture.value('connection.retry', {})
    await fixture.value('complete.request', { vrm, confirmed: true })
    await fixture.untilComplete(vrm, ({ latest }) => latest !== null)
    expect(paidRequests(service, vrm)).toHaveLength(2)
  })

  test('nobody listens', async () => {
    await service.down()
    expect(await ask()).toMatchObject({
      state: 'failed',
      error: { code: 'unreachable', detail: 'ECONNREFUSED' },
    })
    await service.up()
    expect(paidRequests(service, vrm)).toHaveLength(0)
  })

  test.each(addressesOfNobody)('%s', async (_what, address) => {
    const url = await address(service.url)
    const core = await startCore(url, { timeouts: HASTY })
    try {
      expect(await ask(core)).toMatchObject({ state: 'failed' })
    } finally {
      await core.stop()
    }
    expect(paidRequests(service, vrm)).toHaveLength(0)
  })
})

describe('perhaps done: only the person decides', () => {
  const silences: readonly FailingAnswer[] = [
    ...answersThatLeaveDoubt,
    ['201 without the id', 'bad-answer', (r) => json(r, 201, { vrm, status: 'processing' })],
    [
      '201 about another plate',
      'wrong-plate',
      (r) => json(r, 201, { id: 'x', vrm: '9999ZZZ', type: 'complete', status: 'processing' }),
    ],
  ]
  test.each(silences)('%s → %s', async (_what, code, respond) => {
    service.answer(answering(respond))
    expect(await ask()).toMatchObject({ state: 'uncertain', error: { code } })
    expect(paidRequests(service, vrm)).toHaveLength(1)
    expect(await fixture.call('complete.request', { vrm, confirmed: true, again: true })).toMatchObject({
      error: { code: 'already-requested' },
    })
    await waitUntil(
      () => fixture.slice('uncertain'),
      (requests) => requests.some((request) => request.vrm === vrm),
    )
  })

  test.each(['connected', 'asked'] as const)('cut when %s', async (when) => {
    service.answer(completeReports())
    service.cut(when)
    expect(await ask()).toMatchObject({ state: 'uncertain', error: { code: 'unreachable' } })
    service.cut('never')
    const seen = paidRequests(service).length
    await fixture.value('connection.retry', {})
    await fixture.value('complete.get', { vrm })
    expect(paidRequests(service)).toHaveLength(seen)
  })

  test('none of them is asked again by a restart, and each is still there', async () => {
    const before = await fixture.slice('uncertain')
    expect(before.length).toBeGreaterThan(20)
    const posts = paidRequests(service).length
    const { dataDir } = fixture
    await fixture.stop()
    service.answer(completeReports())
    fixture = await startCore(service.url, { dataDir })
    expect(await fixture.slice('uncertain')).toEqual(before)
    for (const request of before)
      expect((await fixture.value('complete.get', { vrm: request.vrm })).request).toEqual(request)
    expect(paidRequests(service)).toHaveLength(posts)
  })
})
