import * as z from 'zod'
import { notificationLimits } from '../domain/notifications.ts'
import { ITP_TERRITORIES, type ItpTerritoryId, readItpCorrection } from '../domain/itp/territories.ts'
import { SOON_DAYS } from '../domain/procedures/deadlines.ts'
import { readBaseAddress } from '../domain/service-address.ts'
import { environmentSchema } from './accounts.ts'
import { inboxOrderSchema } from './inbox.ts'
import { command } from './primitives.ts'
import { acceleratorSchema } from './quick-lookup.ts'
import { updatesSchema } from './updates.ts'

/** A setting, or a group of settings. */
interface Row {
  schema: z.ZodType
  /** Value until the user or an administrator chooses another. */
  default: unknown
  /** Schema of a change by a window. `null` if the setting has a command of its own. */
  change: z.ZodType | null
}

const setting = <S extends z.ZodType>(schema: S, value: NoInfer<z.output<S>>) => ({
  schema,
  default: value,
  change: schema,
})

type Shape<R extends Record<string, Row>> = z.ZodObject<{ [K in keyof R]: R[K]['schema'] }>
type ChangeShape<R extends Record<string, Row>> = z.ZodObject<{
  [K in keyof R as R[K]['change'] extends null ? never : K]: z.ZodOptional<NonNullable<R[K]['change']>>
}>

/** A group of settings, or all settings of a file. A change may be partial, also within a group. */
function settings<R extends Record<string, Row>>(rows: R) {
  const column = (name: keyof Row) =>
    Object.fromEntries(
      Object.entries(rows).flatMap(([key, row]) => (row[name] === null ? [] : [[key, row[name]]])),
    )
  return {
    schema: z.object(column('schema') as z.ZodRawShape) as unknown as Shape<R>,
    default: Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, row.default])) as {
      [K in keyof R]: R[K]['default']
    },
    change: z.object(column('change') as z.ZodRawShape).partial() as unknown as ChangeShape<R>,
  }
}

/** Appearance and behaviour of the screens. */
const screens = settings({
  theme: setting(z.enum(['system', 'light', 'dark']), 'system'),
  density: setting(z.enum(['comfortable', 'compact']), 'comfortable'),
  /** Lists and the palette show no name, note or address of a client, for screens that face the counter. */
  hideNames: setting(z.boolean(), false),
  /** Single-letter shortcuts (WCAG 2.1.4 requires that they can be turned off). */
  singleKeys: setting(z.boolean(), true),
  /** Seconds in which a submission can be undone before it is sent. */
  undoSeconds: setting(z.number().int().min(0).max(60), 5),
  /** The form of a procedure is one page instead of steps, for experienced users. */
  singlePage: setting(z.boolean(), false),
  /** Version whose news the user has dismissed. Empty before the first start. */
  seenVersion: setting(z.string().max(32), ''),
  /** The desktop window. */
  window: settings({
    /** Effect of the close button where the hidden window can be brought back. */
    onClose: setting(z.enum(['hide', 'quit']), 'hide'),
  }),
  /** True once the tour of the demonstration was offered to this user. */
  tourOffered: setting(z.boolean(), false),
  /** Things of the attention line that the user put off, each until a time in ms. */
  putOff: setting(z.array(z.object({ thing: z.string().max(200), until: z.number() })).max(100), []),
  /** Widths in rem that the user chose for the columns of a list. The views of Expedientes store their own. */
  columnWidths: setting(
    z
      .array(
        z.object({ list: z.string().max(40), column: z.string().max(40), rem: z.number().min(1).max(100) }),
      )
      .max(200),
    [],
  ),
  /** Order of Novedades. */
  inboxOrder: setting(inboxOrderSchema, 'asking'),
  quickLookup: settings({
    /** Shortcut that opens the panel from any program. `null` without one. Its own command registers it first. */
    shortcut: { ...setting(acceleratorSchema.nullable(), 'CommandOrControl+Shift+Space'), change: null },
    /** Offers the plate in the clipboard. The clipboard is read only when the panel opens. */
    readClipboard: setting(z.boolean(), true),
  }),
  /** How this PC gets new versions, unless an administrator sets it. */
  updates: settings({
    mode: setting(updatesSchema.shape.mode, 'automatic'),
    channel: setting(updatesSchema.shape.channel, 'stable'),
  }),
})
export const { schema: settingsSchema, default: defaultSettings } = screens
export type Settings = z.infer<typeof settingsSchema>

