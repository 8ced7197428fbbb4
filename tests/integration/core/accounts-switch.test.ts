import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { completeReports, guarded, paidRequests } from '#tests/fakes/complete-service.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar, type MemoryKeytar } from '#tests/fakes/memory-keytar.ts'

const KEYS = { one: 'key-of-the-office-one', two: 'key-of-the-office-two' }
const VRM = '1234BCD'

let service: FaultService
/** Service of the demonstration. */
let demo: FaultService
let keychain: MemoryKeytar
let fixture: CoreFixture
let ids: { one: string; two: string }

beforeEach(async () => {
  service = await startFaultService(guarded(Object.values(KEYS), completeReports()))
  demo = await startFaultService()
  keychain = createMemoryKeytar()
  fixture = await startCore(demo.url, { loadKeytar: keychain.load })
  const add = async (name: 'one' | 'two') => {
    const account = { environment: 'development', name, baseUrl: service.url, key: KEYS[name] } as const
    return (await fixture.value('accounts.add', account)).id
  }
  ids = { one: await add('one'), two: await add('two') }
})
afterEach(async () => {
  await fixture.stop()
  await Promise.all([service.close(), demo.close()])
})
afterAll(removeTemporaryDirectories)

const activate = (id: string) => fixture.value('accounts.activate', { id })
const known = async (vrm: string) => (await fixture.value('lookup.get', { vrm })).latest !== null
const lookUp = async (vrm: string) => {
  await fixture.value('lookup.start', { vrm })
  await fixture.until(vrm, ({ latest }) => latest !== null)
}
const restart = async () => {
  const { dataDir } = fixture
  await fixture.stop()
  fixture = await startCore(demo.url, { dataDir, loadKeytar: keychain.load })
}

test('each account has its own store, key and cache, and finds its own again', async () => {
  await lookUp('1000BCD')
  await activate(ids.one)
  expect(await known('1000BCD')).toBe(false)
  await lookUp(VRM)
  await fixture.value('complete.request', { vrm: VRM, confirmed: true })
  await fixture.untilComplete(VRM, ({ latest }) => latest !== null)
  await activate(ids.two)
  expect(await known(VRM)).toBe(false)
  expect(await fixture.value('complete.get', { vrm: VRM })).toMatchObject({ latest: null, thisMonth: 0 })
  expect((await fixture.value('lookup.recent', { limit: 10 })).rows).toEqual([])
  await lookUp('2000BCD')

  const keysOf = (vrm: string) =>
    service.seen.filter(({ body }) => body.includes(vrm)).map(({ authorization }) => authorization)
  expect(new Set(keysOf(VRM))).toEqual(new Set([`Bearer ${KEYS.one}`]))
  expect(keysOf('2000BCD')).toEqual([`Bearer ${KEYS.two}`])

  await activate(ids.one)
  expect([await known(VRM), await known('2000BCD'), await known('1000BCD')]).toEqual([true, false, false])
  expect((await fixture.value('complete.get', { vrm: VRM })).latest?.outcome).toBe('transferable')
  for (const id of Object.values(ids))
    expect(existsSync(join(fixture.dataDir, id, 'ventanilla.db'))).toBe(true)
  const storeKeys = [...keychain.kept].filter(([name]) => name.endsWith('/store-key'))
  expect(storeKeys.map(([name]) => name).toSorted()).toEqual(
    Object.values(ids)
      .map((id) => `${id}/store-key`)
      .toSorted(),
  )
  expect(new Set(storeKeys.map(([, key]) => key)).size).toBe(2)
})

test('the screens are told once, after the store is open', async () => {
  await lookUp('1000BCD')
  const from = fixture.frames.length
  await activate(ids.one)
  const told = fixture.frames.slice(from).flatMap(({ topic, payload }) => {
    if (topic !== 'slice') return []
    const { name, value } = payload as { name: string; value: { id?: string; state?: string } }
    return name === 'profile' || name === 'store' ? [`${name} ${value.id ?? value.state}`] : []
  })
  // The previous account may still report its size before them.
  expect(told.slice(-2)).toEqual(['store open', `profile ${ids.one}`])
  expect(told.filter((one) => one.startsWith('profile'))).toHaveLength(1)
})

