import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { HostPort, ShortcutOutcome } from '#electron/core/host.ts'
import { defaultSettings } from '#shared/bridge/settings.ts'
import { TEST_MS } from '#electron/core/features/quick-lookup/quick-lookup.ts'
import type { CoreDeps } from '#electron/core/core.ts'
import {
  hostPointingAt,
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'

const NOBODY = 'http://127.0.0.1:9'
const DEFAULT = 'CommandOrControl+Shift+Space'
const OTHER = 'CommandOrControl+Shift+K'
const THIRD = 'CommandOrControl+Shift+L'

let fixture: CoreFixture
afterEach(() => fixture.stop())
afterAll(removeTemporaryDirectories)

/** Host with one shortcut of the system, like the adapter's: on a failure the one before stays. */
function shortcutHost({ waits = () => 0 }: { waits?: () => number } = {}) {
  const answers = new Map<string, ShortcutOutcome>()
  let held: string | null = null
  const asked: (string | null)[] = []
  let panels = 0
  const host: HostPort = {
    ...hostPointingAt(() => NOBODY),
    async registerShortcut(accelerator) {
      asked.push(accelerator)
      await new Promise((resolve) => setTimeout(resolve, waits()))
      const outcome = accelerator === null ? 'off' : (answers.get(accelerator) ?? 'registered')
      if (outcome !== 'taken' && outcome !== 'refused') held = accelerator
      return outcome
    },
    openPanel: () => void (panels += 1),
  }
  return { host, answers, asked, held: () => held, panels: () => panels }
}

async function start(system = shortcutHost(), overrides: Partial<CoreDeps> = {}) {
  fixture = await startCore(NOBODY, { host: system.host, deriveKey: quickDerive, ...overrides })
  return system
}
const change = (shortcut: string | null) => fixture.value('quick-lookup.shortcut', { shortcut })
const state = () => fixture.slice('globalShortcut')
const stored = async () => (await fixture.slice('settings')).quickLookup.shortcut
const onDisk = async (dataDir = fixture.dataDir) =>
  (JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8')) as typeof defaultSettings).quickLookup

describe('at the start', () => {
  test('the shortcut of the settings is registered', async () => {
    const { held } = await start()
    expect([held(), await state()]).toEqual([DEFAULT, 'registered'])
  })

  test.each(['taken', 'refused', 'unproven'] as const)('the answer «%s» is told', async (answer) => {
    const system = shortcutHost()
    system.answers.set(DEFAULT, answer)
    await start(system)
    expect(await state()).toBe(answer)
    expect(await stored()).toBe(DEFAULT)
  })

  test('a host without global shortcuts says so, and keeps what another one uses', async () => {
    fixture = await startCore(NOBODY)
    expect(await state()).toBe('unsupported')
    expect(await change(OTHER)).toEqual({ state: 'unsupported', shortcut: DEFAULT })
    expect(await stored()).toBe(DEFAULT)
  })

  test('a host that fails does not keep the application from starting', async () => {
    const system = shortcutHost()
    system.host.registerShortcut = () => Promise.reject(new Error('no session bus'))
    await start(system)
    expect(await state()).toBe('refused')
    expect((await fixture.slice('accounts')).length).toBeGreaterThan(0)
  })

  test('settings of an earlier version have the default, and lose nothing', async () => {
    const dataDir = await temporaryDirectory()
    await writeFile(join(dataDir, 'settings.json'), '{"theme":"dark","undoSeconds":9}')
    await start(shortcutHost(), { dataDir })
    expect(await fixture.slice('settings')).toEqual({ ...defaultSettings, theme: 'dark', undoSeconds: 9 })
  })

  test('one from another system, where it is allowed, is refused here and kept', async () => {
    const dataDir = await temporaryDirectory()
    const shortcut = 'CommandOrControl+Alt+K'
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ quickLookup: { shortcut } }))
    const { asked } = await start(shortcutHost(), { dataDir })
    const isAllowed = process.platform === 'darwin'
    expect([await stored(), await state()]).toEqual([shortcut, isAllowed ? 'registered' : 'refused'])
    expect(asked.includes(shortcut)).toBe(isAllowed)
  })

  test('garbage in the group is the default, alone', async () => {
    const dataDir = await temporaryDirectory()
    const write = (quickLookup: unknown) =>
      writeFile(join(dataDir, 'settings.json'), JSON.stringify({ theme: 'dark', quickLookup }))
    for (const [garbage, expected] of [
      ['off', defaultSettings.quickLookup],
      [null, defaultSettings.quickLookup],
      [
        { shortcut: 'CommandOrControl+C', readClipboard: false },
        { shortcut: DEFAULT, readClipboard: false },
      ],
      [{ shortcut: { key: 'K' }, readClipboard: 'no' }, defaultSettings.quickLookup],
      [
        { shortcut: OTHER, readClipboard: 7 },
        { shortcut: OTHER, readClipboard: true },
      ],
      [{ shortcut: null }, { shortcut: null, readClipboard: true }],
    ]) {
      await write(garbage)
      const { held } = await start(shortcutHost(), { dataDir })
      const { theme, quickLookup } = await fixture.slice('settings')
      expect({ theme, quickLookup }).toEqual({ theme: 'dark', quickLookup: expected })
      expect(held()).toBe(quickLookup.shortcut)
      await fixture.stop()
    }
  })
})

