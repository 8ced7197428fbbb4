import { createSerialQueue } from '../../runtime/serial-queue.ts'
import type { SliceHolder } from '../../bridge/slices.ts'
import { changedNoticeSettings, loadNoticeSettings, saveNoticeSettings } from './notice-settings.ts'
import { changedOfficeSettings, loadOfficeSettings, saveOfficeSettings } from './office-settings.ts'
import { changedSettings, loadSettings, saveSettings } from './settings.ts'

/** Settings kept in a file of this PC and shown on a slice. */
export interface KeptSettings<T, C> {
  /** Reads the file. */
  load(): Promise<void>
  /**
   * Merges a change into what the change before it left. On disk before any window is told of it, and after the file
   * was read: a change that arrives earlier would otherwise replace the rest by the defaults.
   */
  update(change: C): Promise<T>
}

export interface KeptSettingsDeps<T, C> {
  load: () => Promise<T>
  changed: (now: T, change: C) => T
  save: (settings: T) => Promise<void>
  show: (settings: T) => void
}

export function createKeptSettings<T, C>({
  load,
  changed,
  save,
  show,
}: KeptSettingsDeps<T, C>): KeptSettings<T, C> {
  const inTurn = createSerialQueue()
  let held: T | undefined

  const read = async (): Promise<T> => (held ??= await load())

  return {
    load: () => inTurn(async () => show(await read())),
    update: (change) =>
      inTurn(async () => {
        const next = changed(await read(), change)
        await save(next)
        held = next
        show(next)
        return next
      }),
  }
}

/** The three settings files of this PC. */
export function createAllSettings(dataDir: string, slices: () => SliceHolder) {
  return {
    screens: createKeptSettings({
      load: () => loadSettings(dataDir),
      changed: changedSettings,
      save: (settings) => saveSettings(dataDir, settings),
      show: (settings) => slices().set('settings', settings),
    }),
    notices: createKeptSettings({
      load: () => loadNoticeSettings(dataDir),
      changed: changedNoticeSettings,
      save: (settings) => saveNoticeSettings(dataDir, settings),
      show: (settings) => slices().set('noticeSettings', settings),
    }),
    office: createKeptSettings({
      load: () => loadOfficeSettings(dataDir),
      changed: changedOfficeSettings,
      save: (settings) => saveOfficeSettings(dataDir, settings),
      show: (settings) => slices().set('office', settings),
    }),
  }
}

export type AllSettings = ReturnType<typeof createAllSettings>
