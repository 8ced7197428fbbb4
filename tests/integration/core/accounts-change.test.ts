import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { completeReports, guarded, paidRequests } from '#tests/fakes/complete-service.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar, type MemoryKeytar } from '#tests/fakes/memory-keytar.ts'

const KEY = 'office-key-0123456789-ABCD'
const ROTATED = 'office-key-9876543210-WXYZ'
const VRM = '1234BCD'

let service: FaultService
let keychain: MemoryKeytar
let fixture: CoreFixture
/** Id of the active account. */
let id: string

beforeEach(async () => {
  service = await startFaultService(guarded([KEY], completeReports()))
  keychain = createMemoryKeytar()
  fixture = await startCore(service.url, { loadKeytar: keychain.load })
  const { value } = fixture
  const account = { environment: 'production', name: 'Ribera', baseUrl: service.url, key: KEY } as const
  id = (await value('accounts.add', account)).id
  await value('accounts.activate', { id })
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const account = async () => (await fixture.slice('accounts')).find((one) => one.id === id)
const rotate = () => service.answer(guarded([ROTATED], completeReports({ prefix: 'new' })))
const lookUp = async (vrm: string) => {
  await fixture.value('lookup.start', { vrm })
  return fixture.until(vrm, ({ latest }) => latest !== null)
}

/** Key in the keychain, whatever it is bound to. */
const keyIn = (of: string) => (JSON.parse(keychain.kept.get(`${of}/api-key`) ?? '{}') as { key?: string }).key

describe('a key that was rotated', () => {
  test('the first refusal is on screen, at the account too, and the new key takes up what waited', async () => {
    await lookUp('1000BCD')
    rotate()
    await fixture.value('lookup.start', { vrm: VRM })
    await fixture.until(VRM, ({ pending }) => pending?.error?.code === 'unauthorized')
    expect((await fixture.slice('connection')).state).toBe('unauthorized')
    await waitUntil(account, (one) => one?.key.state === 'refused')

    await fixture.value('accounts.replace-key', { id, key: `Bearer ${ROTATED}`, sameAccount: true })
    await fixture.until(VRM, ({ latest }) => latest !== null)
    expect(keyIn(id)).toBe(ROTATED)
    expect(await account()).toMatchObject({ keyLast4: 'WXYZ', key: { state: 'accepted' } })
    // Its data stay.
    expect((await fixture.value('lookup.get', { vrm: '1000BCD' })).latest).not.toBeNull()
    await waitUntil(
      () => fixture.slice('connection'),
      ({ state }) => state === 'online',
    )
  })

  test('a new key that is refused does not take the place of the old one', async () => {
    const replaced = await fixture.call('accounts.replace-key', { id, key: ROTATED, sameAccount: true })
    expect(replaced).toMatchObject({ ok: false, error: { code: 'unauthorized' } })
    expect(keyIn(id)).toBe(KEY)
    expect(await account()).toMatchObject({ keyLast4: 'ABCD', key: { state: 'accepted' } })
    await lookUp(VRM)
  })

  test('only at the word that it is the same account', async () => {
    const args = { id, key: ROTATED, sameAccount: false }
    expect(await fixture.core.router.call('accounts.replace-key', args)).toMatchObject({
      error: { code: 'invalid-request' },
    })
  })
})

describe('verifying', () => {
  test('a refused key is noted; accepted again, traffic goes through without anybody replacing it', async () => {
    rotate()
    expect(await fixture.call('accounts.verify', { id })).toMatchObject({ error: { code: 'unauthorized' } })
    expect((await account())?.key.state).toBe('refused')
    await fixture.value('lookup.start', { vrm: VRM })
    await fixture.until(VRM, ({ pending }) => pending?.error?.code === 'unauthorized')
    service.answer(guarded([KEY], completeReports()))
    await fixture.value('accounts.verify', { id })
    expect((await account())?.key.state).toBe('accepted')
    await fixture.until(VRM, ({ latest }) => latest !== null)
  })

  test('a service that is away says nothing about the key', async () => {
    await service.down()
    expect(await fixture.call('accounts.verify', { id })).toMatchObject({ error: { code: 'unreachable' } })
    expect((await account())?.key.state).toBe('accepted')
    await service.up()
  })

  test('a key that the keychain has lost is missing, not wrong', async () => {
    keychain.kept.delete(`${id}/api-key`)
    expect(await fixture.call('accounts.verify', { id })).toMatchObject({ error: { code: 'key-missing' } })
    expect((await account())?.key.state).toBe('accepted')
  })
})

describe('what an account changes', () => {
  test('its name, everywhere at once and after a restart', async () => {
    await fixture.value('accounts.change', { id, name: '  Ribera e Hijos ' })
    expect(await account()).toMatchObject({ name: 'Ribera e Hijos' })
    expect(await fixture.slice('profile')).toEqual({ id, environment: 'production', name: 'Ribera e Hijos' })
    await lookUp(VRM)
    const { dataDir } = fixture
    await fixture.stop()
    fixture = await startCore(service.url, { dataDir, loadKeytar: keychain.load })
    expect(await fixture.slice('profile')).toEqual({ id, environment: 'production', name: 'Ribera e Hijos' })
  })

  test('its name, while a paid request is on its way: the request is not disturbed', async () => {
    const answer = Promise.withResolvers<void>()
    const usual = completeReports()
    service.answer(async (request, response) => {
      if (request.method === 'POST') await answer.promise
      return usual(request, response)
    })
    await fixture.value('complete.request', { vrm: VRM, confirmed: true })
    await waitUntil(
      () => paidRequests(service).length,
      (n) => n === 1,
    )
    await fixture.value('accounts.change', { id, name: 'Otra vez' })
    expect((await fixture.value('complete.get', { vrm: VRM })).request?.state).toBe('sending')
    answer.resolve()
    await fixture.untilComplete(VRM, ({ latest }) => latest !== null)
    expect(paidRequests(service)).toHaveLength(1)
  })

  test('how plates are written, at once and on the wire alone', async () => {
    await lookUp('M1234AB')
    expect(service.seen.at(-2)!.body).toBe('{"vrm":"M1234AB"}')
    await fixture.value('accounts.change', { id, assumptions: { plateForm: 'hyphens' } })
    await fixture.value('lookup.start', { vrm: 'M1235AB' })
    await fixture.until('M1235AB', ({ latest }) => latest !== null)
    await fixture.value('complete.request', { vrm: 'M1236AB', confirmed: true })
    const { latest } = await fixture.untilComplete('M1236AB', (view) => view.latest !== null)
    expect(latest?.vrm).toBe('M1236AB')
    const bodies = service.seen.filter(({ method }) => method === 'POST').map(({ body }) => body)
    expect(bodies.slice(1)).toEqual(['{"vrm":"M-1235-AB"}', '{"vrm":"M-1236-AB"}'])
    // A plate that takes no hyphens stays as it is.
    await lookUp(VRM)
    expect(service.seen.filter(({ method }) => method === 'POST').at(-1)!.body).toBe(`{"vrm":"${VRM}"}`)
  })

  test('what a report costs and for how long it is recent, in the view and in the rule', async () => {
    expect(await fixture.value('complete.get', { vrm: VRM })).toMatchObject({ price: 867, recentHours: 24 })
    await fixture.value('accounts.change', {
      id,
      assumptions: { completeReportCents: 1_250, completeReportRecentHours: 0 },
    })
    expect(await fixture.value('complete.get', { vrm: VRM })).toMatchObject({ price: 1_250, recentHours: 0 })
    for (const times of [1, 2]) {
      await fixture.value('complete.request', { vrm: VRM, confirmed: true })
      await fixture.untilComplete(VRM, ({ request, thisMonth }) => request === null && thisMonth === times)
    }
    // Other assumptions stay.
    await fixture.value('accounts.change', { id, resetAssumptions: ['completeReportCents'] })
    expect(await fixture.value('complete.get', { vrm: VRM })).toMatchObject({ price: 867, recentHours: 0 })
    await fixture.value('accounts.change', { id, resetAssumptions: ['completeReportRecentHours'] })
    expect((await account())?.assumptions).toEqual({})
    expect(await fixture.value('complete.get', { vrm: VRM })).toMatchObject({ price: 867, recentHours: 24 })
  })

  test('different assumptions from two windows at once: both hold', async () => {
    await fixture.value('accounts.change', { id, assumptions: { answerMs: 20_000 } })
    await Promise.all([
      fixture.value('accounts.change', { id, assumptions: { completeReportCents: 940 } }),
      fixture.value('accounts.change', { id, assumptions: { plateForm: 'hyphens' } }),
      fixture.value('accounts.change', { id, name: 'Ribera e Hijos' }),
      fixture.value('accounts.change', { id, resetAssumptions: ['answerMs'] }),
    ])
    expect(await account()).toMatchObject({ name: 'Ribera e Hijos' })
    expect((await account())?.assumptions).toEqual({ completeReportCents: 940, plateForm: 'hyphens' })
  })

  test('the largest answer that is read', async () => {
    await fixture.value('accounts.change', { id, assumptions: { maxAnswerBytes: 65_536 } })
    const long = 'x'.repeat(70_000)
    service.answer(completeReports({ result: () => ({ registryExtractedData: { brand: long } }) }))
    await fixture.value('lookup.start', { vrm: VRM })
    await fixture.until(VRM, ({ failed }) => failed?.code === 'answer-too-large')
  })

  test('nothing out of bounds, and nothing of an account that is not there', async () => {
    for (const assumptions of [{ answerMs: 5 }, { interactiveRequestsPerSecond: 1e9 }, { plateForm: 'odd' }])
      expect(await fixture.core.router.call('accounts.change', { id, assumptions })).toMatchObject({
        error: { code: 'invalid-request' },
      })
    expect((await account())?.assumptions).toEqual({})
    for (const unknown of ['demo', 'account-000000000000', '__proto__'])
      for (const [name, args] of [
        // The demonstration has assumptions to change, and no name of its own.
        ...(unknown === 'demo' ? [] : [['accounts.change', { id: unknown, name: 'x' }] as const]),
        ['accounts.verify', { id: unknown }],
        ['accounts.replace-key', { id: unknown, key: KEY, sameAccount: true }],
        ['accounts.remove', { id: unknown, eraseData: true }],
      ] as const)
        expect(await fixture.core.router.call(name, args)).toMatchObject({
          error: { code: 'unknown-account' },
        })
  })
})

test('a screen that asks while its account is taken up again is answered, and never told that the store is closed', async () => {
  await lookUp(VRM)
  const answers: unknown[] = []
  let asking = true
  const asker = (async () => {
    while (asking) {
      answers.push(await fixture.call('lookup.get', { vrm: VRM }))
      // Synchronous answers would starve the event loop.
      await new Promise(setImmediate)
    }
  })()
  await fixture.value('accounts.change', { id, assumptions: { completeReportCents: 1 } })
  await fixture.value('accounts.replace-key', { id, key: KEY, sameAccount: true })
  asking = false
  await asker
  expect(answers.length).toBeGreaterThan(2)
  for (const answer of answers) expect(answer).toMatchObject({ ok: true, value: { vrm: VRM } })
})
