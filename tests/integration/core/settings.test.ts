import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { defaultNotificationSettings, defaultOfficeSettings } from '#shared/bridge/settings.ts'
import { createFileSecrets, writeDurably } from '#electron/core/keychain/file-secrets.ts'
import type { SliceHolder } from '#electron/core/bridge/slices.ts'
import { unmanaged } from '#electron/core/features/managed-settings/managed-settings.ts'
import { createAllSettings } from '#electron/core/features/settings/settings.ts'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'

const NOBODY = 'http://127.0.0.1:9'

let fixture: CoreFixture
beforeEach(async () => {
  fixture = await startCore(NOBODY)
})
afterEach(() => fixture.stop())
afterAll(removeTemporaryDirectories)

/** Restarts with the same data directory. */
async function restarted(): Promise<CoreFixture> {
  await fixture.stop()
  fixture = await startCore(NOBODY, { dataDir: fixture.dataDir })
  return fixture
}

describe('two windows that change settings at the same moment', () => {
  test('of the screens: every change holds, now and after a restart', async () => {
    const { value } = fixture
    await Promise.all([
      value('settings.update', { theme: 'dark' }),
      value('settings.update', { density: 'compact' }),
      value('settings.update', { undoSeconds: 9 }),
    ])
    const expected = { theme: 'dark', density: 'compact', undoSeconds: 9 }
    expect(await fixture.slice('settings')).toMatchObject(expected)
    expect(await (await restarted()).slice('settings')).toMatchObject(expected)
  })

  test('what is put off until tomorrow is still put off after a restart', async () => {
    const putOff = [{ thing: 'uncertain 8f2a', until: 1_900_000_000_000 }]
    await fixture.value('settings.update', { putOff })
    expect(await (await restarted()).slice('settings')).toMatchObject({ putOff })
  })

  test('a column that was given a width has it after a restart', async () => {
    const columnWidths = [{ list: 'signatures', column: 'c2', rem: 14.5 }]
    await fixture.value('settings.update', { columnWidths })
    expect(await (await restarted()).slice('settings')).toMatchObject({ columnWidths })
  })

  test('of the notifications: every change holds, also within one group', async () => {
    const { value } = fixture
    await Promise.all([
      value('notification-settings.update', { days: { incident: 7 } }),
      value('notification-settings.update', { days: { signature: 8 } }),
      value('notification-settings.update', { private: true }),
    ])
    const expected = { days: { incident: 7, signature: 8 }, private: true }
    expect(await fixture.slice('notificationSettings')).toMatchObject(expected)
    expect(await (await restarted()).slice('notificationSettings')).toMatchObject(expected)
  })

  test('of the office: every change holds, also within one group', async () => {
    const { value } = fixture
    await Promise.all([
      value('office.update', { lock: { idleMinutes: 21 } }),
      value('office.update', { lock: { withSystem: false } }),
      value('office.update', { backup: { keep: 3 } }),
    ])
    const expected = { lock: { idleMinutes: 21, withSystem: false }, backup: { keep: 3 } }
    expect(await fixture.slice('office')).toMatchObject(expected)
    expect(await (await restarted()).slice('office')).toMatchObject(expected)
  })

  test('a change of a group changes what it names and nothing else', async () => {
    await fixture.value('notification-settings.update', {
      quiet: { enabled: true },
      events: { document: false },
    })
    expect(await fixture.slice('notificationSettings')).toEqual({
      ...defaultNotificationSettings,
      quiet: { ...defaultNotificationSettings.quiet, enabled: true },
      events: { ...defaultNotificationSettings.events, document: false },
    })
  })

  test('any changes at once leave what they would leave one after another', async () => {
    const change = fc.record<CommandArgs<'settings.update'>>(
      {
        theme: fc.constantFrom('system', 'light', 'dark'),
        density: fc.constantFrom('comfortable', 'compact'),
        singleKeys: fc.boolean(),
        undoSeconds: fc.integer({ min: 0, max: 60 }),
        singlePage: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 6 }), async (changes) => {
        const before = await fixture.slice('settings')
        await Promise.all(changes.map((one) => fixture.value('settings.update', one)))
        const expected = Object.assign({}, before, ...changes) as object
        expect(await fixture.slice('settings')).toEqual(expected)
        expect(JSON.parse(await readFile(join(fixture.dataDir, 'settings.json'), 'utf8'))).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })

  test('a change that arrives before the settings were read keeps the rest of them', async () => {
    await fixture.value('settings.update', { theme: 'dark', undoSeconds: 9 })
    await fixture.stop()
    const early: Promise<unknown>[] = []
    fixture = await startCore(NOBODY, { dataDir: fixture.dataDir }, (core) => {
      early.push(core.router.call('settings.update', { density: 'compact' }))
    })
    await Promise.all(early)
    const expected = { theme: 'dark', undoSeconds: 9, density: 'compact' }
    expect(await fixture.slice('settings')).toMatchObject(expected)
    expect(await (await restarted()).slice('settings')).toMatchObject(expected)
  })
})

describe('a pause of the notifications', () => {
  const HOUR = 3_600_000

  test('survives a restart, and is ended by hand', async () => {
    const pausedUntil = Date.now() + HOUR
    await fixture.value('notification-settings.update', { pausedUntil })
    expect(await (await restarted()).slice('notificationSettings')).toMatchObject({ pausedUntil })
    await fixture.value('notification-settings.update', { pausedUntil: null })
    expect(await (await restarted()).slice('notificationSettings')).toEqual(defaultNotificationSettings)
  })

  test('one that is over, or longer than any, is refused and changes nothing', async () => {
    for (const pausedUntil of [1, Date.now() - HOUR, Date.now() + 60 * HOUR])
      expect(
        await fixture.core.router.call('notification-settings.update', { pausedUntil, sound: true }),
      ).toMatchObject({ ok: false, error: { code: 'invalid-request' } })
    expect(await fixture.slice('notificationSettings')).toEqual(defaultNotificationSettings)
  })
})

describe('notification settings of another version', () => {
  /** Banners after a start with that directory. */
  async function noticesOf(dataDir: string) {
    let shown: unknown
    const slices = { set: (_: string, value: unknown) => (shown = value) } as unknown as SliceHolder
    await createAllSettings(dataDir, () => slices, unmanaged).notifications.load()
    return shown
  }

  test('what they do not have yet is as by default, and what they have holds', async () => {
    const dataDir = await temporaryDirectory()
    const { deadline: _switch, ...events } = { ...defaultNotificationSettings.events, document: false }
    const { deadline: _days, ...days } = { ...defaultNotificationSettings.days, incident: 9 }
    const { pausedUntil: _pause, ...before } = defaultNotificationSettings
    const stored = { ...before, events, days, sound: true, moon: 1 }
    await writeFile(join(dataDir, 'notice-settings.json'), JSON.stringify(stored))
    expect(await noticesOf(dataDir)).toEqual({
      ...defaultNotificationSettings,
      events: { ...defaultNotificationSettings.events, document: false },
      days: { ...defaultNotificationSettings.days, incident: 9 },
      sound: true,
    })
  })

  test('a value that cannot be read falls back alone, and the others hold', async () => {
    const dataDir = await temporaryDirectory()
    const half = { ...defaultNotificationSettings.days, incident: 'nine', signature: 3 }
    await writeFile(join(dataDir, 'notice-settings.json'), JSON.stringify({ days: half }))
    expect(await noticesOf(dataDir)).toEqual({
      ...defaultNotificationSettings,
      days: { ...defaultNotificationSettings.days, signature: 3 },
    })
    for (const days of [[], 'x', null]) {
      const stored = { ...defaultNotificationSettings, days, private: true }
      await writeFile(join(dataDir, 'notice-settings.json'), JSON.stringify(stored))
      expect(await noticesOf(dataDir)).toEqual({ ...defaultNotificationSettings, private: true })
    }
  })
})

test('office settings that were written under the names of before still hold', async () => {
  const dataDir = await temporaryDirectory()
  const {
    serviceDocuments: _,
    serviceDocumentsMegabytes: __,
    serviceDocumentName: ___,
    ...rest
  } = defaultOfficeSettings
  const stored = { ...rest, papers: 'none', papersMegabytes: 300, paperName: '{matricula}' }
  await writeFile(join(dataDir, 'office.json'), JSON.stringify(stored))
  let shown: unknown
  const slices = { set: (_name: string, value: unknown) => (shown = value) } as unknown as SliceHolder
  await createAllSettings(dataDir, () => slices, unmanaged).office.load()
  expect(shown).toEqual({
    ...rest,
    serviceDocuments: 'none',
    serviceDocumentsMegabytes: 300,
    serviceDocumentName: '{matricula}',
  })
})

describe('a file that is written twice at once', () => {
  test('holds the later content, and neither write fails', async () => {
    const path = join(await temporaryDirectory(), 'file')
    const contents = Array.from({ length: 20 }, (_, index) => `content ${index}`)
    await Promise.all(contents.map((content) => writeDurably(path, content)))
    expect(await readFile(path, 'utf8')).toBe('content 19')
  })

  test('a secret too, from two stores of one directory', async () => {
    const directory = await temporaryDirectory()
    const stores = [createFileSecrets(directory), createFileSecrets(directory)]
    await Promise.all(stores.map((store, index) => store.set('key', `secret ${index}`)))
    expect(await createFileSecrets(directory).get('key')).toBe('secret 1')
  })
})
