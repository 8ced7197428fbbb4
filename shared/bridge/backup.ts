import * as z from 'zod'
import { command, none, transferIn, transferOut } from './primitives.ts'
import { appErrorSchema } from './result.ts'

const passphrase = z.string().min(1).max(1_024)

export const backupStateSchema = z.object({
  /** Time of the last complete backup. */
  lastAt: z.number().nullable(),
  nextAt: z.number().nullable(),
  /** True if the keychain has the passphrase of the scheduled backups. */
  hasPassphrase: z.boolean(),
  /** True if the reminder is due. */
  due: z.boolean(),
  running: z.boolean(),
  error: appErrorSchema.optional(),
})
export type BackupState = z.infer<typeof backupStateSchema>

/** Record of a backup that is unreadable, wholly or in part. */
export const unreadableRecordSchema = z.object({
  kind: z.enum([
    'procedure',
    'signature',
    'draft',
    'signing',
    'contact',
    'views',
    'template',
    'watch',
    'plate-list',
    'transfer-batch',
    'other',
  ]),
  /** Plate, name or id, as far as it is readable. */
  name: z.string(),
})
export type UnreadableRecord = z.infer<typeof unreadableRecordSchema>
const unreadable = z.object({
  count: z.number().int(),
  /** First unreadable records. */
  first: z.array(unreadableRecordSchema).max(20),
})

/** Contents of a backup, shown before anything is merged. */
const backupContentsSchema = z.object({
  /** Token for `backup.merge`. It expires after ten minutes, or with this run. */
  token: z.string(),
  madeAt: z.number(),
  /** Account of the backup. The user has to confirm an account other than the active one. */
  account: z.object({ name: z.string(), environment: z.string(), baseUrl: z.string() }),
  sameAccount: z.boolean(),
  procedures: z.number().int(),
  signatures: z.number().int(),
  drafts: z.number().int(),
  /** Numbers of records that this PC does not have. */
  newProcedures: z.number().int(),
  newSignatures: z.number().int(),
  newDrafts: z.number().int(),
  /** Records left out of the merge. */
  unreadable: unreadable.optional(),
})
export type BackupContents = z.infer<typeof backupContentsSchema>

/** Backups of the account in the folder of Ajustes, offered after a loss of data. */
export const folderCopiesSchema = z.object({
  folder: z.string(),
  /** Newest first. Never empty. */
  copies: z.array(
    z.object({
      name: z.string(),
      at: z.number(),
      bytes: z.number(),
      /** True if the backup holds clearly more than the suggested one. */
      holdsMore: z.boolean(),
    }),
  ),
  /** Name of the newest backup that is not empty. */
  suggested: z.string(),
  /** True if the keychain has a passphrase that may open them. */
  hasPassphrase: z.boolean(),
})
export type FolderCopies = z.infer<typeof folderCopiesSchema>

export const restoredSchema = z.object({
  procedures: z.number().int(),
  signatures: z.number().int(),
  drafts: z.number().int(),
  /** Records on both sides of which this PC has the newer version. */
  kept: z.number().int(),
  unreadable: unreadable.optional(),
})
export type Restored = z.infer<typeof restoredSchema>

/** Rows of the contract: backups of the data that only this PC has. */
export const backupCommands = {
  /** Passphrase of the scheduled backups. It is stored in the keychain and never shown again. */
  'backup.set-passphrase': command(z.object({ passphrase: passphrase.nullable() }), none),
  /** Makes a backup now, in the folder of Ajustes. */
  'backup.run': command(none, z.object({ path: z.string() })),
  'backup.merge': command(
    z.object({ token: z.string().max(100), otherAccount: z.boolean() }),
    restoredSchema,
  ),
} as const

/** A backup has an index and no documents, so a larger file is no backup. */
const MAX_BACKUP_BYTES = 512 * 1024 * 1024

export const backupTransfers = {
  'backup.save': transferOut(z.object({ passphrase })),
  /** Reads a backup and returns its contents. Nothing is merged. */
  'backup.read': transferIn(z.object({ passphrase }), backupContentsSchema, MAX_BACKUP_BYTES),
} as const