const wholeNumber = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max)

const itpRate = setting(
  z.string().refine((text) => text === '' || readItpCorrection(text) !== null),
  '',
)

/** Office settings of this PC, for all accounts: retention, storage and the lock. */
const office = settings({
  /** Days that ended procedures stay visible. Then they are blocked, and later erased. 0: for ever. */
  retentionDays: setting(z.number().int().min(0).max(3_650), 90),
  /** Days that blocked procedures are kept, hidden, before they are erased. */
  blockedDays: setting(z.number().int().min(0).max(3_650), 1_095),
  /** Generated documents that are stored on this PC automatically. */
  serviceDocuments: setting(z.enum(['open', 'none']), 'open'),
  serviceDocumentsMegabytes: setting(z.number().int().min(50).max(100_000), 2_000),
  /** Template of saved document names: `{matricula}`, `{documento}`, `{fecha}`, `{cliente}`, `{factura}`… */
  serviceDocumentName: setting(z.string().min(1).max(200), '{matricula}_{documento}_{fecha}'),
  /** Folder into which the scanner writes. Its new files are offered to the open procedure. Empty: none. */
  scanFolder: setting(z.string().max(1_024), ''),
  backup: settings({
    /** Folder of the scheduled backups. Empty: no backups. */
    folder: setting(z.string().max(1_024), ''),
    everyDays: setting(z.number().int().min(0).max(90), 0),
    /** Number of backups kept in that folder. */
    keep: setting(z.number().int().min(1).max(100), 10),
    /** Days without a backup until the reminder. 0: never. */
    remindDays: setting(z.number().int().min(0).max(365), 14),
  }),
  lock: settings({
    /** Idle minutes before the windows lock. 0: no automatic lock. */
    idleMinutes: setting(z.number().int().min(0).max(240), 15),
    /** True to lock also when the PC locks or sleeps. */
    withSystem: setting(z.boolean(), true),
  }),
  /** Operator's name in the audit record, beside the user of the PC. */
  operator: setting(z.string().trim().max(100), ''),
  /** General rates of ITP that the office uses (`writeItpCorrection`). Empty: the rate of the application. */
  itpRates: settings(
    Object.fromEntries(ITP_TERRITORIES.map((id) => [id, itpRate])) as Record<ItpTerritoryId, typeof itpRate>,
  ),
})
export const { schema: officeSettingsSchema, default: defaultOfficeSettings } = office
export type OfficeSettings = z.infer<typeof officeSettingsSchema>

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Notification settings of this PC. By default every change is notified, and bursts are grouped. */
const notifications = settings({
  enabled: setting(z.boolean(), true),
  /** True if the user does not want the browser to ask for permission. */
  declined: setting(z.boolean(), false),
  /** Kinds of events. Other kinds are always notified. */
  events: settings({
    status: setting(z.boolean(), true),
    incident: setting(z.boolean(), true),
    document: setting(z.boolean(), true),
    signature: setting(z.boolean(), true),
    report: setting(z.boolean(), true),
    alert: setting(z.boolean(), true),
    deadline: setting(z.boolean(), true),
    other: setting(z.boolean(), true),
  }),
  onlyMine: setting(z.boolean(), false),
  /** Low-priority changes are notified together once an hour. */
  digest: setting(z.boolean(), false),
  /** Hides plates and names in the notification. */
  private: setting(z.boolean(), false),
  sound: setting(z.boolean(), false),
  /** Times in this PC's zone. `from` later than `to` means across midnight. */
  quiet: settings({
    enabled: setting(z.boolean(), false),
    from: setting(clockTime, '20:00'),
    to: setting(clockTime, '08:00'),
    weekends: setting(z.boolean(), true),
  }),
  /** End of the user's pause. `null` without a pause. */
  pausedUntil: setting(z.number().int().min(0).nullable(), null),
  /** More than `more` notifications within `seconds` become one. */
  burst: settings({
    more: setting(wholeNumber(notificationLimits.more), 4),
    seconds: setting(wholeNumber(notificationLimits.seconds), 30),
  }),
  /**
   * Days until an alert: with an incident, in a provisional state, with a waiting signature, and before the end of a
   * legal term. 0 turns the alert off.
   */
  days: settings({
    incident: setting(wholeNumber(notificationLimits.days), 15),
    provisional: setting(wholeNumber(notificationLimits.days), 28),
    signature: setting(wholeNumber(notificationLimits.days), 7),
    deadline: setting(wholeNumber(notificationLimits.days), SOON_DAYS),
  }),
})
export const { schema: notificationSettingsSchema, default: defaultNotificationSettings } = notifications
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>

