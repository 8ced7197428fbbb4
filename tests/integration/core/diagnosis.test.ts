import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DIAGNOSIS_CHECKS, type Diagnosis } from '#shared/bridge/diagnosis.ts'
import { systemClock } from '#electron/core/runtime/clock.ts'
import type { CoreDeps } from '#electron/core/core.ts'
import { guarded } from '#tests/fakes/complete-service.ts'
import {
  hostPointingAt,
  removeTemporaryDirectories,
  startCore,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { json, reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar, type MemoryKeytar } from '#tests/fakes/memory-keytar.ts'

const KEY = 'office-key-0123456789-ABCD'

let service: FaultService
let keychain: MemoryKeytar
let fixture: CoreFixture
let id: string
/** Proxy setting of the system. Addresses of this PC are never looked up in it. */
let proxy: () => Promise<string | null>

beforeEach(async () => {
  service = await startFaultService(guarded([KEY], reducedReports()))
  keychain = createMemoryKeytar()
  proxy = async () => null
  await start()
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

async function start(deps: Partial<CoreDeps> = {}) {
  const host = { ...hostPointingAt(() => service.url), resolveProxy: () => proxy() }
  fixture = await startCore(service.url, { host, loadKeytar: keychain.load, version: '1.2.3', ...deps })
}
async function restart(deps: Partial<CoreDeps> = {}) {
  const { dataDir } = fixture
  await fixture.stop()
  await start({ ...deps, dataDir })
}
const run = () => fixture.value('diagnosis.run', {})
const states = ({ checks }: Diagnosis) => Object.fromEntries(checks.map(({ check, state }) => [check, state]))
const checkOf = ({ checks }: Diagnosis, name: string) => checks.find(({ check }) => check === name)

const ALL_OK = Object.fromEntries(DIAGNOSIS_CHECKS.map((check) => [check, 'ok']))

test('all is well: every check in its order, with its facts, and by really asking', async () => {
  const before = service.seen.length
  const diagnosis = await run()
  expect(diagnosis.checks.map(({ check }) => check)).toEqual([...DIAGNOSIS_CHECKS])
  expect(states(diagnosis)).toEqual(ALL_OK)
  expect(diagnosis).toMatchObject({ version: '1.2.3', system: expect.stringContaining('Node ') as string })
  expect(checkOf(diagnosis, 'store')?.facts).toEqual({
    reports: 0,
    bytes: expect.any(Number) as number,
    free: expect.any(Number) as number,
  })
  expect(checkOf(diagnosis, 'keychain')?.facts).toEqual({ kind: 'system', state: 'ready' })
  expect(checkOf(diagnosis, 'proxy')?.facts).toEqual({ proxy: 'none' })
  expect(checkOf(diagnosis, 'network')?.facts).toMatchObject({ host: '127.0.0.1' })
  expect(checkOf(diagnosis, 'address')?.facts).toMatchObject({ address: new URL(service.url).host })
  expect(Math.abs(Number(checkOf(diagnosis, 'clock')?.facts['seconds']))).toBeLessThan(5)
  expect(service.seen.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/reports/ventanilla-comprobacion',
  ])
})

test('the demonstration needs no keychain, and nobody is asked to unlock one for it', async () => {
  let asked = 0
  const load: MemoryKeytar['load'] = () => {
    asked++
    return keychain.load()
  }
  await fixture.value('accounts.activate', { id: 'demo' })
  await restart({ loadKeytar: load })
  service.answer(reducedReports())
  const diagnosis = await run()
  expect(states(diagnosis)).toEqual({ ...ALL_OK, keychain: 'skipped' })
  expect(asked).toBe(0)
})

describe('what is wrong is what fails, and what needs it is skipped', () => {
  test('the key refused', async () => {
    service.answer((_request, response) => json(response, 401, { statusCode: 401, message: 'Unauthorized' }))
    const diagnosis = await run()
    expect(states(diagnosis)).toMatchObject({ address: 'ok', key: 'failed' })
    expect(checkOf(diagnosis, 'key')?.error?.code).toBe('unauthorized')
  })

  test.each([
    ['nobody listens', 'unreachable', () => service.down()],
    ['another service', 'wrong-service', () => service.answer((_q, r) => void r.end('<h1>Hola</h1>'))],
    ['a service that fails', 'service-failed', () => service.answer((_q, r) => json(r, 500, {}))],
    ['one that hangs', 'timeout', () => service.answer(() => undefined)],
  ])('the address: %s', async (_what, code, prepare: () => unknown) => {
    await prepare()
    const diagnosis = await run()
    expect(states(diagnosis)).toMatchObject({
      network: 'ok',
      address: 'failed',
      key: 'skipped',
      clock: 'skipped',
    })
    expect(checkOf(diagnosis, 'address')?.error?.code).toBe(code)
    await service.up().catch(() => undefined)
  })

  test('the keychain locked in mid-session, with the key already at work', async () => {
    await run()
    keychain.locked = true
    const diagnosis = await run()
    expect(states(diagnosis)).toMatchObject({ keychain: 'failed', address: 'ok', key: 'ok' })
    expect(checkOf(diagnosis, 'keychain')?.error?.code).toBe('keychain-locked')
  })

  test('the keychain locked since the start: the store too, and there is no key to ask with', async () => {
    keychain.locked = true
    await restart()
    const diagnosis = await run()
    expect(states(diagnosis)).toMatchObject({ store: 'failed', keychain: 'failed', address: 'skipped' })
    expect(checkOf(diagnosis, 'store')?.error?.code).toBe('store-locked')
  })

  test('the key lost, with everything else as it should be', async () => {
    keychain.kept.delete(`${id}/api-key`)
    await restart()
    const diagnosis = await run()
    expect(states(diagnosis)).toEqual({
      store: 'ok',
      keychain: 'ok',
      proxy: 'skipped',
      network: 'skipped',
      address: 'skipped',
      key: 'failed',
      clock: 'skipped',
    })
    expect(checkOf(diagnosis, 'key')?.error?.code).toBe('key-missing')
  })

  test('the store key lost', async () => {
    keychain.kept.delete(`${id}/store-key`)
    await restart()
    const diagnosis = await run()
    expect(states(diagnosis)).toEqual({ ...ALL_OK, store: 'failed' })
    expect(checkOf(diagnosis, 'store')?.error).toMatchObject({ code: 'store-locked', detail: 'missing' })
  })
})

test.each([
  ['fast', 600],
  ['slow', -600],
])('a clock that is %s is a warning, with how much', async (_what, seconds) => {
  await restart({ clock: { ...systemClock, now: () => Date.now() + seconds * 1000 } })
  const diagnosis = await run()
  expect(states(diagnosis)).toEqual({ ...ALL_OK, clock: 'warning' })
  expect(Math.abs(Number(checkOf(diagnosis, 'clock')?.facts['seconds']) - seconds)).toBeLessThan(5)
})

test('a service that says no time says nothing about the clock', async () => {
  service.answer((_request, response) => {
    response.sendDate = false
    json(response, 404, {})
  })
  expect(states(await run())).toEqual({ ...ALL_OK, clock: 'skipped' })
})

describe('the proxy', () => {
  test('is named without its user and its password', async () => {
    proxy = async () => 'http://maria:secr3to@proxy.ribera.example:3128'
    const diagnosis = await run()
    expect(checkOf(diagnosis, 'proxy')).toMatchObject({
      state: 'ok',
      facts: { proxy: 'proxy.ribera.example:3128' },
    })
    expect(JSON.stringify([diagnosis, fixture.logged])).not.toMatch(/secr3to|maria/)
  })

  test.each([
    ['no address', async () => 'maria:secr3to@proxy'],
    ['a failure of the system', () => Promise.reject(new Error('secr3to'))],
  ])('%s: that check fails and the others are still made', async (_what, resolve) => {
    proxy = resolve
    const diagnosis = await run()
    expect(checkOf(diagnosis, 'proxy')?.state).toBe('failed')
    expect(states(diagnosis)).toMatchObject({ store: 'ok', keychain: 'ok', address: 'ok', key: 'ok' })
    expect(JSON.stringify([diagnosis, fixture.logged])).not.toMatch(/secr3to/)
  })
})

test('nothing secret is in it, whatever fails', async () => {
  const storeKey = keychain.kept.get(`${id}/store-key`)!
  const seen: string[] = []
  const prepare: (() => unknown)[] = [
    () => undefined,
    () => service.answer((_q, r) => json(r, 500, { message: `key ${KEY}` })),
    () =>
      service.answer(
        (q, r) => void r.writeHead(302, { location: `http://x.example/?${q.authorization}` }).end(),
      ),
    () => service.down(),
  ]
  for (const step of prepare) {
    await step()
    seen.push(JSON.stringify(await run()))
  }
  for (const text of seen) {
    expect(text).not.toContain(KEY)
    expect(text).not.toContain(storeKey)
    expect(text).not.toContain('Bearer')
  }
  await service.up()
})
