import * as z from 'zod'
import { accountSchema, environmentSchema, keychainSchema, unreadableAccountSchema } from './accounts.ts'
import { completeRequestSchema } from './complete-report.ts'
import { backupStateSchema } from './backup.ts'
import { lockSchema } from './desktop.ts'
import { managedSchema } from './managed.ts'
import { officeSettingsSchema } from './office.ts'
import { healthSchema } from './diagnosis.ts'
import {
  inboxCountsSchema,
  inboxOrderSchema,
  notificationSettingsSchema,
  outageSchema,
  sweepSchema,
} from './inbox.ts'
import { draftCountsSchema } from './procedures.ts'
import { extensionSchema } from './extension.ts'
import { globalShortcutSchema, quickLookupSettingsSchema } from './quick-lookup.ts'
import { relaySchema } from './relay.ts'
import { appErrorSchema } from './result.ts'
import { updatesSchema } from './updates.ts'
import { trainingSchema } from './training.ts'

/**
 * Small global state, pushed whole with a version on the `slice` topic. A reader that misses a version requests
 * `app.snapshot`. It never applies differences.
 */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** Lists and the palette show no name, note or address of a client, for screens that face the counter. */
  hideNames: z.boolean(),
  /** Single-letter shortcuts (WCAG 2.1.4 requires that they can be turned off). */
  singleKeys: z.boolean(),
  /** Seconds in which a submission can be undone before it is sent. */
  undoSeconds: z.number().int().min(0).max(60),
  /** The form of a procedure is one page instead of steps, for experienced users. */
  singlePage: z.boolean(),
  /** Version whose news the user has dismissed. Empty before the first start. */
  seenVersion: z.string().max(32),
  /** The desktop window. */
  window: z.object({
    /** Effect of the close button where the hidden window can be brought back. */
    onClose: z.enum(['hide', 'quit']),
  }),
  /** True once the tour of the demonstration was offered to this user. */
  tourOffered: z.boolean(),
  /** Order of Novedades. */
  inboxOrder: inboxOrderSchema,
  quickLookup: quickLookupSettingsSchema,
  /** How this PC gets new versions, unless an administrator sets it. */
  updates: updatesSchema.pick({ mode: true, channel: true }),
})
export type Settings = z.infer<typeof settingsSchema>

/** Arguments of `settings.update`. The shortcut has a command of its own, which registers it first. */
export const settingsChangeSchema = z
  .object({
    ...settingsSchema.shape,
    quickLookup: settingsSchema.shape.quickLookup.pick({ readClipboard: true }).partial(),
    window: settingsSchema.shape.window.partial(),
    updates: settingsSchema.shape.updates.partial(),
  })
  .partial()

export const connectionSchema = z.object({
  /**
   * `idle`: no request yet. `online`: the last call was answered. `down`: it was not answered. `unauthorized`: the
   * key was refused, and all traffic of the profile is stopped.
   */
  state: z.enum(['idle', 'online', 'down', 'unauthorized']),
  /** Start of the present state. */
  since: z.number(),
  /** Failed attempts since `since`. */
  attempts: z.number(),
  nextAttemptAt: z.number().optional(),
  lastContactAt: z.number().optional(),
  /** While `online`: time since which requests wait and none is answered. Absent for the first few seconds. */
  silentSince: z.number().optional(),
  error: appErrorSchema.optional(),
})
export type Connection = z.infer<typeof connectionSchema>

/** Active account, which every screen shows. */
const profileSchema = z.object({
  id: z.string(),
  environment: environmentSchema,
  /** Name of the office, or of the environment without an account. */
  name: z.string(),
  /** Time of the last renewal of the demonstration in this run. Its windows then drop their data. */
  begunAt: z.number().optional(),
})
export type Profile = z.infer<typeof profileSchema>

/** Missing data of a store, and its last saved extent. */
const lostStoreSchema = z.object({
  /** The file is missing, empty, or older than its last saved extent. */
  why: z.enum(['missing', 'empty', 'shorter']),
  had: z
    .object({
      at: z.number(),
      procedures: z.number().int(),
      signatures: z.number().int(),
      drafts: z.number().int(),
      reports: z.number().int(),
    })
    .nullable(),
})
export type LostStore = z.infer<typeof lostStoreSchema>

/**
 * `locked`: the data have no key. `lost`: earlier data are gone or older. Nothing is created or set aside until the
 * user decides.
 */
const storeSchema = z.object({
  state: z.enum(['open', 'locked', 'lost', 'failed']),
  directory: z.string(),
  bytes: z.number().optional(),
  reports: z.number().optional(),
  lost: lostStoreSchema.optional(),
  error: appErrorSchema.optional(),
})
export type StoreState = z.infer<typeof storeSchema>

/** Incident with this PC's data, shown to the user once. */
const bannerSchema = z.object({
  id: z.string(),
  kind: z.enum(['store-set-aside']),
  at: z.number(),
  /** Path of the kept file. */
  path: z.string(),
})
export type Banner = z.infer<typeof bannerSchema>

const slices = {
  settings: settingsSchema,
  connection: connectionSchema,
  profile: profileSchema,
  /** Accounts of this PC, the demonstration first. */
  accounts: z.array(accountSchema),
  /** Unreadable accounts of this PC. */
  unreadableAccounts: z.array(unreadableAccountSchema),
  keychain: keychainSchema,
  /** Paid requests of the active account that need a decision of the user. */
  uncertain: z.array(completeRequestSchema),
  store: storeSchema,
  banners: z.array(bannerSchema),
  /** Parts in trouble, of any account. */
  health: healthSchema,
  inboxCounts: inboxCountsSchema,
  notificationSettings: notificationSettingsSchema,
  outage: outageSchema,
  sweep: sweepSchema,
  /** Unsent procedures of this PC. */
  drafts: draftCountsSchema,
  /** Office settings, window lock and backup. */
  office: officeSettingsSchema,
  lock: lockSchema,
  backup: backupStateSchema,
  /** Tour or training scenario under way. */
  training: trainingSchema.nullable(),
  /** The office's relay. */
  relay: relaySchema,
  /** State of the shortcut of quick lookup. */
  globalShortcut: globalShortcutSchema,
  /** Settings that an administrator set. */
  managed: managedSchema,
  /** Browsers with the extension. */
  extension: extensionSchema,
  /** Updates of the application. */
  updates: updatesSchema,
} as const
export type SliceName = keyof typeof slices
export type Slices = { [N in SliceName]: z.infer<(typeof slices)[N]> }

export const snapshotSchema = z.object({
  /** Id of the core's run. Versions of different runs cannot be compared. */
  run: z.string(),
  version: z.number(),
  slices: z.object(slices),
})
export type Snapshot = z.infer<typeof snapshotSchema>