/** Rows of the contract: changes of the settings of this PC. */
export const settingsCommands = {
  'settings.update': command(screens.change, settingsSchema),
  'office.update': command(office.change, officeSettingsSchema),
  'notification-settings.update': command(notifications.change, notificationSettingsSchema),
} as const

/** Files of settings on this PC, for all accounts. */
const settingsFiles = { screens, office, notifications }
export type SettingsFileName = keyof typeof settingsFiles
export type SettingsOf<F extends SettingsFileName> = z.infer<(typeof settingsFiles)[F]['schema']>

/** Place of a setting in its file: its name, or its group and its name. */
export type SettingPlace<T> = {
  [K in keyof T & string]: T[K] extends object ? `${K}.${keyof T[K] & string}` : K
}[keyof T & string]
export type ValueAt<T, P extends string> = P extends keyof T
  ? T[P]
  : P extends `${infer G}.${infer K}`
    ? G extends keyof T
      ? K extends keyof T[G]
        ? T[G][K]
        : never
      : never
    : never

type SwitchPlace<T> = {
  [P in SettingPlace<T>]: ValueAt<T, P> extends boolean ? P : never
}[SettingPlace<T>]
/** Setting that is on or off: its file, and its place in the file. */
export type SwitchId = { [F in SettingsFileName]: `${F}.${SwitchPlace<SettingsOf<F>>}` }[SettingsFileName]

type SettingId = { [F in SettingsFileName]: `${F}.${SettingPlace<SettingsOf<F>>}` }[SettingsFileName]
/**
 * Settings that the PCs of an office share: how the office works, and nothing of a PC or a person. Retention is not
 * among them, because no value of another PC may erase data of this one.
 */
export const COMMON_SETTINGS = [
  'notifications.days.incident',
  'notifications.days.provisional',
  'notifications.days.signature',
  'notifications.days.deadline',
  'office.serviceDocumentName',
  ...ITP_TERRITORIES.map((id) => `office.itpRates.${id}` as const),
] as const satisfies readonly SettingId[]
export type CommonSetting = (typeof COMMON_SETTINGS)[number]
/** Values of some of them. */
export type CommonValues = { [S in CommonSetting]?: string | number | boolean | undefined }

/** Schema and default of a shared setting. */
export function commonSettingRow(id: CommonSetting): Pick<ManagedRow, 'schema' | 'default'> {
  const [file, ...path] = id.split('.') as [SettingsFileName, ...string[]]
  return findRow(file, path)
}

/** Setting that an administrator can fix or recommend on a PC. */
interface ManagedRow<T = unknown> {
  schema: z.ZodType<T>
  /** Settings file and place of the user's own value. Absent if only an administrator has a value. */
  at?: readonly [file: SettingsFileName, ...place: string[]]
  default?: T
  /**
   * Strictest value. It replaces a mandatory value that cannot be read and has never been read on this PC. Without
   * one, this PC's value stays.
   */
  strict?: T
  /** True for a setting that would mean nothing as a recommendation. */
  isOnlyMandatory?: boolean
}
type ManagedOptions<T> = Pick<ManagedRow<T>, 'strict' | 'isOnlyMandatory'>

/** Setting that only an administrator has. Its feature reads the value. */
const ofAdministrator = <S extends z.ZodType>(schema: S, options: ManagedOptions<z.output<S>> = {}) => ({
  schema,
  ...options,
})

