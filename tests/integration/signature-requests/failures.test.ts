import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HASTY, removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import {
  addressesOfNobody,
  answersThatLeaveDoubt,
  html,
  type FailingAnswer,
} from '#tests/fakes/failing-answers.ts'
import { json, startFaultService, type FaultService, type Responder } from '#tests/fakes/fault-service.ts'
import { askedToSign, signatureRequests } from '#tests/fakes/signature-service.ts'
import { request, sent } from '#tests/fakes/signature-fixture.ts'

/** Every failure of a request, and whether it leaves certain that it was not sent. */
let service: FaultService
let core: CoreFixture
let names = 0
/** One for each case, so that no case affects another. */
let fullname: string

beforeAll(async () => {
  service = await startFaultService(signatureRequests())
  core = await startCore(service.url, { timeouts: HASTY })
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
  const { version } = await core.value('signature-requests.get', { id })
  return sent(core, { id, version })
}
/** Responder of new signature requests. */
const answering = (respond: (response: ServerResponse) => unknown): Responder => {
  const usual = signatureRequests()
  return async (one, response) => {
    if (one.method === 'POST') await respond(response)
    else await usual(one, response)
  }
}

describe('certainly not sent: the person may send it again', () => {
  const refusals: readonly FailingAnswer[] = [
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
    // The user may send it again, which is the second one.
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

  test.each(addressesOfNobody)('%s', async (_what, address) => {
    const other = await startCore(await address(service.url))
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
  const silences: readonly FailingAnswer[] = [
    ...answersThatLeaveDoubt,
    ['201 without the id', 'bad-answer', (r) => json(r, 201, { status: 'submitted' })],
    ['201 without the state', 'bad-answer', (r) => json(r, 201, { id: 'x' })],
    [
      '201 about another signer',
      'bad-answer',
      (r) => json(r, 201, { id: 'x', status: 'submitted', signer: { idNumber: '00000000T' } }),
    ],
  ]
  test.each(silences)('%s → %s', async (_what, code, respond) => {
    service.answer(answering(respond))
    const uncertain = await ask()
    expect(uncertain).toMatchObject({ state: 'uncertain', error: { code } })
    expect(askedToSign(service, fullname)).toHaveLength(1)
    const { id, version } = uncertain
    // Neither sent again, nor changed, nor discarded without a decision.
    for (const refused of [
      await core.call('signature-requests.send', { id, version }),
      await core.call('signature-requests.save', { id, version, fields: { notes: 'x' } }),
      await core.call('signature-requests.discard', { id }),
      await core.call('signature-requests.finish', { id, version }),
    ])
      expect(refused).toMatchObject({ error: { code: 'draft-busy' } })
    const { rows } = await core.value('signature-requests.list', {})
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
    await core.value('signature-requests.get', { id })
    expect(askedToSign(service)).toHaveLength(seen)
  })

  test('an answer that somebody else was already given is nobody’s', async () => {
    service.answer(answering((r) => json(r, 201, { id: 'the-same', status: 'submitted' })))
    expect(await ask()).toMatchObject({ state: 'sent', signatureId: 'the-same' })
    expect(await ask()).toMatchObject({ state: 'uncertain', error: { code: 'bad-answer' } })
  })

  test('none of them is sent again by a restart, and each is still there', async () => {
    const before = (await core.value('signature-requests.list', {})).rows.filter(
      ({ state }) => state === 'uncertain',
    )
    expect(before.length).toBeGreaterThan(20)
    const posts = askedToSign(service).length
    const { dataDir } = core
    await core.stop()
    service.answer(signatureRequests())
    core = await startCore(service.url, { dataDir, timeouts: HASTY })
    const after = (await core.value('signature-requests.list', {})).rows.filter(
      ({ state }) => state === 'uncertain',
    )
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
