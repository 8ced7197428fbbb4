import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noticeSettingsSchema, type NoticeSettings } from '#shared/bridge/news.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { defaultNoticeSettings } from '#shared/domain/notice-settings.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'

const FILE = 'notice-settings.json'

export type NoticeSettingsChange = CommandArgs<'notice-settings.update'>

/** What is wanted now, with a change over it. A group of settings is changed in the parts that are named. */
export function changedNoticeSettings(now: NoticeSettings, change: NoticeSettingsChange): NoticeSettings {
  return noticeSettingsSchema.parse({
    ...now,
    ...withoutUndefined(change),
    events: { ...now.events, ...withoutUndefined(change.events ?? {}) },
    quiet: { ...now.quiet, ...withoutUndefined(change.quiet ?? {}) },
    burst: { ...now.burst, ...withoutUndefined(change.burst ?? {}) },
    days: { ...now.days, ...withoutUndefined(change.days ?? {}) },
  })
}

/**
 * How the person at this PC wants to be told, whatever the account; nothing personal, so a plain file. A value that
 * this version does not understand falls back to its default, with its group.
 */
export async function loadNoticeSettings(dataDir: string): Promise<NoticeSettings> {
  try {
    const kept: unknown = JSON.parse(await readFile(join(dataDir, FILE), 'utf8'))
    const read = Object.entries(noticeSettingsSchema.shape).map(([name, schema]) => {
      const normal = defaultNoticeSettings[name as keyof NoticeSettings]
      const parsed = schema.safeParse(withParts(normal, (kept as Record<string, unknown> | null)?.[name]))
      return [name, parsed.success ? parsed.data : normal]
    })
    return noticeSettingsSchema.parse(Object.fromEntries(read))
  } catch {
    return defaultNoticeSettings
  }
}

/** A group stored by an older version has not all its parts: those are as by default. */
const withParts = (normal: unknown, kept: unknown): unknown =>
  isGroup(normal) && isGroup(kept) ? { ...normal, ...kept } : kept

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export async function saveNoticeSettings(dataDir: string, settings: NoticeSettings): Promise<void> {
  await writeDurably(join(dataDir, FILE), `${JSON.stringify(settings, null, 2)}\n`)
}
