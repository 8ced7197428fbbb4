import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StoreState } from '#shared/bridge/slices.ts'
import { systemClock, type Clock } from '#electron/core/runtime/clock.ts'
import { createStore, type Store } from '#electron/core/store/store.ts'
import { createMemorySecrets } from '#electron/core/keychain/secret-store.ts'
import { createLog } from '#electron/core/runtime/log.ts'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { mortalDbWorker, orderStoreThread } from '#tests/fakes/store-thread.ts'
import { quietSupervisor } from '#tests/fakes/quiet-supervisor.ts'

const DEATH = 'store: its thread died'

let service: FaultService
let dataDir: string
let fixture: CoreFixture

beforeEach(async () => {
  service = await startFaultService()
  dataDir = await temporaryDirectory()
})
afterEach(async () => {
  await fixture?.stop()
  await service.close()
  vi.unstubAllEnvs()
})
afterAll(removeTemporaryDirectories)

const deaths = () => fixture.logged.filter((line) => line.includes(DEATH)).length

/** Ends the thread and waits until the core detects it, without a call to the store. */
async function endThread(order: 'exit' | 'throw' = 'exit') {
  const before = deaths()
  orderStoreThread(order)
  await waitUntil(deaths, (n) => n > before)
}

/** Standalone store, which reports its states to `states`. */
const newStore = (states: StoreState[], clock: Clock = systemClock): Store =>
  createStore({
    directory: join(dataDir, 'account'),
    worker: mortalDbWorker,
    secrets: createMemorySecrets(),
    clock,
    log: createLog(() => undefined),
    supervisor: quietSupervisor,
    onState: (state) => states.push(state),
  })

async function begin() {
  fixture = await startCore(service.url, { dataDir, dbWorker: mortalDbWorker })
  await fixture.value('lookup.start', { vrm: '1234BCD' })
  await fixture.until('1234BCD', ({ latest, pending }) => latest !== null && pending === null)
}

describe('a store thread that dies', () => {
  test.each(['exit', 'throw'] as const)('while idle (%s) is started again by itself', async (order) => {
    await begin()
    fixture.frames.length = 0
    await endThread(order)
    expect((await fixture.value('lookup.get', { vrm: '1234BCD' })).latest?.outcome).toBe('transferable')
    expect((await fixture.slice('store')).state).toBe('open')
    // Everything on screen is read again.
    await waitUntil(
      () => fixture.frames,
      (frames) =>
        frames.some((frame) => frame.topic === 'changed' && /"resource"/.test(JSON.stringify(frame.payload))),
    )
    await fixture.value('lookup.start', { vrm: '5678FGH' })
    await fixture.until('5678FGH', ({ latest }) => latest !== null)
  })

  test('in the middle of a call answers it, and says that it may not have been saved', async () => {
    const sign = join(await temporaryDirectory(), 'die')
    vi.stubEnv('MORTAL_STORE_METHOD', 'history')
    vi.stubEnv('MORTAL_STORE_WHILE', sign)
    await begin()
    writeFileSync(sign, '')
    const history = () => fixture.call('lookup.history', { query: '1234', limit: 5 })
    expect(await history()).toMatchObject({ ok: false, error: { code: 'store-stopped' } })
    expect(await history()).toMatchObject({ ok: true, value: { rows: [{ vrm: '1234BCD' }] } })
  })

  test('over and over is not started for ever: it is said, and opens when the person retries', async () => {
    await begin()
    const open = () => fixture.value('lookup.get', { vrm: '1234BCD' })
    for (let death = 0; death < 3; death++) {
      await endThread()
      await open()
    }
    await endThread()
    expect(await fixture.slice('store')).toMatchObject({ state: 'failed', error: { code: 'store-stopped' } })
    expect(await fixture.call('lookup.get', { vrm: '1234BCD' })).toMatchObject({
      ok: false,
      error: { code: 'store-stopped' },
    })
    await fixture.value('store.retry', {})
    expect((await fixture.slice('store')).state).toBe('open')
    expect((await open()).latest).not.toBeNull()
  })

  test('and stays dead can be set aside at the word of the person', async () => {
    await begin()
    for (let death = 0; death < 3; death++) {
      await endThread()
      await fixture.value('lookup.get', { vrm: '1234BCD' })
    }
    await endThread()
    await fixture.value('store.set-aside', {})
    expect((await fixture.slice('store')).state).toBe('open')
    expect(await fixture.slice('banners')).toHaveLength(1)
  })
})

describe('a store thread that dies while it opens the store', () => {
  let left: string

  beforeEach(async () => {
    left = join(await temporaryDirectory(), 'deaths')
    writeFileSync(left, '')
    vi.stubEnv('MORTAL_STORE_DEATHS', left)
  })
  const dieAtOpening = (times: number) => writeFileSync(left, 'x'.repeat(times))

  test('is started again: at the first opening', async () => {
    dieAtOpening(3)
    await begin()
    expect((await fixture.slice('store')).state).toBe('open')
    expect(deaths()).toBe(3)
  })

  test('is started again: after it died while idle', async () => {
    await begin()
    dieAtOpening(2)
    await endThread()
    expect((await fixture.value('lookup.get', { vrm: '1234BCD' })).latest?.outcome).toBe('transferable')
    expect((await fixture.slice('store')).state).toBe('open')
  })

  test('over and over is said, and opens when the person retries', async () => {
    await begin()
    dieAtOpening(10)
    await endThread()
    await waitUntil(
      () => fixture.slice('store'),
      (store) => store.state === 'failed' && store.error?.code === 'store-stopped',
    )
    dieAtOpening(0)
    await fixture.value('store.retry', {})
    expect((await fixture.slice('store')).state).toBe('open')
  })

  test('is not started for ever, however long each attempt takes', async () => {
    let now = 0
    const states: StoreState[] = []
    const store = newStore(states, { ...systemClock, now: () => (now += 120_000) })
    dieAtOpening(10)
    await store.open()
    expect(states).toMatchObject([{ state: 'failed', error: { code: 'store-stopped' } }])
    await store.close()
  })
})

describe('a store that is closed while it is being opened', () => {
  async function openThenClose() {
    vi.stubEnv('MORTAL_STORE_START_MS', '300')
    const states: StoreState[] = []
    const store = newStore(states)
    const opening = store.open()
    // Lets the thread begin to start.
    await new Promise((resolve) => setImmediate(resolve))
    await store.close()
    await opening
    return { store, states }
  }

  test('leaves no thread, says nothing and stays closed', async () => {
    const { store, states } = await openThenClose()
    expect(states).toEqual([])
    await expect(store.call('reportCount')).rejects.toMatchObject({ kind: 'closed' })
    await store.open()
    await expect(store.call('reportCount')).rejects.toMatchObject({ kind: 'closed' })
  })
})