test('a lookup and a paid report that were on their way are taken up on return', async () => {
  const answer = Promise.withResolvers<void>()
  const usual = completeReports()
  service.answer(async (request, response) => {
    if (request.method === 'GET' && request.authorization === `Bearer ${KEYS.one}`) await answer.promise
    return usual(request, response)
  })
  await activate(ids.one)
  await fixture.value('lookup.start', { vrm: VRM })
  await fixture.until(VRM, ({ pending }) => pending?.state === 'processing')
  await fixture.value('complete.request', { vrm: VRM, confirmed: true })
  await fixture.untilComplete(VRM, ({ request }) => request?.state === 'processing')
  await activate(ids.two)
  answer.resolve()
  expect((await fixture.value('lookup.get', { vrm: VRM })).pending).toBeNull()
  expect((await fixture.value('complete.get', { vrm: VRM })).request).toBeNull()
  await activate(ids.one)
  await fixture.until(VRM, ({ latest }) => latest !== null)
  await fixture.untilComplete(VRM, ({ latest }) => latest !== null)
  expect(service.seen.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test('a paid request that is just being sent is waited for, and not left uncertain by the switch', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const usual = completeReports()
  service.answer(async (request, response) => {
    if (request.method === 'POST') await promise
    return usual(request, response)
  })
  // Shutdown waits three seconds; this answer takes longer.
  await restart()
  await activate(ids.one)
  await fixture.value('complete.request', { vrm: VRM, confirmed: true })
  await waitUntil(
    () => paidRequests(service).length,
    (n) => n === 1,
  )
  const switched = activate(ids.two)
  await waitUntil(
    () => fixture.slice('profile'),
    ({ id }) => id === ids.two,
  )
  setTimeout(resolve, 3_500)
  await switched
  await activate(ids.one)
  await fixture.untilComplete(VRM, ({ latest }) => latest !== null)
  expect(paidRequests(service)).toHaveLength(1)
})

test('a paid request that becomes uncertain after its account has left the screen is not told to the windows', async () => {
  const sent = Promise.withResolvers<void>()
  const cut = Promise.withResolvers<void>()
  service.answer(async (_request, response) => {
    sent.resolve()
    await cut.promise
    response.destroy()
  })
  await activate(ids.one)
  await fixture.value('complete.request', { vrm: VRM, confirmed: true })
  await sent.promise
  const switched = activate(ids.two)
  await waitUntil(
    () => fixture.slice('profile'),
    ({ id }) => id === ids.two,
  )
  const from = fixture.frames.length
  cut.resolve()
  await switched
  expect(JSON.stringify(fixture.frames.slice(from))).not.toContain(VRM)
  expect(await fixture.slice('uncertain')).toEqual([])
  await activate(ids.one)
  expect((await fixture.slice('uncertain')).map(({ vrm }) => vrm)).toEqual([VRM])
})

test('uncertain requests are those of the account on screen', async () => {
  service.answer((_request, response) => void response.destroy())
  await activate(ids.one)
  await fixture.value('complete.request', { vrm: VRM, confirmed: true })
  await waitUntil(
    () => fixture.slice('uncertain'),
    (requests) => requests.length === 1 && requests[0]?.vrm === VRM,
  )
  await activate(ids.two)
  expect(await fixture.slice('uncertain')).toEqual([])
  await activate(ids.one)
  expect((await fixture.slice('uncertain')).map(({ vrm }) => vrm)).toEqual([VRM])
})

test('quick switches take turns, and what is said of an account is never said of another', async () => {
  await activate(ids.one)
  await lookUp(VRM)
  await Promise.all([ids.two, 'demo', ids.one, ids.two, ids.one].map(activate))
  expect(await fixture.slice('profile')).toMatchObject({ id: ids.one })
  expect(await known(VRM)).toBe(true)
  await lookUp('3000BCD')
  await Promise.all([activate(ids.two), activate('demo'), activate(ids.two)])
  expect(await fixture.slice('profile')).toMatchObject({ id: ids.two })
  expect(await known(VRM)).toBe(false)
  expect((await fixture.slice('store')).state).toBe('open')
})

test('questions asked while accounts are switched are each answered by one account, whole', async () => {
  await activate(ids.one)
  await lookUp(VRM)
  const answers: Awaited<ReturnType<typeof fixture.call<'lookup.get'>>>[] = []
  let asking = true
  const asker = (async () => {
    while (asking) {
      answers.push(await fixture.call('lookup.get', { vrm: VRM }))
      await new Promise(setImmediate)
    }
  })()
  for (const id of [ids.two, ids.one, ids.two]) await activate(id)
  asking = false
  await asker
  expect(answers.filter(({ ok }) => !ok)).toEqual([])
})

test('a restart opens the one that was on screen', async () => {
  await activate(ids.two)
  await lookUp(VRM)
  await restart()
  expect(await fixture.slice('profile')).toEqual({ id: ids.two, environment: 'development', name: 'two' })
  expect(await known(VRM)).toBe(true)
  await activate('demo')
  await restart()
  expect(await fixture.slice('profile')).toMatchObject({ id: 'demo' })
})

test('an account that is not there changes nothing', async () => {
  await activate(ids.one)
  expect(await fixture.call('accounts.activate', { id: 'account-000000000000' })).toMatchObject({
    error: { code: 'unknown-account' },
  })
  expect(await fixture.slice('profile')).toMatchObject({ id: ids.one })
  await lookUp(VRM)
})

test('when the choice cannot be written down, the account before does not go on working unseen', async () => {
  service.answer(guarded(Object.values(KEYS), completeReports({ looks: 1_000 })))
  await activate(ids.one)
  await fixture.value('lookup.start', { vrm: VRM })
  await fixture.until(VRM, ({ pending }) => pending?.state === 'processing')
  // A directory here makes the write fail.
  await mkdir(join(fixture.dataDir, 'accounts.json.new'))
  expect(await fixture.call('accounts.activate', { id: ids.two })).toMatchObject({
    error: { code: 'internal' },
  })
  const asked = () =>
    service.seen.filter(({ authorization }) => authorization === `Bearer ${KEYS.one}`).length
  const before = asked()
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(asked()).toBe(before)
})