/** Setting that the user has too. Its limits and its default are those of the user's setting. */
function ofUser<F extends SettingsFileName, P extends SettingPlace<SettingsOf<F>>>(
  file: F,
  place: P,
  options: ManagedOptions<ValueAt<SettingsOf<F>, P>> = {},
): ManagedRow<ValueAt<SettingsOf<F>, P>> {
  const path = place.split('.')
  return { ...findRow(file, path), at: [file, ...path], ...options } as ManagedRow<ValueAt<SettingsOf<F>, P>>
}

const findRow = (file: SettingsFileName, path: readonly string[]) =>
  path.reduce<{ schema: z.ZodType; default: unknown }>(
    (group, name) => ({
      schema: (group.schema as z.ZodObject<Record<string, z.ZodType>>).shape[name] ?? z.never(),
      default: (group.default as Record<string, unknown>)[name],
    }),
    settingsFiles[file],
  )

/** Address of a service or a relay, as the forms read it. */
const address = z.string().transform((text, context) => {
  const reading = readBaseAddress(text)
  if (reading.ok) return reading.url
  context.addIssue({ code: 'custom', message: reading.problem })
  return z.NEVER
})

/** Account that is offered to a user who has its key. The key is never part of it. */
export const offeredAccountSchema = z.strictObject({
  name: z.string().trim().min(1).max(80),
  environment: environmentSchema.exclude(['demo']),
  address,
})
export type OfferedAccount = z.infer<typeof offeredAccountSchema>

/**
 * Every setting of an administrator by its key in the file. `npm run policy` makes the table of
 * `docs/es/administracion.md` and the policies of `build/policy/` from it.
 */
export const managedSettings = {
  'service.addresses': ofAdministrator(z.array(address).min(1).max(20), { isOnlyMandatory: true }),
  accounts: ofAdministrator(z.array(offeredAccountSchema).min(1).max(20)),
  'relay.address': ofAdministrator(address),
  /** `off`: no search for versions. `ask`: a person decides. `automatic`: at the next start. */
  'updates.mode': ofUser('screens', 'updates.mode', { strict: 'off' }),
  /** Address of the directory with the feed. https, or loopback for trials. */
  'updates.feed': ofAdministrator(
    z
      .string()
      .max(2_000)
      .refine((text) => /^https?:\/\//i.test(text) && readBaseAddress(text).ok),
  ),
  'updates.channel': ofUser('screens', 'updates.channel'),
  'lock.pinRequired': ofAdministrator(z.boolean(), { isOnlyMandatory: true, strict: true }),
  'lock.idleMinutes': ofUser('office', 'lock.idleMinutes', { strict: 15 }),
  'lock.withSystem': ofUser('office', 'lock.withSystem', { strict: true }),
  'retention.visibleDays': ofUser('office', 'retentionDays'),
  'retention.blockedDays': ofUser('office', 'blockedDays'),
  'quickLookup.shortcut': ofUser('screens', 'quickLookup.shortcut'),
  'quickLookup.readClipboard': ofUser('screens', 'quickLookup.readClipboard', { strict: false }),
  'extension.allowed': ofAdministrator(z.boolean(), { isOnlyMandatory: true, strict: false }),
  'demo.offered': ofAdministrator(z.boolean(), { isOnlyMandatory: true, strict: false }),
} as const
export type ManagedKey = keyof typeof managedSettings
export type ManagedValue<K extends ManagedKey> = z.infer<(typeof managedSettings)[K]['schema']>
export type ManagedValues = { [K in ManagedKey]?: ManagedValue<K> }
export const MANAGED_KEYS = Object.keys(managedSettings) as readonly ManagedKey[]

/** Any row of the table, with the columns that it may lack. */
export const managedRow = (key: ManagedKey): ManagedRow => managedSettings[key]

/** Update settings that an administrator may set. Absent: the application's default. */
export interface ManagedUpdates {
  mode?: ManagedValue<'updates.mode'>
  feed?: ManagedValue<'updates.feed'>
  channel?: ManagedValue<'updates.channel'>
}
