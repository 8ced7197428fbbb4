import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ManagedUpdates, defaultSettings } from '#shared/bridge/settings.ts'
import type { UpdatesState } from '#shared/bridge/updates.ts'
import type { Feed } from '#shared/update-feed/feed.ts'
import { systemClock } from '#electron/core/runtime/clock.ts'
import { createLog } from '#electron/core/runtime/log.ts'
import { createSupervisor } from '#electron/core/runtime/supervisor.ts'
import { type UpdateEngine, UpdateError } from '#electron/core/features/updates/update-engine.ts'
import {
  createUpdates,
  type InstalledVersion,
  type Updates,
} from '#electron/core/features/updates/updates.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'

let dataDir: string
let choices: Pick<UpdatesState, 'mode' | 'channel'>
let managed: ManagedUpdates
/** Set by an administrator, and not readable. */
let frozen: string | null
let sending: number
let offered: Partial<Feed> & { version: string }
let ready: string | null
let replacedBy: string | null
let restarts: number
let fetched: string[]
let fetchGate: Promise<void>
let looked: string[]
let lookGate: Promise<void>
let running: Updates[]

beforeEach(async () => {
  dataDir = await temporaryDirectory()
  choices = { mode: 'ask', channel: 'stable' }
  managed = {}
  frozen = null
  sending = 0
  offered = { version: '1.2.0' }
  ready = null
  replacedBy = null
  restarts = 0
  fetched = []
  fetchGate = Promise.resolve()
  looked = []
  lookGate = Promise.resolve()
  running = []
})
afterEach(() => Promise.all(running.map((one) => one.stop())))
afterAll(removeTemporaryDirectories)

const engine: UpdateEngine = {
  owner: 'self',
  source: { feed: 'https://updates.example/', keys: [] },
  async fetchFeed(source, channel) {
    looked.push(channel)
    const answer = offered
    await lookGate
    if (source.feed.includes('broken')) throw new UpdateError('other-signature', 'test')
    return {
      files: [],
      path: 'x',
      sha512: '',
      releaseDate: '2026-11-20T09:00:00.000Z',
      releaseNotes: '- Uno\n* Dos',
      ...answer,
    }
  },
  async fetch(_source, feed, { onProgress }, signal) {
    onProgress(10)
    await Promise.race([
      fetchGate,
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    ])
    fetched.push(feed.version)
    ready = feed.version
  },
  getSize: () => 100,
  getReadyVersion: () => ready ?? replacedBy,
  getReplacement: () => replacedBy,
  cancelNext: () => (ready = null),
  restart: () => void restarts++,
}

async function start(
  installed: Partial<InstalledVersion> = {},
): Promise<{ updates: Updates; states: UpdatesState[] }> {
  const log = createLog(() => undefined)
  const states: UpdatesState[] = []
  const updates = createUpdates({
    installed: { engine, ...installed },
    dataDir,
    version: '1.1.0',
    slices: () =>
      ({
        get: () => ({ ...defaultSettings, updates: choices }),
        set: (_name: string, state: UpdatesState) => states.push(state),
      }) as never,
    managed: {
      updates: () => managed,
      isFixed: (key) =>
        key === frozen || managed[key.slice('updates.'.length) as keyof ManagedUpdates] !== undefined,
    },
    sending: () => sending,
    replacedLookMs: 20,
    clock: systemClock,
    log,
    supervisor: createSupervisor({ clock: systemClock, log, onTroubles: () => undefined }),
  })
  running.push(updates)
  await updates.start()
  return { updates, states }
}
const phase = (updates: Updates, wanted: UpdatesState['phase']) =>
  waitUntil(
    async () => updates.state.phase,
    (now) => now === wanted,
  )

