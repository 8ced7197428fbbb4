import * as z from 'zod'
import { accountSchema, environmentSchema, keychainSchema, unreadableAccountSchema } from './accounts.ts'
import { completeRequestSchema } from './complete-report.ts'
import { backupStateSchema } from './backup.ts'
import { lockSchema } from './desktop.ts'
import { managedSchema } from './managed.ts'
import { notificationSettingsSchema, officeSettingsSchema, settingsSchema } from './settings.ts'
import { healthSchema } from './diagnosis.ts'
import { inboxCountsSchema, outageSchema, sweepSchema } from './inbox.ts'
import { draftCountsSchema } from './procedures.ts'
import { extensionSchema } from './extension.ts'
import { globalShortcutSchema } from './quick-lookup.ts'
import { sharingSchema } from './sharing.ts'
import { relaySchema } from './relay.ts'
import { appErrorSchema } from './result.ts'
import { scanFolderSchema } from './scan-folder.ts'
import { updatesSchema } from './updates.ts'
import { trainingSchema } from './training.ts'

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
  /** Time at which this run opened the demonstration or renewed it. Absent for a real account. */
  openedAt: z.number().optional(),
  /** True for the second PC of the demonstration. It has the office of the first one, and begins and ends with it. */
  isSecondPc: z.boolean().optional(),
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

/**
 * Small global state, pushed whole with a version on the `slice` topic. A reader that misses a version requests
 * `app.snapshot`. It never applies differences.
 */
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
  /** What this PC shares with the other PCs of its office. */
  sharing: sharingSchema,
  /** Scanner's folder. */
  scans: scanFolderSchema,
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
