import * as z from 'zod'
import { accountSchema, environmentSchema, keychainSchema, unreadableAccountSchema } from './accounts.ts'
import { completeRequestSchema } from './complete-report.ts'
import { backupStateSchema } from './backup.ts'
import { lockSchema } from './lock.ts'
import { officeSettingsSchema } from './office.ts'
import { healthSchema } from './health.ts'
import { inboxCountsSchema, notificationSettingsSchema, outageSchema, sweepSchema } from './inbox.ts'
import { draftCountsSchema } from './procedures.ts'
import { appErrorSchema } from './result.ts'

/**
 * Small global state, pushed whole with a version on the `slice` topic. A reader that sees a version skipped
 * asks for `app.snapshot`; it never patches.
 */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** Single-letter shortcuts (WCAG 2.1.4 asks that they can be turned off). */
  singleKeys: z.boolean(),
  /** Seconds to undo a sending before it leaves. */
  undoSeconds: z.number().int().min(0).max(60),
  /** A procedure is filled in on one page, and not step by step: for whoever knows them by heart. */
  singlePage: z.boolean(),
})
export type Settings = z.infer<typeof settingsSchema>

export const connectionSchema = z.object({
  /**
   * `idle`: nothing asked yet; `online`: the last call was answered; `down`: it was not; `unauthorized`: the key
   * was refused and all traffic of this profile is stopped.
   */
  state: z.enum(['idle', 'online', 'down', 'unauthorized']),
  /** When the present state began. */
  since: z.number(),
  /** Failed attempts since then. */
  attempts: z.number(),
  nextAttemptAt: z.number().optional(),
  lastContactAt: z.number().optional(),
  error: appErrorSchema.optional(),
})
export type Connection = z.infer<typeof connectionSchema>

/** The active account: the one that every screen is about. */
export const profileSchema = z.object({
  id: z.string(),
  environment: environmentSchema,
  /** The office's name, or the environment's when there is no account. */
  name: z.string(),
})
export type Profile = z.infer<typeof profileSchema>

/** What is missing of a store, and how much there was the last time it was written down. */
export const lostStoreSchema = z.object({
  /** The file is gone, holds nothing, or is an older one. */
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
 * `locked`: there is data and no key for it. `lost`: there was data, and it is gone or older than it was. Nothing is
 * created or set aside until the person decides.
 */
export const storeSchema = z.object({
  state: z.enum(['open', 'locked', 'lost', 'failed']),
  directory: z.string(),
  bytes: z.number().optional(),
  reports: z.number().optional(),
  lost: lostStoreSchema.optional(),
  error: appErrorSchema.optional(),
})
export type StoreState = z.infer<typeof storeSchema>

/** Something that happened to this PC's data and that the person must be told once. */
export const bannerSchema = z.object({
  id: z.string(),
  kind: z.enum(['store-set-aside']),
  at: z.number(),
  /** The file that was kept. */
  path: z.string(),
})
export type Banner = z.infer<typeof bannerSchema>

export const slices = {
  settings: settingsSchema,
  connection: connectionSchema,
  profile: profileSchema,
  /** Every account of this PC, the demonstration first. */
  accounts: z.array(accountSchema),
  /** What of the accounts of this PC could not be read. */
  unreadableAccounts: z.array(unreadableAccountSchema),
  keychain: keychainSchema,
  /** Paid requests of the active account that only the person can decide about. */
  uncertain: z.array(completeRequestSchema),
  store: storeSchema,
  banners: z.array(bannerSchema),
  /** The moving parts of the application that are in trouble, whatever account is on screen. */
  health: healthSchema,
  inboxCounts: inboxCountsSchema,
  notificationSettings: notificationSettingsSchema,
  outage: outageSchema,
  sweep: sweepSchema,
  /** Procedures of this PC that are not sent yet. */
  drafts: draftCountsSchema,
  /** What this office keeps on this PC and for how long; whether its windows are locked; and its copies. */
  office: officeSettingsSchema,
  lock: lockSchema,
  backup: backupStateSchema,
} as const
export type SliceName = keyof typeof slices
export type Slices = { [N in SliceName]: z.infer<(typeof slices)[N]> }

export const snapshotSchema = z.object({
  /** Changes with every start of the core: versions of another run say nothing. */
  run: z.string(),
  version: z.number(),
  slices: z.object(slices),
})
export type Snapshot = z.infer<typeof snapshotSchema>
