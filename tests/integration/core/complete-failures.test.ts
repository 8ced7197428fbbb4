import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { completeReports, paidRequests } from '#tests/fakes/complete-service.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService, type Responder } from '#tests/fakes/fault-service.ts'
import { startStrangeTls } from '#tests/fakes/strange-tls.ts'

/** Whether a paid request that failed was certainly not done: every way in which it can fail, and what is made of it. */
let service: FaultService
let fixture: CoreFixture
let plates = 1000
/** One for each case: what happens to one must not help another. */
let vrm: string

beforeAll(async () => {
  service = await startFaultService(completeReports())
  fixture = await startCore(service.url)
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
/** How the service answers whoever wants to pay. */
const answering = (respond: (response: ServerResponse) => void): Responder => {
  const usual = completeReports()
  return (request, response) => (request.method === 'POST' ? respond(response) : usual(request, response))
}
const html = (response: ServerResponse, status: number) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Portal</h1>')
const sendsTo = (status: number) => (response: ServerResponse) =>
  void response.writeHead(status, { location: '/v1/reports/elsewhere' }).end()

describe('certainly not done: it may be asked again without paying twice', () => {
  const refusals: [string, ErrorCode, (response: ServerResponse) => unknown][] = [
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
    // The same person may ask once more, and that is the second one.
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

  test.each([
    ['a name that nobody has', async () => 'https://no-such-service.invalid'],
    ['no TLS where there should be', async () => service.url.replace('http:', 'https:')],
    ['a certificate that nobody signed', async () => startStrangeTls('self-signed')],
    ['a certificate of another name', async () => startStrangeTls('other-name')],
    ['a certificate that is over', async () => startStrangeTls('expired')],
    ['a connection that is never made', async () => 'http://10.255.255.1'],
  ])('%s', async (_what, address) => {
    const url = await address()
    const core = await startCore(url)
    try {
      expect(await ask(core)).toMatchObject({ state: 'failed' })
    } finally {
      await core.stop()
    }
    expect(paidRequests(service, vrm)).toHaveLength(0)
  })
})

describe('perhaps done: only the person decides', () => {
  const silences: [string, ErrorCode, (response: ServerResponse) => unknown][] = [
    ['no answer in time', 'timeout', () => undefined],
    ['half an answer and no more', 'timeout', (r) => r.writeHead(201).write('{"id":')],
    ['408', 'timeout', (r) => json(r, 408, {})],
    ['500', 'service-failed', (r) => json(r, 500, {})],
    ['502 of somebody in between', 'service-failed', (r) => html(r, 502)],
    ['503', 'service-failed', (r) => json(r, 503, {}, { 'retry-after': '1' })],
    ['504', 'service-failed', (r) => html(r, 504)],
    ['200 of a web page', 'bad-answer', (r) => html(r, 200)],
    ['201 with half a JSON', 'bad-answer', (r) => json(r, 201, '{"id":"x","vrm":')],
    ['201 without the id', 'bad-answer', (r) => json(r, 201, { vrm, status: 'processing' })],
    ['201 with nothing', 'bad-answer', (r) => r.writeHead(201).end()],
    [
      '201 about another plate',
      'bad-answer',
      (r) => json(r, 201, { id: 'x', vrm: '9999ZZZ', type: 'complete', status: 'processing' }),
    ],
    ['201 too deep', 'answer-too-deep', (r) => json(r, 201, '['.repeat(100) + ']'.repeat(100))],
    ['201 too large', 'answer-too-large', (r) => json(r, 201, `"${'x'.repeat(5_000_000)}"`)],
    [
      'a body that claims to be compressed',
      'bad-answer',
      (r) => json(r, 201, {}, { 'content-encoding': 'br' }),
    ],
    ['"it is done, look there"', 'redirect-refused', sendsTo(303)],
    ['"found, over there"', 'redirect-refused', sendsTo(302)],
    ['a status that says nothing', 'bad-answer', (r) => r.writeHead(304).end()],
    ['cut once the request was read', 'unreachable', (r) => r.destroy()],
    ['reset once the request was read', 'unreachable', (r) => r.socket?.resetAndDestroy()],
    ['cut within the head of the answer', 'unreachable', (r) => r.socket?.end('HTTP/1.1 201 Cre')],
    [
      'cut within the body of the answer',
      'unreachable',
      (r) => {
        r.writeHead(201, { 'content-length': '100' })
        r.write('{"id":"x"', () => r.destroy())
      },
    ],
    ['no HTTP at all', 'unreachable', (r) => r.socket?.end('SSH-2.0-OpenSSH_9.2\r\n')],
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
