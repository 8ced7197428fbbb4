import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#electron/core/store/open-database.ts'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { filled } from '#tests/fakes/procedure-fixture.ts'
import { PASSPHRASE } from '#tests/integration/office/copies.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'

let service: FaultService
let dataDir: string
let fixture: CoreFixture
let copies: string

const begin = async () => (fixture = await startCore(service.url, { dataDir, deriveKey: quickDerive }))
const file = (name: string) => join(dataDir, 'demo', name)
const store = () => fixture.slice('store')

beforeEach(async () => {
  service = await startFaultService()
  dataDir = await temporaryDirectory()
  copies = join(await temporaryDirectory(), 'copias')
  await begin()
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

async function lookUp(vrm: string): Promise<void> {
  await fixture.value('lookup.start', { vrm })
  await fixture.until(vrm, ({ latest, pending }) => latest !== null && pending === null)
}
const draft = () =>
  filled({ ...fixture, receive: async () => Promise.reject(new Error('not here')) }, 'transfer')
const drafts = async () => (await fixture.slice('drafts')).drafts

/** Moves the database files away, except those kept beside them; the returned function puts them back. */
async function takeAway(): Promise<() => Promise<void>> {
  const moved: [string, string][] = []
  const away = await temporaryDirectory()
  for (const name of ['ventanilla.db', 'ventanilla.db-wal', 'ventanilla.db-shm']) {
    if (!existsSync(file(name))) continue
    await rename(file(name), join(away, name))
    moved.push([join(away, name), file(name)])
  }
  return async () => {
    for (const [from, to] of moved) await rename(from, to)
  }
}

describe('a database that is gone', () => {
  test('is said, with how much there was, and nothing is begun in its place', async () => {
    await draft()
    await lookUp('1234BCD')
    await fixture.stop()
    const putBack = await takeAway()
    const before = await readdir(file(''))
    await begin()
    expect(await store()).toMatchObject({
      state: 'lost',
      lost: { why: 'missing', had: { drafts: 1, reports: 1, procedures: 0 } },
      error: { code: 'store-lost' },
    })
    expect(await fixture.call('lookup.get', { vrm: '1234BCD' })).toMatchObject({
      error: { code: 'store-lost' },
    })
    await fixture.stop()
    expect(await readdir(file(''))).toEqual(before)
    await begin()
    expect((await store()).state).toBe('lost')
    await putBack()
    await fixture.value('store.retry', {})
    expect((await store()).state).toBe('open')
    expect((await fixture.value('lookup.get', { vrm: '1234BCD' })).latest).not.toBeNull()
  })

  test('so is one that was left with nothing in it', async () => {
    await draft()
    await fixture.stop()
    await takeAway()
    await writeFile(file('ventanilla.db'), '')
    await begin()
    expect(await store()).toMatchObject({ state: 'lost', lost: { why: 'empty', had: { drafts: 1 } } })
  })

  test('also when all that is kept beside it went with it', async () => {
    await draft()
    await fixture.stop()
    for (const name of await readdir(file(''))) if (name.startsWith('ventanilla.db')) await rm(file(name))
    await begin()
    expect(await store()).toMatchObject({ state: 'lost', lost: { why: 'missing', had: null } })
  })

  test("and a whole account's directory, whose key the keychain still has", async () => {
    service.answer((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end('{"statusCode":404,"message":"Not Found"}')
    })
    await fixture.value('keychain.unlock', { passphrase: PASSPHRASE })
    const account = {
      environment: 'production',
      name: 'Ribera',
      baseUrl: service.url,
      key: 'office-key-0123456789-ABCD',
    } as const
    const { id } = await fixture.value('accounts.add', account)
    await fixture.value('accounts.activate', { id })
    await draft()
    await fixture.value('accounts.activate', { id: 'demo' })
    await rm(join(dataDir, id), { recursive: true })
    for (let times = 0; times < 2; times++) {
      await fixture.value('accounts.activate', { id })
      expect(await store()).toMatchObject({ state: 'lost', lost: { why: 'missing' } })
      await fixture.value('accounts.activate', { id: 'demo' })
    }
  })

  test('is begun anew only at the word of the person, and then no copy is removed', async () => {
    await fixture.value('office.update', { backup: { folder: copies, everyDays: 1, keep: 1 } })
    await draft()
    await fixture.value('backup.set-passphrase', { passphrase: PASSPHRASE })
    const listed = async () =>
      (await readdir(copies).catch(() => [])).filter((name) => name.endsWith('.vcopia'))
    const [good = ''] = await waitUntil(listed, (names) => names.length === 1)
    await waitUntil(
      () => fixture.slice('backup'),
      ({ running }) => !running,
    )
    await fixture.stop()
    await takeAway()
    await begin()
    // The name of a backup has the second that it was made in.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await fixture.value('store.set-aside', {})
    expect((await store()).state).toBe('open')
    await waitUntil(listed, (names) => names.length === 2)
    await waitUntil(
      () => fixture.slice('backup'),
      ({ running, lastAt }) => !running && lastAt !== null,
    )
    await fixture.value('backup.run', {})
    expect(await listed()).toContain(good)
    await fixture.stop()
    await begin()
    expect((await store()).state).toBe('open')
  })

  test('comes back from the newest copy, which is read before anything is touched', async () => {
    await fixture.value('office.update', { backup: { folder: copies } })
    await draft()
    await fixture.value('backup.set-passphrase', { passphrase: PASSPHRASE })
    await fixture.value('backup.run', {})
    await fixture.stop()
    await takeAway()
    await begin()
    const found = await fixture.value('store.copies', {})
    expect(found).toMatchObject({ folder: copies, hasPassphrase: true })
    const name = found?.suggested ?? ''
    for (const other of ['../copia.vcopia', join(copies, name)])
      expect(await fixture.call('store.restore', { name: other })).toMatchObject({
        error: { code: 'backup-folder' },
      })
    expect(await fixture.call('store.restore', { name, passphrase: 'otra que no es' })).toMatchObject({
      error: { code: 'passphrase-wrong' },
    })
    expect((await store()).state).toBe('lost')
    expect(await fixture.value('store.restore', { name })).toMatchObject({ drafts: 1 })
    expect((await store()).state).toBe('open')
    await waitUntil(drafts, (count) => count === 1)
    expect(await fixture.call('store.restore', { name })).toMatchObject({
      error: { code: 'invalid-request' },
    })
  })
})

describe('an older database in the place of the one there was', () => {
  async function older(): Promise<void> {
    await draft()
    await fixture.stop()
    await copyFile(file('ventanilla.db'), file('older'))
    await begin()
    await draft()
    await lookUp('5678FGH')
    await fixture.stop()
    await rm(file('ventanilla.db-wal'), { force: true })
    await rename(file('older'), file('ventanilla.db'))
    await begin()
  }

  test('is said, and opened when the person takes it as it is', async () => {
    await older()
    expect(await store()).toMatchObject({
      state: 'lost',
      lost: { why: 'shorter', had: { drafts: 2, reports: 1 } },
    })
    await fixture.value('store.accept', {})
    expect((await store()).state).toBe('open')
    expect(await drafts()).toBe(1)
    await fixture.stop()
    await begin()
    expect((await store()).state).toBe('open')
  })

  test('a lost journal is the same: what was in it alone is missing', async () => {
    await draft()
    await fixture.stop()
    const key = Buffer.from((await readFile(file('store-key.secret'), 'utf8')).trim(), 'hex')
    // As after a power cut: the latest writes are in the journal, and not yet in the database.
    const reader = openDatabase(file('ventanilla.db'), key)
    reader.exec('BEGIN')
    reader.prepare('SELECT * FROM meta').all()
    await begin()
    await draft()
    await fixture.stop()
    await copyFile(file('ventanilla.db'), file('cut'))
    reader.close()
    await rename(file('cut'), file('ventanilla.db'))
    await rm(file('ventanilla.db-wal'), { force: true })
    await begin()
    expect(await store()).toMatchObject({ state: 'lost', lost: { why: 'shorter', had: { drafts: 2 } } })
  })
})

describe('no alarm where nothing is lost', () => {
  const marker = () => file('ventanilla.db.beginning')
  const STEPS: Record<string, () => Promise<void>> = {
    'nothing but the directory': async () => undefined,
    'before the key was made': () => writeFile(marker(), '{"phase":"beginning","anewAt":null}'),
    'before the key was proved': async () => {
      await writeFile(marker(), '{"phase":"beginning","anewAt":null}')
      await writeFile(file('store-key.secret'), 'ab'.repeat(32))
    },
    'with a database of no bytes': async () => {
      await writeFile(marker(), '{"phase":"beginning","anewAt":null}')
      await writeFile(file('store-key.secret'), 'ab'.repeat(32))
      await writeFile(file('ventanilla.db'), '')
    },
  }

  test.each(Object.entries(STEPS))('a first start that was cut short %s', async (_when, leave) => {
    await fixture.stop()
    await rm(file(''), { recursive: true })
    await mkdir(file(''), { recursive: true })
    await leave()
    await begin()
    expect((await store()).state).toBe('open')
    expect(await fixture.slice('banners')).toEqual([])
    expect(existsSync(marker())).toBe(false)
  })

  test('setting aside cut short after any of its steps: it is ended, and the file is whole', async () => {
    const parts = ['-wal', '-shm', '', '.keycheck', '.audit', '.extent']
    for (let moved = 0; moved <= parts.length; moved++) {
      await draft()
      await fixture.stop()
      await writeFile(file('ventanilla.db-wal'), 'a journal')
      const kept = `ventanilla.db.apartada-2026-01-01T00-00-0${moved}-000Z`
      await writeFile(marker(), JSON.stringify({ phase: 'moving', kept }))
      for (const part of parts.slice(0, moved)) {
        if (existsSync(file(`ventanilla.db${part}`)))
          await rename(file(`ventanilla.db${part}`), file(kept + part))
      }
      await begin()
      expect((await store()).state).toBe('open')
      expect(await drafts()).toBe(0)
      expect((await fixture.slice('banners')).map(({ path }) => path)).toContain(file(kept))
      for (const part of ['', '.keycheck', '.audit', '.extent', '-wal'])
        expect(existsSync(file(kept + part))).toBe(true)
    }
  })
})
