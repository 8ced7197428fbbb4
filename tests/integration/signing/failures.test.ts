import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService, type Responder } from '#tests/fakes/fault-service.ts'
import { askedToSign, signatureRequests } from '#tests/fakes/signature-service.ts'
import { request, sent } from '#tests/fakes/signing-desk.ts'
import { startStrangeTls } from '#tests/fakes/strange-tls.ts'

/** Whether somebody was certainly not asked to sign: every way in which a request can fail, and what is made of it. */
let service: FaultService
let core: CoreFixture
let names = 0
/** One for each case: what happens to one must not help another. */
let fullname: string

beforeAll(async () => {
  service = await startFaultService(signatureRequests())
  core = await startCore(service.url, { timeouts: { connectMs: 500, answerMs: 1_500 } })
  await core.value('settings.update', { undoSeconds: 0 })
})
beforeEach(async () => {
  fullname = `Firmante ${++names}.`
  service.cut('never')
  await core.value('connection.retry', {})
})
afterAll(async () => {
  await core.stop()
  await service.close()
  await removeTemporaryDirectories()
})

const ask = async (at = core) => sent(at, await request(at, { fullname }))
const word = async (id: string) => {
  const { version } = await core.value('signing.get', { id })
  return sent(core, { id, version })
}
/** How the service answers whoever sends something to sign. */
const answering = (respond: (response: ServerResponse) => unknown): Responder => {
  const usual = signatureRequests()
  return async (one, response) => {
    if (one.method === 'POST') await respond(response)
    else await usual(one, response)
  }
}
const html = (response: ServerResponse, status: number) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Portal</h1>')
const sendsTo = (status: number) => (response: ServerResponse) =>
  void response.writeHead(status, { location: '/v1/signatures/elsewhere' }).end()

describe('certainly not sent: the person may send it again', () => {
  const refusals: [string, ErrorCode, (response: ServerResponse) => unknown][] = [
    ['400', 'signing-rejected', (r) => json(r, 400, { message: 'no' })],
    ['401', 'unauthorized', (r) => json(r, 401, { statusCode: 401, message: 'Unauthorized' })],
    ['402', 'signing-rejected', (r) => json(r, 402, {})],
    ['403', 'signing-rejected', (r) => json(r, 403, {})],
    ['404', 'not-found', (r) => json(r, 404, {})],
    ['404 of a web page', 'wrong-service', (r) => html(r, 404)],
    ['409', 'signing-rejected', (r) => json(r, 409, {})],
    ['413', 'signing-rejected', (r) => html(r, 413)],
    ['415', 'signing-rejected', (r) => json(r, 415, {})],
    ['422', 'signing-rejected', (r) => json(r, 422, { message: 'fullname' })],
    ['429', 'rate-limited', (r) => json(r, 429, {}, { 'retry-after': '1' })],
  ]
  test.each(refusals)('%s → %s', async (_what, code, respond) => {
    service.answer(answering(respond))
    const failed = await ask()
    expect(failed).toMatchObject({ state: 'failed', error: { code } })
    expect(askedToSign(service, fullname)).toHaveLength(1)
    // The same person may say so once more, and that is the second one.
    service.answer(signatureRequests({ prefix: `again-${names}` }))
    await core.value('connection.retry', {})
    expect(await word(failed.id)).toMatchObject({ state: 'sent' })
    expect(askedToSign(service, fullname)).toHaveLength(2)
  })

  test('nobody listens', async () => {
    await service.down()
    expect(await ask()).toMatchObject({
      state: 'failed',
      error: { code: 'unreachable', detail: 'ECONNREFUSED' },
    })
    await service.up()
    expect(askedToSign(service, fullname)).toHaveLength(0)
  })

  test.each([
    ['a name that nobody has', async () => 'https://no-such-service.invalid'],
    ['no TLS where there should be', async () => service.url.replace('http:', 'https:')],
    ['a certificate that nobody signed', async () => startStrangeTls('self-signed')],
    ['a certificate of another name', async () => startStrangeTls('other-name')],
    ['a certificate that is over', async () => startStrangeTls('expired')],
    ['a connection that is never made', async () => 'http://10.255.255.1'],
  ])('%s', async (_what, address) => {
    const other = await startCore(await address())
    await other.value('settings.update', { undoSeconds: 0 })
    try {
      expect(await ask(other)).toMatchObject({ state: 'failed' })
    } finally {
      await other.stop()
    }
    expect(askedToSign(service, fullname)).toHaveLength(0)
  })
})

