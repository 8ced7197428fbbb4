import { silentUpdateEngine } from '#tests/fakes/silent-update-engine.ts'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { InstalledVersion } from '#electron/core/features/updates/updates.ts'
import { migrations } from '#electron/core/store/migrations.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { mountSmallDisk, whyNoSmallDisk } from '#tests/fakes/small-disk.ts'
import { openOlderStore } from '#tests/fakes/older-store.ts'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'

let service: FaultService
let dataDir: string
let fixture: CoreFixture | null
const path = (name = '') => join(dataDir, 'demo', name)

beforeEach(async () => {
  service = await startFaultService()
  dataDir = await temporaryDirectory()
  fixture = null
})
afterEach(async () => {
  await fixture?.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const engine = silentUpdateEngine()
const start = async (updates?: Omit<InstalledVersion, 'engine'>) =>
  (fixture = await startCore(service.url, { dataDir, ...(updates && { updates: { engine, ...updates } }) }))
const stop = async () => {
  await fixture?.stop()
  fixture = null
}

/** Changes the closed store as another version would. */
async function withStore(change: (db: Database.Database) => void): Promise<void> {
  const [name = ''] = (await readdir(dataDir, { recursive: true })).filter((one) =>
    one.endsWith('store-key.secret'),
  )
  const db = new Database(path('ventanilla.db'))
  db.pragma(`cipher = 'sqlcipher'`)
  db.pragma(`key = "x'${(await readFile(join(dataDir, name), 'utf8')).trim()}'"`)
  change(db)
  db.close()
}
const asNewer = () => withStore((db) => void db.pragma(`user_version = ${migrations.length + 1}`))
const lookUp = async () => {
  await fixture?.value('lookup.start', { vrm: '1234BCD' })
  await fixture?.until('1234BCD', ({ latest }) => latest !== null)
}

/** What an update leaves that was undone: a copy, and a store that it has migrated. */
async function undoneUpdate(): Promise<void> {
  await start()
  await lookUp()
  await stop()
  await mkdir(path('before-update'))
  for (const part of ['', '.audit', '.extent'])
    if (existsSync(path(`ventanilla.db${part}`)))
      await cp(path(`ventanilla.db${part}`), path(`before-update/ventanilla.db${part}`))
  await start()
  await fixture?.value('lookup.start', { vrm: '5678FGH' })
  await fixture?.until('5678FGH', ({ latest }) => latest !== null)
  await stop()
  // `stop` and `start` remove a copy that nothing may need.
  expect(existsSync(path('before-update'))).toBe(false)
}

describe('a store of a newer version', () => {
  test('is refused in words, and not touched', async () => {
    await start()
    await lookUp()
    await stop()
    await asNewer()
    const before = await readFile(path('ventanilla.db'))
    await start()
    expect(await fixture?.slice('store')).toMatchObject({ state: 'failed', error: { code: 'store-newer' } })
    await fixture?.value('store.retry', {})
    await stop()
    expect((await readFile(path('ventanilla.db'))).equals(before)).toBe(true)
    expect((await readdir(path())).some((name) => name.includes('apartada'))).toBe(false)
  })

  test('that was undone gives way to the copy from before it, and is kept beside it', async () => {
    await undoneUpdate()
    const copy = path('before-update')
    await mkdir(copy)
    for (const part of ['', '.audit', '.extent'])
      if (existsSync(path(`ventanilla.db${part}`)))
        await cp(path(`ventanilla.db${part}`), join(copy, `ventanilla.db${part}`))
    await withStore((db) => {
      db.exec(
        `INSERT INTO meta (k, v) VALUES ('extent-stamp', '900') ON CONFLICT (k) DO UPDATE SET v = '900'`,
      )
      db.pragma(`user_version = ${migrations.length + 1}`)
    })
    await writeFile(path('ventanilla.db.extent'), 'of the newer one')
    await start({ undone: '9.0.0' })
    expect(await fixture?.slice('store')).toMatchObject({ state: 'open' })
    expect((await fixture?.value('lookup.get', { vrm: '1234BCD' }))?.latest).not.toBeNull()
    expect(await fixture?.slice('updates')).toMatchObject({ undone: { version: '9.0.0' } })
    const names = await readdir(path())
    expect(names).not.toContain('before-update')
    const undone = names.find((name) => name.startsWith('undone-update-')) ?? ''
    expect(await readdir(path(undone))).toContain('ventanilla.db')
  })

  test('does not give way unless it was undone', async () => {
    await undoneUpdate()
    await mkdir(path('before-update'))
    await cp(path('ventanilla.db'), path('before-update/ventanilla.db'))
    await asNewer()
    await start({})
    expect(await fixture?.slice('store')).toMatchObject({ error: { code: 'store-newer' } })
    expect(existsSync(path('before-update'))).toBe(true)
  })
})

describe('a version on trial', () => {
  test('keeps the copy until it is confirmed, and resumes no work before', async () => {
    await start()
    await service.down()
    await fixture?.value('lookup.start', { vrm: '1234BCD' })
    await fixture?.until('1234BCD', ({ pending }) => pending?.state === 'queued')
    await stop()
    await service.up()
    await mkdir(path('before-update'))
    let isOnTrial = true
    const asked = Promise.withResolvers<void>()
    const confirmed = Promise.withResolvers<void>()
    const starting = start({
      isOnTrial: () => isOnTrial,
      async confirmStart(store) {
        expect(store.state).toBe('open')
        asked.resolve()
        await confirmed.promise
        isOnTrial = false
      },
    })
    await asked.promise
    const seen = service.seen.length
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(service.seen).toHaveLength(seen)
    expect(existsSync(path('before-update'))).toBe(true)
    confirmed.resolve()
    await starting
    expect(existsSync(path('before-update'))).toBe(false)
    await fixture?.until('1234BCD', ({ latest }) => latest !== null)
  })

  test('whose migration ends in the middle of a step keeps nothing of that step', async () => {
    const file = join(await temporaryDirectory(), 'ventanilla.db')
    const key = Buffer.alloc(32, 7)
    openDatabase(file, key).close()
    const steps = migrations as string[]
    const before = steps.length
    steps.push('CREATE TABLE half (text TEXT); INSERT INTO not_there VALUES (1)')
    try {
      expect(() => openDatabase(file, key)).toThrow('no such table: not_there')
    } finally {
      steps.pop()
    }
    const db = openDatabase(file, key)
    expect(Number(db.pragma('user_version', { simple: true }))).toBe(before)
    expect(db.prepare(`SELECT name FROM sqlite_schema WHERE name = 'half'`).all()).toEqual([])
    db.close()
  })

  test('copies before it migrates, and does neither without room', async ({ skip }) => {
    const why = whyNoSmallDisk()
    if (why !== null) return skip(why)
    const disk = mountSmallDisk(12)
    try {
      const key = Buffer.alloc(32, 7)
      const file = join(disk.directory, 'ventanilla.db')
      openOlderStore(file, key, migrations.at(-1) ?? '').close()
      expect(() => openDatabase(file, key)).toThrow(expect.objectContaining({ code: 'ENOSPC' }))
      const db = new Database(file)
      db.pragma(`cipher = 'sqlcipher'`)
      db.pragma(`key = "x'${key.toString('hex')}'"`)
      expect(Number(db.pragma('user_version', { simple: true }))).toBe(migrations.length - 1)
      db.close()
      expect((await readdir(disk.directory)).some((name) => name.startsWith('before-update'))).toBe(false)
    } finally {
      disk.close()
    }
  })
})
