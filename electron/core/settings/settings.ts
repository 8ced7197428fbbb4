import * as z from 'zod'
import { settingsSchema, type Settings } from '#shared/bridge/slices.ts'
import type { StoreCall } from '../db/client.ts'

export const defaultSettings: Settings = { theme: 'system', density: 'comfortable', singleKeys: true }

const KEY = 'settings'

const { theme, density, singleKeys } = settingsSchema.shape
const tolerant = z
  .object({
    theme: theme.catch(defaultSettings.theme),
    density: density.catch(defaultSettings.density),
    singleKeys: singleKeys.catch(defaultSettings.singleKeys),
  })
  .catch(defaultSettings)

/** Reads what was kept; a value that this version does not understand falls back to its default, alone. */
export async function loadSettings(call: StoreCall): Promise<Settings> {
  const stored: unknown = JSON.parse((await call('meta', KEY)) ?? '{}')
  return tolerant.parse(stored)
}

export async function saveSettings(call: StoreCall, settings: Settings): Promise<void> {
  await call('setMeta', KEY, JSON.stringify(settings))
}
