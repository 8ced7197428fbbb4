import * as z from 'zod'
import { command, none, transferIn, transferOut } from './primitives.ts'
import { appErrorSchema } from './result.ts'

const passphrase = z.string().min(1).max(1_024)

export const backupStateSchema = z.object({
  /** Time of the last whole copy. */
  lastAt: z.number().nullable(),
  nextAt: z.number().nullable(),
  /** The keychain has a passphrase for the scheduled copies. */
  hasPassphrase: z.boolean(),
  /** The reminder for a copy is due. */
  due: z.boolean(),
  running: z.boolean(),
  error: appErrorSchema.optional(),
})
export type BackupState = z.infer<typeof backupStateSchema>

/** A record of a copy that is unreadable, wholly or in part. */
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
  /** A plate, a name or an id, as far as it is readable. */
  name: z.string(),
})
export type UnreadableRecord = z.infer<typeof unreadableRecordSchema>
const unreadable = z.object({
  count: z.number().int(),
  /** The first of them. */
  first: z.array(unreadableRecordSchema).max(20),
})

/** Contents of a copy, shown before anything is merged. */
const backupContentsSchema = z.object({
  /** Token of the reading for `backup.merge`; expires with this run or after ten minutes. */
  token: z.string(),
  madeAt: z.number(),
  /** Account of the copy; one other than the account on screen has to be confirmed. */
  account: z.object({ name: z.string(), environment: z.string(), baseUrl: z.string() }),
  sameAccount: z.boolean(),
  procedures: z.number().int(),
  signatures: z.number().int(),
  drafts: z.number().int(),
  /** Numbers of each that this PC does not know yet. */
  newProcedures: z.number().int(),
  newSignatures: z.number().int(),
  newDrafts: z.number().int(),
  /** Left out of the merge. */
  unreadable: unreadable.optional(),
})
export type BackupContents = z.infer<typeof backupContentsSchema>

/** Copies of the account in the folder of Ajustes, for a person who lost the data to choose from. */
export const folderCopiesSchema = z.object({
  folder: z.string(),
  /** Newest first; never empty. */
  copies: z.array(
    z.object({
      name: z.string(),
      at: z.number(),
      bytes: z.number(),
      /** The copy holds clearly more than the suggested one. */
      holdsMore: z.boolean(),
    }),
  ),
  /** Name of the newest copy that is not empty. */
  suggested: z.string(),
  /** The keychain has a passphrase that may open them. */
  hasPassphrase: z.boolean(),
})
export type FolderCopies = z.infer<typeof folderCopiesSchema>

export const restoredSchema = z.object({
  procedures: z.number().int(),
  signatures: z.number().int(),
  drafts: z.number().int(),
  /** Records on both sides of which this PC's are newer. */
  kept: z.number().int(),
  unreadable: unreadable.optional(),
})
export type Restored = z.infer<typeof restoredSchema>

/** Rows of the contract: copies of the data that exist only on this PC. */
export const backupCommands = {
  /** Passphrase of the scheduled copies: stored in the keychain, and never shown again. */
  'backup.set-passphrase': command(z.object({ passphrase: passphrase.nullable() }), none),
  /** Makes a copy now, in the folder of Ajustes. */
  'backup.run': command(none, z.object({ path: z.string() })),
  'backup.merge': command(
    z.object({ token: z.string().max(100), otherAccount: z.boolean() }),
    restoredSchema,
  ),
} as const

/** A copy holds an index, not documents: a larger file is not one. */
const MAX_BACKUP_BYTES = 512 * 1024 * 1024

export const backupTransfers = {
  'backup.save': transferOut(z.object({ passphrase })),
  /** Reads a copy and returns its contents. Nothing is merged. */
  'backup.read': transferIn(z.object({ passphrase }), backupContentsSchema, MAX_BACKUP_BYTES),
} as const
