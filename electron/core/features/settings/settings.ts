import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { settingsSchema, type Settings } from '#shared/bridge/slices.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'

export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  singleKeys: true,
  undoSeconds: 5,
  singlePage: false,
}

const FILE = 'settings.json'

const { theme, density, singleKeys, undoSeconds, singlePage } = settingsSchema.shape
const tolerant = z
  .object({
    theme: theme.catch(defaultSettings.theme),
    density: density.catch(defaultSettings.density),
    singleKeys: singleKeys.catch(defaultSettings.singleKeys),
    undoSeconds: undoSeconds.catch(defaultSettings.undoSeconds),
    singlePage: singlePage.catch(defaultSettings.singlePage),
  })
  .catch(defaultSettings)

/** The settings with a change over them. */
export const changedSettings = (now: Settings, change: CommandArgs<'settings.update'>): Settings =>
  settingsSchema.parse({ ...now, ...withoutUndefined(change) })

/**
 * How the person wants the screens, whatever the account; nothing personal, so a plain file. A value that this
 * version does not understand falls back to its default, alone.
 */
export async function loadSettings(dataDir: string): Promise<Settings> {
  try {
    return tolerant.parse(JSON.parse(await readFile(join(dataDir, FILE), 'utf8')))
  } catch {
    return defaultSettings
  }
}

export async function saveSettings(dataDir: string, settings: Settings): Promise<void> {
  await writeDurably(join(dataDir, FILE), `${JSON.stringify(settings, null, 2)}\n`)
}
