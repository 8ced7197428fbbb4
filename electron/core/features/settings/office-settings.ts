import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { officeSettingsSchema, type OfficeSettings } from '#shared/bridge/office.ts'
import { defaultOfficeSettings } from '#shared/domain/office-settings.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'

const FILE = 'office.json'

export type OfficeChange = CommandArgs<'office.update'>

/** What is wanted now, with a change over it. A group of settings is changed in the parts that are named. */
export function changedOfficeSettings(now: OfficeSettings, change: OfficeChange): OfficeSettings {
  return officeSettingsSchema.parse({
    ...now,
    ...withoutUndefined(change),
    backup: { ...now.backup, ...withoutUndefined(change.backup ?? {}) },
    lock: { ...now.lock, ...withoutUndefined(change.lock ?? {}) },
  })
}

/**
 * What this office keeps on this PC and who may look, whatever the account; nothing of a client, so a plain file. A
 * value that this version does not understand falls back to its default, alone.
 */
export async function loadOfficeSettings(dataDir: string): Promise<OfficeSettings> {
  try {
    const kept: unknown = JSON.parse(await readFile(join(dataDir, FILE), 'utf8'))
    const { backup, lock } = officeSettingsSchema.shape
    return officeSettingsSchema.parse({
      ...tolerant(officeSettingsSchema.shape, kept, defaultOfficeSettings),
      backup: tolerant(backup.shape, part(kept, 'backup'), defaultOfficeSettings.backup),
      lock: tolerant(lock.shape, part(kept, 'lock'), defaultOfficeSettings.lock),
    })
  } catch {
    return defaultOfficeSettings
  }
}

export async function saveOfficeSettings(dataDir: string, settings: OfficeSettings): Promise<void> {
  await writeDurably(join(dataDir, FILE), `${JSON.stringify(settings, null, 2)}\n`)
}

type Shape = Record<string, { safeParse: (value: unknown) => { success: boolean; data?: unknown } }>

function tolerant(shape: Shape, kept: unknown, defaults: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => {
      const parsed = schema.safeParse(part(kept, name))
      return [name, parsed.success ? parsed.data : part(defaults, name)]
    }),
  )
}

const part = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
