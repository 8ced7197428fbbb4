import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { topics } from '#shared/bridge/contract.ts'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'

let service: FaultService
let dataDir: string
let fixture: CoreFixture

const begin = async () => (fixture = await startCore(service.url, { dataDir }))
const restart = async () => {
  await fixture.stop()
  return begin()
}
const file = (name: string) => join(dataDir, 'demo', name)

beforeEach(async () => {
  service = await startFaultService()
  dataDir = await temporaryDirectory()
  await begin()
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

async function lookUpOnce(vrm = '1234BCD') {
  await fixture.value('lookup.start', { vrm })
  await fixture.until(vrm, ({ latest, pending }) => latest !== null && pending === null)
}

describe('what is known survives', () => {
  test('a restart, and is readable with the service off', async () => {
    await lookUpOnce()
    await service.down()
    await restart()
    expect((await fixture.value('lookup.get', { vrm: '1234BCD' })).latest?.outcome).toBe('transferable')
    expect((await fixture.value('lookup.history', { query: '1234', limit: 5 })).rows).toHaveLength(1)
    await service.up()
  })

  test('a question that was open is asked again by itself after a restart', async () => {
    await service.down()
    await fixture.value('lookup.start', { vrm: '1234BCD' })
    await fixture.until('1234BCD', ({ pending }) => pending?.state === 'queued')
    await fixture.stop()
    await service.up()
    await begin()
    await fixture.until('1234BCD', ({ latest }) => latest !== null)
  })

  test('a report that was being awaited is read after a restart, not asked for again', async () => {
    service.answer(({ method }, response) => {
      response.writeHead(method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ id: 'r1', vrm: '1234BCD', status: 'processing' }))
    })
    await fixture.value('lookup.start', { vrm: '1234BCD' })
    await fixture.until('1234BCD', ({ pending }) => pending?.state === 'processing')
    await restart()
    const read = () => service.seen.filter(({ method }) => method === 'GET').length
    const before = read()
    await waitUntil(read, (n) => n > before)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(service.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('settings', async () => {
    const chosen = { theme: 'dark', singleKeys: false, undoSeconds: 10 } as const
    const all = await fixture.value('settings.update', chosen)
    expect(all).toMatchObject({ ...chosen, density: 'comfortable' })
    await restart()
    expect(await fixture.slice('settings')).toEqual(all)
  })
})

describe('at rest', () => {
  test('nothing of what is stored can be read in the files, and they are for the owner alone', async () => {
    await lookUpOnce()
    await fixture.stop()
    for (const name of await readdir(join(dataDir, 'demo'))) {
      if (!name.startsWith('ventanilla.db')) continue
      const bytes = await readFile(file(name))
      expect(bytes.includes('1234BCD')).toBe(false)
      expect(bytes.includes('SQLite format 3')).toBe(false)
    }
    expect((await stat(file('store-key.secret'))).mode & 0o077).toBe(0)
    expect((await stat(join(dataDir, 'demo'))).mode & 0o077).toBe(0)
    await begin()
  })
})

describe('a damaged database', () => {
  const damage = async () => {
    await lookUpOnce()
    await fixture.stop()
    const bytes = await readFile(file('ventanilla.db'))
    bytes.fill(0x5a, 0, Math.floor(bytes.length / 2))
    await writeFile(file('ventanilla.db'), bytes)
    return bytes
  }

  test('with the right key is set aside whole, never deleted, and said until it is dismissed', async () => {
    const bytes = await damage()
    await begin()
    expect((await fixture.slice('store')).state).toBe('open')
    const [notice] = await fixture.slice('banners')
    expect(notice).toMatchObject({ kind: 'store-set-aside' })
    expect(await readFile(notice!.path)).toEqual(bytes)
    await lookUpOnce('5678FGH')
    await restart()
    expect(await fixture.slice('banners')).toHaveLength(1)
    await fixture.value('banners.dismiss', { id: notice!.id })
    await restart()
    expect(await fixture.slice('banners')).toEqual([])
    expect(existsSync(notice!.path)).toBe(true)
    expect((await fixture.value('lookup.get', { vrm: '5678FGH' })).latest).not.toBeNull()
  })

  test('with another key is not touched: locked is not damaged', async () => {
    await lookUpOnce()
    await fixture.stop()
    const before = await readFile(file('ventanilla.db'))
    await writeFile(file('store-key.secret'), 'ab'.repeat(32))
    await begin()
    expect(await fixture.slice('store')).toMatchObject({ state: 'locked', error: { code: 'store-locked' } })
    expect(await readFile(file('ventanilla.db'))).toEqual(before)
    expect(await fixture.call('lookup.start', { vrm: '1234BCD' })).toMatchObject({
      ok: false,
      error: { code: 'store-locked' },
    })
    expect(service.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('with a missing key waits for it, and opens when it is back', async () => {
    await lookUpOnce()
    await fixture.stop()
    const key = await readFile(file('store-key.secret'))
    await rm(file('store-key.secret'))
    await begin()
    expect((await fixture.slice('store')).state).toBe('locked')
    expect(existsSync(file('store-key.secret'))).toBe(false)
    await writeFile(file('store-key.secret'), key)
    await fixture.value('store.retry', {})
    expect((await fixture.value('lookup.get', { vrm: '1234BCD' })).latest).not.toBeNull()
  })

  test("a lost key: only at the person's word is the data set aside and a new store begun", async () => {
    await lookUpOnce()
    await fixture.stop()
    await rm(file('store-key.secret'))
    await begin()
    // Two windows at once: it is done once.
    await Promise.all([fixture.value('store.set-aside', {}), fixture.value('store.set-aside', {})])
    expect((await fixture.slice('store')).state).toBe('open')
    expect(await fixture.slice('banners')).toHaveLength(1)
    expect((await fixture.value('lookup.get', { vrm: '1234BCD' })).latest).toBeNull()
    expect(await fixture.call('store.set-aside', {})).toMatchObject({
      ok: false,
      error: { code: 'invalid-request' },
    })
  })

  test('met in the middle of work is set aside too, and work goes on', async () => {
    for (let i = 0; i < 40; i++) await fixture.core.router.call('settings.update', {})
    await lookUpOnce()
    await restart()
    const bytes = await readFile(file('ventanilla.db'))
    // Every page but the first, which an open connection has read already.
    bytes.fill(0x5a, 4096)
    await writeFile(file('ventanilla.db'), bytes)
    fixture.frames.length = 0
    await fixture.call('lookup.history', { query: '1234', limit: 5 })
    await fixture.call('lookup.get', { vrm: '1234BCD' })
    expect((await fixture.slice('store')).state).toBe('open')
    // Announced at once, and every window reads everything again.
    await waitUntil(
      () => fixture.slice('banners'),
      (notices) => notices.length === 1,
    )
    const kinds = fixture.frames.filter(({ topic }) => topic === 'changed').map(({ payload }) => payload)
    const allKinds = topics.changed.payload.shape.kind.options
    for (const kind of allKinds) expect(kinds).toContainEqual(expect.objectContaining({ kind, ids: [] }))
    await lookUpOnce('5678FGH')
    await restart()
    expect(await fixture.slice('banners')).toHaveLength(1)
  })
})
