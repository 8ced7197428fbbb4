import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as z from 'zod'
import {
  COMMON_SETTINGS,
  type CommonValues,
  defaultNotificationSettings,
  defaultOfficeSettings,
  defaultSettings,
  type NotificationSettings,
  notificationSettingsSchema,
  type OfficeSettings,
  officeSettingsSchema,
  settingsSchema,
  type SettingsFileName,
  type SettingsOf,
} from '#shared/bridge/settings.ts'
import { ok } from '#shared/bridge/result.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { SliceHolder } from '../../bridge/slices.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import type { ManagedSettings } from '../managed-settings/managed-settings.ts'
import { managedValues, type SettingsChange } from '../managed-settings/refusals.rules.ts'

/** Settings file of this PC, published as a slice. It has values, and groups of values. */
export interface SettingsFile<T> {
  load(): Promise<void>
  /**
   * Merges a change into the result of the previous change. A group may be partial. The file is written before any
   * window shows the change. An early change waits until the file was read, because it would otherwise reset the
   * other values.
   */
  update(change: SettingsChange<T>): Promise<T>
}

interface SettingsFileDeps<T extends object> {
  path: string
  schema: z.ZodType<T> & { shape: Record<keyof T & string, Schema> }
  defaults: T
  /** Values that an administrator fixed. They override the file and are never written to it. */
  fixed?: SettingsChange<T>
  /**
   * Values that an administrator recommends. They are the defaults of this PC until the user chooses another value.
   */
  recommended?: SettingsChange<T>
  /** Former names of the values in files of earlier versions, by their present names. */
  formerNames?: Readonly<Partial<Record<keyof T, string>>>
  show: (settings: T) => void
}

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown }
  /** Schemas of the values of a group. */
  shape?: Record<string, Schema>
}

function createSettingsFile<T extends object>(deps: SettingsFileDeps<T>): SettingsFile<T> {
  const { path, schema, defaults, fixed = {}, recommended = {}, formerNames = {}, show } = deps
  const inTurn = createSerialQueue()
  /**
   * `own`: values that the user chose, overridden by fixed values. `unchosen`: recommended values that the user has
   * not changed.
   */
  let held: { own: T; unchosen: object } | undefined

  async function read() {
    if (held) return held
    const kept = renamed(await parsed(path), formerNames)
    const own = schema.parse(tolerant(schema.shape, kept, merged(defaults, recommended)))
    return (held = { own, unchosen: without(recommended, isGroup(kept) ? kept : {}) })
  }
  const inForce = (own: T): T => schema.parse(merged(own, fixed))

  return {
    load: () => inTurn(async () => show(inForce((await read()).own))),
    update: (change) =>
      inTurn(async () => {
        const { own, unchosen } = await read()
        const chosen = without(withoutUndefined(change), fixed)
        const next = { own: schema.parse(merged(own, chosen)), unchosen: without(unchosen, chosen) }
        await writeDurably(path, `${JSON.stringify(without(next.own, next.unchosen), null, 2)}\n`)
        held = next
        const now = inForce(next.own)
        show(now)
        return now
      }),
  }
}

/** Values that the other object lacks. For a group, its missing values. */
const without = (values: object, other: object): object =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
      if (!Object.hasOwn(other, name)) return [[name, value]]
      const same = other[name as keyof typeof other] as unknown
      return isGroup(value) && isGroup(same) ? [[name, without(value, same)]] : []
    }),
  )

async function parsed(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return null
  }
}

const renamed = (kept: unknown, formerNames: Readonly<Record<string, string>>): unknown =>
  isGroup(kept)
    ? {
        ...Object.fromEntries(Object.entries(formerNames).map(([name, former]) => [name, kept[former]])),
        ...kept,
      }
    : kept