describe('updates', () => {
  test('a version that a package manager put in the place of this one is said, and restarted into', async () => {
    const { updates } = await start({ engine: { ...engine, owner: 'package' } })
    expect(updates.state).toMatchObject({ phase: 'idle', replacedBy: null })
    replacedBy = '1.2.0'
    await phase(updates, 'ready')
    expect(updates.state.replacedBy).toBe('1.2.0')
    sending = 1
    updates.restart()
    await phase(updates, 'waiting')
    expect(restarts).toBe(0)
    sending = 0
    await phase(updates, 'restarting')
    expect(restarts).toBe(1)
  })

  test('a version that came and went again leaves nothing to restart into', async () => {
    const { updates } = await start({ engine: { ...engine, owner: 'administrator' } })
    replacedBy = '1.2.0'
    await phase(updates, 'ready')
    replacedBy = null
    await phase(updates, 'idle')
    expect(updates.state.replacedBy).toBeNull()
    updates.restart()
    expect(restarts).toBe(0)
  })

  test('ask: what is found waits for a person', async () => {
    const { updates } = await start()
    await updates.checkForUpdates()
    expect(updates.state).toMatchObject({
      phase: 'found',
      offer: { version: '1.2.0', notes: ['Uno', 'Dos'], bytes: 100 },
      failure: null,
    })
    expect(fetched).toEqual([])
    updates.download()
    await phase(updates, 'ready')
    expect(fetched).toEqual(['1.2.0'])
    expect(restarts).toBe(0)
  })

  test('automatic: what is found is taken at once, and starts with the next start', async () => {
    const { updates } = await start()
    choices = { mode: 'automatic', channel: 'stable' }
    updates.settingsChanged()
    await phase(updates, 'ready')
    expect(restarts).toBe(0)
  })

  test('off: nothing is looked for, unless somebody asks', async () => {
    choices = { mode: 'off', channel: 'stable' }
    const { updates } = await start()
    updates.settingsChanged()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(updates.state).toMatchObject({ phase: 'idle', lastLookAt: null })
    await updates.checkForUpdates()
    expect(updates.state.phase).toBe('found')
  })

  test.each(['1.1.0', '1.0.9', '1.1.0-beta.3'])('%s is no update of 1.1.0', async (version) => {
    offered = { version }
    const { updates } = await start()
    await updates.checkForUpdates()
    expect(updates.state).toMatchObject({ phase: 'idle', offer: null, failure: null })
  })

  test('an old feed that is put back is refused, also after a restart; another channel has its own', async () => {
    const { updates } = await start()
    offered = { version: '1.3.0' }
    await updates.checkForUpdates()
    offered = { version: '1.2.0' }
    await updates.checkForUpdates()
    expect(updates.state).toMatchObject({ failure: { code: 'feed-older' } })
    await updates.stop()
    const { updates: again } = await start()
    await again.checkForUpdates()
    expect(again.state).toMatchObject({ phase: 'idle', failure: { code: 'feed-older' }, offer: null })
    choices = { mode: 'ask', channel: 'beta' }
    again.settingsChanged()
    await again.checkForUpdates()
    expect(again.state).toMatchObject({ phase: 'found', failure: null, channel: 'beta' })
  })

  test('a staged rollout takes some, always the same ones', async () => {
    await writeFile(join(dataDir, 'updates.json'), JSON.stringify({ place: 40 }))
    for (const [stagingPercentage, wanted] of [
      [0, 'idle'],
      [40, 'idle'],
      [41, 'found'],
      [100, 'found'],
    ] as const) {
      offered = { version: '1.2.0', stagingPercentage }
      const { updates } = await start()
      await updates.checkForUpdates()
      expect({ stagingPercentage, phase: updates.state.phase }).toEqual({ stagingPercentage, phase: wanted })
    }
    expect(JSON.parse(await readFile(join(dataDir, 'updates.json'), 'utf8'))).toMatchObject({ place: 40 })
  })

  test('a download is cancelled, and begun again', async () => {
    const gate = Promise.withResolvers<void>()
    fetchGate = gate.promise
    const { updates } = await start()
    await updates.checkForUpdates()
    updates.download()
    await phase(updates, 'downloading')
    updates.cancel()
    await phase(updates, 'found')
    expect(updates.state.failure).toBeNull()
    gate.resolve()
    updates.download()
    await phase(updates, 'ready')
  })

  test('what a person asks for while it is downloaded by itself is downloaded once', async () => {
    const gate = Promise.withResolvers<void>()
    fetchGate = gate.promise
    const { updates } = await start()
    choices = { mode: 'automatic', channel: 'stable' }
    updates.settingsChanged()
    await phase(updates, 'downloading')
    updates.download()
    gate.resolve()
    await phase(updates, 'ready')
    // Waits for its turn, after the other download.
    await updates.checkForUpdates()
    expect(fetched).toEqual(['1.2.0'])
    expect(updates.state.phase).toBe('ready')
  })

  test('does not restart while something is being sent, and not at all once told so', async () => {
    ready = '1.2.0'
    sending = 2
    const { updates } = await start()
    updates.restart()
    await phase(updates, 'waiting')
    // A second window presses too.
    updates.restart()
    updates.cancelRestart()
    await phase(updates, 'ready')
    sending = 0
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(restarts).toBe(0)
    sending = 1
    updates.restart()
    await phase(updates, 'waiting')
    sending = 0
    await waitUntil(
      async () => restarts,
      (count) => count === 1,
    )
    expect(updates.state.phase).toBe('restarting')
  })

  test('that were undone are told, and not taken again by themselves', async () => {
    choices = { mode: 'automatic', channel: 'stable' }
    const { updates } = await start({ undone: '1.2.0' })
    expect(updates.state.undone).toMatchObject({ version: '1.2.0' })
    updates.settingsChanged()
    choices = { mode: 'automatic', channel: 'beta' }
    updates.settingsChanged()
    await phase(updates, 'found')
    expect(fetched).toEqual([])
    await updates.dismissUndone()
    await updates.stop()

    const { updates: again } = await start()
    expect(again.state.undone).toBeNull()
    await again.checkForUpdates()
    expect(again.state.phase).toBe('found')
    again.download()
    await phase(again, 'ready')
    await again.stop()

    // It runs: it may take the next one by itself.
    ready = null
    const { updates: later } = await start({ version: '1.2.0' })
    expect(later.ofStore.wasUndone()).toBe(false)
  })

  test('are as an administrator has set them', async () => {
    managed = { mode: 'off', channel: 'beta', feed: 'https://broken.example/' }
    choices = { mode: 'automatic', channel: 'stable' }
    const { updates } = await start()
    expect(updates.state).toMatchObject({
      mode: 'off',
      channel: 'beta',
      feed: 'https://broken.example/',
      fixed: ['mode', 'channel', 'feed'],
    })
    managed = { feed: 'https://broken.example/' }
    updates.settingsChanged()
    await waitUntil(
      async () => updates.state.failure,
      (failure) => failure?.code === 'other-signature',
    )
    expect(updates.state.mode).toBe('automatic')
  })

  test('what an administrator set and nobody can read is not offered to be changed', async () => {
    frozen = 'updates.mode'
    choices = { mode: 'ask', channel: 'stable' }
    const { updates } = await start()
    expect(updates.state).toMatchObject({ mode: 'ask', fixed: ['mode'] })
  })

  test('turned off by an administrator, what was ready is left', async () => {
    ready = '1.2.0'
    const { updates } = await start()
    managed = { mode: 'off' }
    updates.settingsChanged()
    expect(ready).toBeNull()
    expect(updates.state.phase).toBe('idle')
  })

  test('are not looked for where somebody else brings them', async () => {
    const { updates } = await start({ engine: { ...engine, owner: 'package' } })
    await updates.checkForUpdates()
    expect(updates.state).toMatchObject({ owner: 'package', phase: 'idle', lastLookAt: null })
  })
})