describe('a change', () => {
  test('is registered, then stored, then told, and holds after a restart', async () => {
    const system = await start()
    expect(await change(OTHER)).toEqual({ state: 'registered', shortcut: OTHER })
    expect([system.held(), await stored(), await state()]).toEqual([OTHER, OTHER, 'registered'])
    await fixture.stop()
    const again = await start(shortcutHost(), { dataDir: fixture.dataDir })
    expect(again.held()).toBe(OTHER)
  })

  test('turning it off gives it back', async () => {
    const system = await start()
    expect(await change(null)).toEqual({ state: 'off', shortcut: null })
    expect([system.held(), await stored(), await state()]).toEqual([null, null, 'off'])
  })

  test.each(['taken', 'refused'] as const)(
    'one that is %s leaves the one before in force',
    async (answer) => {
      const system = shortcutHost()
      system.answers.set(OTHER, answer)
      await start(system)
      expect(await change(OTHER)).toEqual({ state: answer, shortcut: DEFAULT })
      expect([system.held(), await stored(), await state()]).toEqual([DEFAULT, DEFAULT, 'registered'])
    },
  )

  test('one that the rules forbid never reaches the system', async () => {
    const { asked } = await start()
    const before = asked.length
    for (const [shortcut, refusal] of [
      ['CommandOrControl+C', 'every-program'],
      ['Alt+F4', 'system'],
      ['K', 'no-modifier'],
      ['nonsense', 'unknown-key'],
    ] as const)
      expect(await change(shortcut)).toEqual({ state: 'refused', refusal, shortcut: DEFAULT })
    expect(asked.length).toBe(before)
    // Not through the settings either.
    await fixture.value('settings.update', { quickLookup: { shortcut: OTHER } as never })
    expect(await stored()).toBe(DEFAULT)
  })

  test('one that was taken and is free again is registered when it is tried', async () => {
    const system = shortcutHost()
    system.answers.set(DEFAULT, 'taken')
    await start(system)
    expect(await change(DEFAULT)).toEqual({ state: 'taken', shortcut: DEFAULT })
    system.answers.set(DEFAULT, 'refused')
    expect(await change(DEFAULT)).toEqual({ state: 'refused', shortcut: DEFAULT })
    expect(await state()).toBe('refused')
    system.answers.delete(DEFAULT)
    expect(await change(DEFAULT)).toEqual({ state: 'registered', shortcut: DEFAULT })
    expect(await state()).toBe('registered')
  })

  test('one that cannot be stored is given back to the system', async () => {
    const system = await start()
    // A directory where the file should be: no write can replace it.
    const path = join(fixture.dataDir, 'settings.json')
    await rm(path, { force: true })
    await mkdir(join(path, 'in-the-way'), { recursive: true })
    expect(await fixture.call('quick-lookup.shortcut', { shortcut: OTHER })).toMatchObject({ ok: false })
    expect([system.held(), await stored(), await state()]).toEqual([DEFAULT, DEFAULT, 'registered'])
  })

  test('two windows at once: the last one wins, and what is stored is what is registered', async () => {
    // The first one takes the longest.
    const waits = [0, 60, 30, 0]
    const system = await start(shortcutHost({ waits: () => waits.shift() ?? 0 }))
    await Promise.all([change(OTHER), change(null), change(THIRD)])
    expect([system.held(), await stored(), await state()]).toEqual([THIRD, THIRD, 'registered'])
    expect(await onDisk()).toEqual({ shortcut: THIRD, readClipboard: true })
  })

  test('whatever is tried in whatever order, what is stored is what is registered', async () => {
    let wait = 0
    const system = shortcutHost({ waits: () => (wait = (wait + 7) % 12) })
    system.answers.set('CommandOrControl+Shift+M', 'taken').set('CommandOrControl+Shift+R', 'refused')
    await start(system)
    const one = fc.constantFrom(
      DEFAULT,
      OTHER,
      THIRD,
      null,
      'CommandOrControl+Shift+M',
      'CommandOrControl+Shift+R',
      'Alt+F4',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 5 }), async (tried) => {
        await Promise.all(tried.map(change))
        expect(system.held()).toBe(await stored())
        expect(await state()).toBe(system.held() === null ? 'off' : 'registered')
      }),
      { numRuns: 15 },
    )
  })

  test('the clipboard is a setting of its own, beside the shortcut', async () => {
    await start()
    await Promise.all([
      change(OTHER),
      fixture.value('settings.update', { quickLookup: { readClipboard: false } }),
    ])
    expect(await onDisk()).toEqual({ shortcut: OTHER, readClipboard: false })
  })
})