/** Parses the values one by one. Only an unknown or invalid value falls back to its default. */
function tolerant(shape: Record<string, Schema>, kept: unknown, defaults: object): object {
  const values = Object.entries(defaults).map(([name, normal]: [string, unknown]) => {
    const schema = shape[name]
    const value = isGroup(kept) ? kept[name] : undefined
    if (schema?.shape && isGroup(normal)) return [name, tolerant(schema.shape, value, normal)]
    const { success, data } = schema?.safeParse(value) ?? { success: false }
    return [name, success ? data : normal]
  })
  return Object.fromEntries(values)
}

const merged = (now: object, change: object): object => ({
  ...now,
  ...Object.fromEntries(
    Object.entries(withoutUndefined(change)).map(([name, value]: [string, unknown]) => {
      const before = isGroup(now) ? now[name] : undefined
      return [name, isGroup(before) && isGroup(value) ? { ...before, ...withoutUndefined(value) } : value]
    }),
  ),
})

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The three settings files of this PC, for all accounts. They contain no client data, so they are not encrypted. */
export function createAllSettings(
  dataDir: string,
  slices: () => SliceHolder,
  { mandatory, recommended }: Pick<ManagedSettings, 'mandatory' | 'recommended'>,
) {
  const managed = <F extends SettingsFileName>(file: F) => ({
    fixed: managedValues(file, mandatory),
    recommended: managedValues(file, recommended),
  })
  return {
    /** Appearance and behaviour of the screens. */
    screens: createSettingsFile({
      path: join(dataDir, 'settings.json'),
      schema: settingsSchema,
      defaults: defaultSettings,
      ...managed('screens'),
      show: (settings) => slices().set('settings', settings),
    }),
    notifications: createSettingsFile({
      path: join(dataDir, 'notice-settings.json'),
      schema: notificationSettingsSchema,
      defaults: defaultNotificationSettings,
      ...managed('notifications'),
      show: (settings) => slices().set('notificationSettings', settings),
    }),
    /** Storage on this PC, access, and the operator's name. */
    office: createSettingsFile({
      path: join(dataDir, 'office.json'),
      schema: officeSettingsSchema,
      defaults: defaultOfficeSettings,
      ...managed('office'),
      formerNames: {
        serviceDocuments: 'papers',
        serviceDocumentsMegabytes: 'papersMegabytes',
        serviceDocumentName: 'paperName',
      },
      show: (settings) => slices().set('office', settings),
    }),
  }
}

export type AllSettings = ReturnType<typeof createAllSettings>

/** Values of the settings that the office shares. */
export function readCommonSettings(files: {
  office: OfficeSettings
  notifications: NotificationSettings
}): CommonValues {
  const readAt = (id: string) =>
    id.split('.').reduce<unknown>((group, name) => (group as Record<string, unknown>)[name], files)
  return Object.fromEntries(COMMON_SETTINGS.map((id) => [id, readAt(id)]))
}

/** Takes over values of the office. Values that an administrator fixed stay. */
export async function takeCommonSettings(
  { office, notifications }: Pick<AllSettings, 'office' | 'notifications'>,
  values: CommonValues,
): Promise<void> {
  await notifications.update(commonChange('notifications', values))
  await office.update(commonChange('office', values))
}

function commonChange<F extends SettingsFileName>(
  file: F,
  values: CommonValues,
): SettingsChange<SettingsOf<F>> {
  const change: Record<string, unknown> = {}
  for (const [id, value] of Object.entries(values)) {
    const [inFile, name = '', inGroup] = id.split('.')
    if (inFile === file)
      change[name] = inGroup === undefined ? value : { ...(change[name] as object), [inGroup]: value }
  }
  return change as SettingsChange<SettingsOf<F>>
}

export interface OfficeCommandDeps {
  settings: Pick<AllSettings, 'office'>
  /** Makes every dependent part reread the settings of the office. */
  officeChanged: () => void
}

export function createOfficeCommands({ settings, officeChanged }: OfficeCommandDeps): CommandsOf<'office'> {
  return {
    async 'office.update'(change) {
      const changed = await settings.office.update(change)
      officeChanged()
      return ok(changed)
    },
  }
}