describe('perhaps sent: only the person decides', () => {
  const silences: [string, ErrorCode, (response: ServerResponse) => unknown][] = [
    ['no answer in time', 'timeout', () => undefined],
    ['half an answer and no more', 'timeout', (r) => r.writeHead(201).write('{"id":')],
    ['408', 'timeout', (r) => json(r, 408, {})],
    ['500', 'service-failed', (r) => json(r, 500, {})],
    ['502 of somebody in between', 'service-failed', (r) => html(r, 502)],
    ['503', 'service-failed', (r) => json(r, 503, {}, { 'retry-after': '1' })],
    ['504', 'service-failed', (r) => html(r, 504)],
    ['200 of a web page', 'bad-answer', (r) => html(r, 200)],
    ['201 with half a JSON', 'bad-answer', (r) => json(r, 201, '{"id":"x","status":')],
    ['201 without the id', 'bad-answer', (r) => json(r, 201, { status: 'submitted' })],
    ['201 without the state', 'bad-answer', (r) => json(r, 201, { id: 'x' })],
    ['201 with nothing', 'bad-answer', (r) => r.writeHead(201).end()],
    [
      '201 about another signer',
      'bad-answer',
      (r) => json(r, 201, { id: 'x', status: 'submitted', signer: { idNumber: '00000000T' } }),
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
    const uncertain = await ask()
    expect(uncertain).toMatchObject({ state: 'uncertain', error: { code } })
    expect(askedToSign(service, fullname)).toHaveLength(1)
    const { id, version } = uncertain
    // Neither sent again, nor changed, nor thrown away without a word.
    for (const refused of [
      await core.call('signing.send', { id, version }),
      await core.call('signing.save', { id, version, fields: { notes: 'x' } }),
      await core.call('signing.discard', { id }),
      await core.call('signing.finish', { id, version }),
    ])
      expect(refused).toMatchObject({ error: { code: 'draft-busy' } })
    const { rows } = await core.value('signing.list', {})
    expect(rows.find((row) => row.id === id)).toMatchObject({ state: 'uncertain' })
  })

  test.each(['connected', 'asked'] as const)('cut when %s', async (when) => {
    service.answer(signatureRequests())
    service.cut(when)
    const { id, ...one } = await ask()
    expect(one).toMatchObject({ state: 'uncertain', error: { code: 'unreachable' } })
    service.cut('never')
    const seen = askedToSign(service).length
    await core.value('connection.retry', {})
    await core.value('signing.get', { id })
    expect(askedToSign(service)).toHaveLength(seen)
  })

  test('an answer that somebody else was already given is nobody’s', async () => {
    service.answer(answering((r) => json(r, 201, { id: 'the-same', status: 'submitted' })))
    expect(await ask()).toMatchObject({ state: 'sent', signatureId: 'the-same' })
    expect(await ask()).toMatchObject({ state: 'uncertain', error: { code: 'bad-answer' } })
  })

  test('none of them is sent again by a restart, and each is still there', async () => {
    const before = (await core.value('signing.list', {})).rows.filter(({ state }) => state === 'uncertain')
    expect(before.length).toBeGreaterThan(20)
    const posts = askedToSign(service).length
    const { dataDir } = core
    await core.stop()
    service.answer(signatureRequests())
    core = await startCore(service.url, { dataDir, timeouts: { connectMs: 500, answerMs: 1_500 } })
    const after = (await core.value('signing.list', {})).rows.filter(({ state }) => state === 'uncertain')
    expect(after).toEqual(before)
    expect(askedToSign(service)).toHaveLength(posts)
  })
})

test('what is added to the body leaves with it, and only with the four that take it', async () => {
  service.answer(signatureRequests({ prefix: 'extra' }))
  const bodies = []
  for (const document of ['sales-agreement', 'mandate-generic'] as const) {
    const one = await request(core, { fullname, extra: '{"price": 8250.5, "parties": ["a"]}' }, { document })
    expect(await sent(core, one)).toMatchObject({ state: 'sent' })
    const asked = askedToSign(service, fullname).at(-1)
    expect(asked?.path).toBe(`/v1/signatures/${document}`)
    bodies.push(Object.keys(JSON.parse(asked?.body ?? '') as object))
  }
  expect(bodies).toEqual([['price', 'parties', 'signer'], ['signer']])
})
