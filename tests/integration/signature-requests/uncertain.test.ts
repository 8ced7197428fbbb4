import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { askedToSign, signatureRequests } from '#tests/fakes/signature-service.ts'
import { request, sent, settled } from '#tests/fakes/signature-fixture.ts'

/** Ways out of an uncertain request. */
let service: FaultService
let core: CoreFixture
let id: string

beforeEach(async () => {
  service = await startFaultService((_request, response) => void response.destroy())
  core = await startCore(service.url)
  await core.value('settings.update', { undoSeconds: 0 })
  id = (await sent(core, await request(core))).id
})
afterEach(async () => {
  await core.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const resolve = (how: 'discard' | 'resend') => core.call('signature-requests.resolve', { id, how })
const found = (text: string) => core.call('signature-requests.resolve', { id, how: 'found', text })
const state = async () => (await core.value('signature-requests.get', { id })).state
const posts = () => askedToSign(service).length
const restart = async () => {
  const { dataDir } = core
  await core.stop()
  core = await startCore(service.url, { dataDir })
}

test('discarded it is out of the list; brought back, it is what it was', async () => {
  expect(await resolve('discard')).toMatchObject({ ok: true, value: { state: 'discarded' } })
  expect((await core.value('signature-requests.list', {})).rows).toEqual([])
  // A possibly sent request may not be edited and sent as if it had not been.
  expect(await core.value('signature-requests.restore', { id })).toMatchObject({
    state: 'uncertain',
    error: { code: 'unreachable' },
  })
  expect(posts()).toBe(1)
})

test('sent again at the person’s word: one more, and it is sent', async () => {
  service.answer(signatureRequests())
  expect(await resolve('resend')).toMatchObject({ ok: true })
  expect(await settled(core, id)).toMatchObject({ state: 'sent', signatureId: 'sig_1' })
  expect(posts()).toBe(2)
})

test('sent again and undone in time: it is uncertain as before', async () => {
  await core.value('settings.update', { undoSeconds: 10 })
  expect(await resolve('resend')).toMatchObject({ ok: true, value: { state: 'leaving' } })
  expect(await core.value('signature-requests.undo', { id })).toMatchObject({
    state: 'uncertain',
    error: { code: 'unreachable' },
  })
  expect(posts()).toBe(1)
})

test('sent again and ended before it left: it is uncertain as before', async () => {
  await core.value('settings.update', { undoSeconds: 10 })
  await resolve('resend')
  await restart()
  expect(await state()).toBe('uncertain')
  expect(posts()).toBe(1)
})

test('sent again and certainly refused: the first one may have been sent all the same', async () => {
  service.answer((_request, response) => json(response, 400, { message: 'no' }))
  await resolve('resend')
  expect(await settled(core, id)).toMatchObject({ state: 'uncertain', error: { code: 'signing-rejected' } })
})

test('by two windows at once: one of them is in time', async () => {
  service.answer(signatureRequests())
  const answers = await Promise.all([resolve('resend'), resolve('resend'), resolve('resend')])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  await settled(core, id)
  expect(posts()).toBe(2)
})

test('what is being edited has no such ways out, and what is not there neither', async () => {
  const other = await request(core)
  expect(await core.call('signature-requests.resolve', { id: other.id, how: 'resend' })).toMatchObject({
    error: { code: 'draft-busy' },
  })
  expect(await core.call('signature-requests.resolve', { id: 'nobody', how: 'resend' })).toMatchObject({
    error: { code: 'not-found' },
  })
})

describe('found at the operator', () => {
  /** Service with these requests, whoever made them. */
  const having = (requests: Record<string, object>) =>
    service.answer(({ path }, response) => {
      const one = requests[decodeURIComponent(path.split('/').at(-1) ?? '')]
      if (!one) return json(response, 404, { statusCode: 404, message: 'Not Found' })
      json(response, 200, { status: 'sent', type: 'mandate-generic', ...one })
    })
  const signer = { type: 'person', idNumber: '12345678Z', fullname: 'Ana Ribera Soler' }

  test.each([
    ['its id', (_url: string) => '  mine '],
    ['its link', (url: string) => `${url}/v1/signatures/mine`],
    ['a link of the web', () => 'https://app.operador.es/signatures/mine?tab=1'],
  ])('by %s it is followed, and nothing is sent', async (_what, text) => {
    having({ mine: { id: 'mine', signer } })
    expect(await found(text(service.url))).toMatchObject({
      ok: true,
      value: { state: 'sent', signatureId: 'mine' },
    })
    const { row } = await core.value('signatures.get', { id: 'mine' })
    expect(row).toMatchObject({ status: 'sent', fullname: 'Ana Ribera Soler' })
    expect((await core.value('contacts.find', { text: 'ribera', limit: 5 })).rows).toHaveLength(1)
    expect(posts()).toBe(1)
  })

  test.each([
    ['another signer’s', 'other', 'rejected'],
    ['a procedure', 'procedures/mine', 'invalid-request'],
    ['nothing that is known', 'unknown', 'not-found'],
    ['one that answers as another', 'liar', 'bad-answer'],
  ])('%s: it stays uncertain', async (_what, text, code) => {
    having({
      other: { id: 'other', signer: { ...signer, idNumber: '00000000T', fullname: 'Otra' } },
      liar: { id: 'somebody-else', signer },
    })
    expect(await found(text)).toMatchObject({ error: { code } })
    expect(await state()).toBe('uncertain')
  })

  test('one that another request here became is not this one too', async () => {
    service.answer(signatureRequests())
    const other = await sent(core, await request(core))
    expect(await found(other.signatureId!)).toMatchObject({ error: { code: 'invalid-request' } })
    expect(await state()).toBe('uncertain')
  })
})

test('ended while it was leaving: it has not left, and waits to be sent', async () => {
  service.answer(signatureRequests())
  await core.value('settings.update', { undoSeconds: 10 })
  const one = await request(core, { fullname: 'Se queda' })
  await core.value('signature-requests.send', { id: one.id, version: one.version })
  await restart()
  expect(await core.value('signature-requests.get', { id: one.id })).toMatchObject({
    state: 'ready',
    error: { code: 'send-interrupted' },
  })
  await waitUntil(
    () => core.slice('store'),
    (store) => store.state === 'open',
  )
  expect(askedToSign(service, 'Se queda')).toHaveLength(0)
})