describe('a press', () => {
  test('opens the panel, also while the windows are locked', async () => {
    const { panels } = await start()
    fixture.core.handleShortcut()
    expect(panels()).toBe(1)
    await fixture.value('lock.set-pin', { pin: '4711' })
    await fixture.value('lock.now', {})
    fixture.core.handleShortcut()
    expect(panels()).toBe(2)
  })

  test('only confirms while it is tested, once for all windows that test it', async () => {
    const { panels } = await start()
    const tests = [1, 2].map((id) => fixture.value('quick-lookup.test', { id: String(id) }))
    await new Promise((resolve) => setImmediate(resolve))
    fixture.core.handleShortcut()
    expect(await Promise.all(tests)).toEqual([{ arrived: true }, { arrived: true }])
    expect(panels()).toBe(0)
    fixture.core.handleShortcut()
    expect(panels()).toBe(1)
  })

  test('that does not come in its time has not arrived, and the next one opens the panel', async () => {
    const clock = createManualClock()
    const { panels } = await start(shortcutHost(), { clock })
    const tested = fixture.value('quick-lookup.test', { id: 'a' })
    await clock.advance(TEST_MS)
    expect(await tested).toEqual({ arrived: false })
    fixture.core.handleShortcut()
    expect(panels()).toBe(1)
  })

  test('opens the panel again once the test is stopped, and stopping one leaves another', async () => {
    const { panels } = await start()
    const [first, second] = ['a', 'b'].map((id) => fixture.value('quick-lookup.test', { id }))
    await fixture.value('quick-lookup.stop-test', { id: 'a' })
    expect(await first).toEqual({ arrived: false })
    fixture.core.handleShortcut()
    expect(await second).toEqual({ arrived: true })
    expect(panels()).toBe(0)
  })

  test('opens the panel when the windows were locked during a test', async () => {
    const { panels } = await start()
    await fixture.value('lock.set-pin', { pin: '4711' })
    const tested = fixture.call('quick-lookup.test', { id: 'a' })
    await fixture.value('lock.now', {})
    fixture.core.handleShortcut()
    expect(panels()).toBe(1)
    expect(await tested).toMatchObject({ ok: false, error: { code: 'locked' } })
  })
})