describe('a change of the channel', () => {
  const beta = { version: '9.0.0-beta.1', channel: 'beta' } as const

  /** Leaves the trial channel. */
  function leaveBeta(updates: Updates): void {
    offered = { version: '1.1.0' }
    choices = { mode: 'automatic', channel: 'stable' }
    updates.settingsChanged()
  }

  test('during a look takes nothing of the channel before, and looks at once in the new one', async () => {
    choices = { mode: 'automatic', channel: 'beta' }
    offered = beta
    const answer = Promise.withResolvers<void>()
    lookGate = answer.promise
    const { updates } = await start()
    // A change of the mode makes a look due.
    choices = { mode: 'ask', channel: 'beta' }
    updates.settingsChanged()
    choices = { mode: 'automatic', channel: 'beta' }
    updates.settingsChanged()
    await waitUntil(
      async () => looked,
      (now) => now.length === 1,
    )
    leaveBeta(updates)
    answer.resolve()
    await waitUntil(
      async () => looked,
      (now) => now.length === 2,
    )
    expect(looked).toEqual(['beta', 'stable'])
    expect(fetched).toEqual([])
  })

  test('during a download ends it', async () => {
    choices = { mode: 'ask', channel: 'beta' }
    offered = beta
    const gate = Promise.withResolvers<void>()
    fetchGate = gate.promise
    const { updates } = await start()
    await updates.checkForUpdates()
    updates.download()
    await phase(updates, 'downloading')
    leaveBeta(updates)
    await phase(updates, 'idle')
    gate.resolve()
    expect(fetched).toEqual([])
    expect(updates.state.offer).toBeNull()
  })

  test('takes back what waits for the next start', async () => {
    choices = { mode: 'ask', channel: 'beta' }
    offered = beta
    const { updates } = await start()
    await updates.checkForUpdates()
    updates.download()
    await phase(updates, 'ready')
    leaveBeta(updates)
    await phase(updates, 'idle')
    expect(ready).toBeNull()
  })
})

test('«No reiniciar» with nothing to restart leaves a download as it is', async () => {
  const gate = Promise.withResolvers<void>()
  fetchGate = gate.promise
  const { updates } = await start()
  await updates.checkForUpdates()
  updates.download()
  await phase(updates, 'downloading')
  updates.cancelRestart()
  expect(updates.state.phase).toBe('downloading')
  gate.resolve()
  await phase(updates, 'ready')
})

test('a version that could not be put in its place is said, and waits', async () => {
  ready = '1.2.0'
  const { updates } = await start({ failure: { code: 'no-room', detail: 'ENOSPC' } })
  expect(updates.state).toMatchObject({ phase: 'ready', failure: { code: 'no-room' } })
})
