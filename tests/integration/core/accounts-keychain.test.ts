import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CoreDeps } from '#electron/core/core.ts'
import { KeychainError } from '#electron/core/keychain/keychain-error.ts'
import { completeReports, guarded, paidRequests } from '#tests/fakes/complete-service.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar, type MemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { quickDerive } from '../keychain/quick-derive.ts'

const KEY = 'office-key-0123456789-ABCD'
const PASSPHRASE = 'una frase larga'
const VRM = '1234BCD'

let service: FaultService
let fixture: CoreFixture

beforeEach(async () => {
  service = await startFaultService(guarded([KEY], completeReports()))
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const start = async (deps: Partial<CoreDeps> = {}) => {
  fixture = await startCore(service.url, { deriveKey: quickDerive, ...deps })
}
const restart = async (deps: Partial<CoreDeps> = {}) => {
  const { dataDir } = fixture
  await fixture.stop()
  await start({ ...deps, dataDir })
}
const keychain = () => fixture.slice('keychain')
const store = () => fixture.slice('store')
const account = () => ({ environment: 'production', name: 'Ribera', baseUrl: service.url, key: KEY }) as const
const unlock = (passphrase = PASSPHRASE) => fixture.call('keychain.unlock', { passphrase })
const lookUp = async (vrm = VRM) => {
  await fixture.value('lookup.start', { vrm })
  return fixture.until(vrm, ({ latest }) => latest !== null)
}
const known = async () => (await fixture.value('lookup.get', { vrm: VRM })).latest !== null
async function addAndActivate(): Promise<string> {
  const { id } = await fixture.value('accounts.add', account())
  await fixture.value('accounts.activate', { id })
  return id
}

describe('a PC without a keychain', () => {
  test('says so, and makes nothing by itself', async () => {
    await start()
    expect((await fixture.call('keychain.retry', {})).ok).toBe(true)
    expect(await keychain()).toMatchObject({ kind: 'absent', state: 'unavailable' })
    expect(await fixture.call('accounts.add', account())).toMatchObject({ ok: false })
    expect(await fixture.slice('accounts')).toHaveLength(1)
    expect(await readdir(fixture.dataDir)).not.toContain('keys.sealed')
  })

  test('a sealed file: made, locked by a restart, opened by its passphrase and by no other', async () => {
    await start()
    await fixture.value('keychain.retry', {})
    expect(await unlock('corta')).toMatchObject({ error: { code: 'passphrase-short' } })
    expect((await unlock()).ok).toBe(true)
    expect(await keychain()).toEqual({ kind: 'sealed', state: 'ready' })
    const id = await addAndActivate()
    await lookUp()

    await restart()
    expect(await keychain()).toEqual({ kind: 'sealed', state: 'locked' })
    expect(await fixture.slice('profile')).toMatchObject({ id })
    expect(await store()).toMatchObject({ state: 'locked' })
    expect(await fixture.call('lookup.get', { vrm: VRM })).toMatchObject({ error: { code: 'store-locked' } })
    expect(await fixture.call('complete.request', { vrm: VRM, confirmed: true })).toMatchObject({
      error: { code: 'store-locked' },
    })
    const before = await readdir(join(fixture.dataDir, id))

    expect(await unlock('otra frase larga')).toMatchObject({ error: { code: 'passphrase-wrong' } })
    expect((await store()).state).toBe('locked')
    expect(await readdir(join(fixture.dataDir, id))).toEqual(before)
    expect((await unlock()).ok).toBe(true)
    expect((await store()).state).toBe('open')
    expect(await known()).toBe(true)
    await lookUp('2000BCD')
    expect(fixture.logged.join('\n')).not.toContain('set aside')
  })

  test('a sealed file that is there is opened also before anybody has looked for it', async () => {
    await start()
    await unlock()
    await fixture.value('accounts.add', account())
    await restart()
    // The demonstration needs no keychain.
    expect((await unlock()).ok).toBe(true)
    expect(await keychain()).toEqual({ kind: 'sealed', state: 'ready' })
    await addAndActivate()
  })

  test('a damaged sealed file is said to be, and is never written over', async () => {
    await start()
    await unlock()
    const id = await addAndActivate()
    const path = join(fixture.dataDir, 'keys.sealed')
    const damaged = (await readFile(path, 'utf8')).replace('scrypt', 'script')
    await fixture.stop()
    await writeFile(path, damaged)
    await restart()
    await fixture.call('keychain.retry', {})
    expect(await keychain()).toMatchObject({ kind: 'sealed', state: 'damaged' })
    expect((await store()).state).toBe('locked')
    expect(await unlock()).toMatchObject({ error: { code: 'keychain-damaged' } })
    expect(await readFile(path, 'utf8')).toBe(damaged)
    expect(existsSync(join(fixture.dataDir, id, 'ventanilla.db'))).toBe(true)
  })
})

describe('a session in memory', () => {
  beforeEach(async () => {
    await start()
    await fixture.value('keychain.retry', {})
    await fixture.value('keychain.use-memory', {})
  })

  test('looks plates up, creates nothing that costs, and leaves nothing of the account on the disk', async () => {
    expect(await keychain()).toEqual({ kind: 'memory', state: 'ready' })
    const id = await addAndActivate()
    expect((await store()).state).toBe('open')
    await lookUp()
    expect(await known()).toBe(true)
    for (const again of [false, true])
      expect(await fixture.call('complete.request', { vrm: VRM, confirmed: true, again })).toMatchObject({
        error: { code: 'nothing-persists' },
      })
    expect(paidRequests(service)).toEqual([])
    expect((await readdir(fixture.dataDir, { recursive: true })).filter((f) => f.includes(id))).toEqual([])
    await restart()
    expect((await fixture.call('lookup.get', { vrm: VRM })).ok).toBe(false)
    expect(await fixture.call('accounts.verify', { id })).toMatchObject({ error: { code: 'key-missing' } })
  })

  test('beside which a keychain appears goes on as it is until it is told, and still creates nothing', async () => {
    const system = createMemoryKeytar()
    let isThere = false
    const load = () =>
      isThere ? system.load() : Promise.reject(new KeychainError('unavailable', 'no session bus'))
    await restart({ loadKeytar: load })
    await fixture.value('keychain.retry', {})
    await fixture.value('keychain.use-memory', {})
    await addAndActivate()
    await lookUp()
    isThere = true
    // The diagnosis only looks for a keychain: a paid request would still be stored in memory alone.
    await fixture.value('diagnosis.run', {})
    expect(await keychain()).toEqual({ kind: 'system', state: 'ready' })
    expect(await fixture.call('complete.request', { vrm: VRM, confirmed: true })).toMatchObject({
      error: { code: 'nothing-persists' },
    })
    expect(paidRequests(service)).toEqual([])
    expect(await known()).toBe(true)
  })

  test("becomes a sealed one at the person's word, and then things can be created", async () => {
    const id = await addAndActivate()
    expect((await unlock()).ok).toBe(true)
    // With the session's key.
    await fixture.value('accounts.verify', { id })
    await fixture.value('complete.request', { vrm: VRM, confirmed: true })
    await fixture.untilComplete(VRM, ({ latest }) => latest !== null)
    await restart()
    await unlock()
    expect((await fixture.value('complete.get', { vrm: VRM })).latest).not.toBeNull()
  })
})

describe("the system's keychain", () => {
  let system: MemoryKeytar
  let id: string
  beforeEach(async () => {
    system = createMemoryKeytar()
    await start({ loadKeytar: system.load })
    id = await addAndActivate()
    await lookUp()
  })
  const again = () => restart({ loadKeytar: system.load })
  const files = () => readdir(join(fixture.dataDir, id))

  test('locked at the start: nothing is created or put aside, and unlocking it brings everything back', async () => {
    system.locked = true
    await again()
    expect(await store()).toMatchObject({ state: 'locked' })
    expect(await fixture.call('lookup.get', { vrm: VRM })).toMatchObject({ error: { code: 'store-locked' } })
    await fixture.value('store.retry', {})
    await fixture.value('keychain.retry', {})
    expect((await store()).state).toBe('locked')
    expect(await keychain()).toMatchObject({ kind: 'system', state: 'locked' })
    system.locked = false
    await fixture.value('keychain.retry', {})
    expect((await store()).state).toBe('open')
    expect(await known()).toBe(true)
    await lookUp('2000BCD')
    expect((await files()).filter((file) => file.includes('apartada'))).toEqual([])
  })

  test('locked in mid-session: what is open goes on, and what has to be kept says why it is not', async () => {
    system.locked = true
    await lookUp('2000BCD')
    expect(await fixture.call('accounts.add', { ...account(), name: 'Otra' })).toMatchObject({
      error: { code: 'keychain-locked' },
    })
    expect(await keychain()).toMatchObject({ kind: 'system', state: 'locked' })
    system.locked = false
    await fixture.value('accounts.add', { ...account(), name: 'Otra' })
    expect(await keychain()).toEqual({ kind: 'system', state: 'ready' })
  })

  test('looking at it again, while all is well, disturbs nothing', async () => {
    service.answer(guarded([KEY], completeReports({ looks: 1_000, prefix: 'slow' })))
    await fixture.value('complete.request', { vrm: VRM, confirmed: true })
    await fixture.untilComplete(VRM, ({ request }) => request?.state === 'processing')
    const frames = fixture.frames.length
    await fixture.value('keychain.retry', {})
    const told = JSON.stringify(fixture.frames.slice(frames))
    expect(told).not.toContain('"profile"')
    expect(told).not.toContain('"store"')
  })

  test.each([
    ['lost', (name: string) => system.kept.delete(name)],
    ['replaced by another', (name: string) => system.kept.set(name, 'ab'.repeat(32))],
    ['no key at all any more', (name: string) => system.kept.set(name, 'what is this')],
  ])(
    'its key %s, with the data there: locked, never a new key, and nothing is touched',
    async (_what, lose) => {
      const key = system.kept.get(`${id}/store-key`)!
      await fixture.stop()
      const before = await files()
      const content = await readFile(join(fixture.dataDir, id, 'ventanilla.db.keycheck'))
      lose(`${id}/store-key`)
      const left = new Map(system.kept)
      await again()
      expect(await store()).toMatchObject({ state: 'locked', error: { code: 'store-locked' } })
      await fixture.value('store.retry', {})
      await fixture.value('accounts.activate', { id: 'demo' })
      await fixture.value('accounts.activate', { id })
      expect((await store()).state).toBe('locked')
      expect(new Map(system.kept)).toEqual(left)
      expect((await files()).filter((file) => !/-(wal|shm)$/.test(file))).toEqual(
        before.filter((file) => !/-(wal|shm)$/.test(file)),
      )
      expect(await readFile(join(fixture.dataDir, id, 'ventanilla.db.keycheck'))).toEqual(content)
      // Put back (from a backup of the keychain), everything works again.
      system.kept.set(`${id}/store-key`, key)
      await fixture.value('store.retry', {})
      expect((await store()).state).toBe('open')
      expect(await known()).toBe(true)
    },
  )

  test('an API key that was lost: data are read, asking waits, and a new key takes it up', async () => {
    system.kept.delete(`${id}/api-key`)
    await again()
    expect((await store()).state).toBe('open')
    expect(await known()).toBe(true)
    await fixture.value('lookup.start', { vrm: '2000BCD' })
    await fixture.until('2000BCD', ({ pending }) => pending?.error?.code === 'key-missing')
    await fixture.value('complete.request', { vrm: VRM, confirmed: true })
    const { request } = await fixture.untilComplete(VRM, (view) => view.request?.state === 'failed')
    expect(request?.error?.code).toBe('key-missing')
    await fixture.value('accounts.replace-key', { id, key: KEY, sameAccount: true })
    await fixture.until('2000BCD', ({ latest }) => latest !== null)
    expect(paidRequests(service)).toEqual([])
  })
})
