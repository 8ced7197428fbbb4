import * as z from 'zod'
import { command, transferIn, transferOut } from './primitives.ts'
import { appErrorSchema } from './result.ts'

const none = z.object({})
const passphrase = z.string().min(1).max(1_024)
const taxId = z.string().trim().min(1).max(32)

/** What this office keeps on this PC, for how long, and who may look. Of the PC, whatever the account. */
export const officeSettingsSchema = z.object({
  /** Days that what has ended stays in sight (domain.md 7); then it is blocked, and later erased. 0: for ever. */
  retentionDays: z.number().int().min(0).max(3_650),
  /** Days that what is blocked is kept, out of sight, before it is erased. */
  blockedDays: z.number().int().min(0).max(3_650),
  /** Which generated papers are kept on this PC by themselves. */
  papers: z.enum(['open', 'none']),
  papersMegabytes: z.number().int().min(50).max(100_000),
  /** How papers are named when they are saved: `{matricula}`, `{documento}`, `{fecha}`, `{cliente}`, `{factura}`… */
  paperName: z.string().min(1).max(200),
  backup: z.object({
    /** Where the copies of every so many days go; empty while there are none. */
    folder: z.string().max(1_024),
    everyDays: z.number().int().min(0).max(90),
    /** How many copies stay in that folder. */
    keep: z.number().int().min(1).max(100),
    /** Days without a copy after which it is asked for. 0: never. */
    remindDays: z.number().int().min(0).max(365),
  }),
  lock: z.object({
    /** Minutes without anybody there; 0: only by hand. */
    idleMinutes: z.number().int().min(0).max(240),
    /** Also with the PC's own lock and when it sleeps. */
    withSystem: z.boolean(),
  }),
  /** Who works at this PC, as the audit record names them beside the PC's own user. */
  operator: z.string().trim().max(100),
})
export type OfficeSettings = z.infer<typeof officeSettingsSchema>

/** Whether the windows are locked. While they are, the core answers nothing but how to open it. */
export const lockSchema = z.object({
  locked: z.boolean(),
  /** A PIN was set: without one nothing locks. */
  hasPin: z.boolean(),
  /** After wrong ones: nothing is tried before this time. */
  waitUntil: z.number().optional(),
})
export type Lock = z.infer<typeof lockSchema>

export const backupStateSchema = z.object({
  /** The last one that was whole. */
  lastAt: z.number().nullable(),
  nextAt: z.number().nullable(),
  /** A passphrase for the scheduled ones is in the keychain. */
  hasPassphrase: z.boolean(),
  /** It is time to ask for one. */
  due: z.boolean(),
  running: z.boolean(),
  error: appErrorSchema.optional(),
})
export type BackupState = z.infer<typeof backupStateSchema>

/** A record of a copy that cannot be read, wholly or in part. */
export const unreadableRecordSchema = z.object({
  kind: z.enum(['procedure', 'signature', 'draft', 'signing', 'contact', 'views', 'other']),
  /** A plate, a name or an id, as far as it can be read. */
  name: z.string(),
})
export type UnreadableRecord = z.infer<typeof unreadableRecordSchema>
const unreadable = z.object({
  count: z.number().int(),
  /** The first of them. */
  first: z.array(unreadableRecordSchema).max(20),
})

/** What a copy holds, told before anything is merged. */
export const backupContentsSchema = z.object({
  /** Names it in `backup.merge`; gone with this run or after ten minutes. */
  token: z.string(),
  madeAt: z.number(),
  /** The account it was made of; another than the one on screen has to be confirmed. */
  account: z.object({ name: z.string(), environment: z.string(), baseUrl: z.string() }),
  sameAccount: z.boolean(),
  procedures: z.number().int(),
  signatures: z.number().int(),
  drafts: z.number().int(),
  /** Of each, those that this PC does not know yet. */
  newProcedures: z.number().int(),
  newSignatures: z.number().int(),
  newDrafts: z.number().int(),
  /** Left out when it is merged. */
  unreadable: unreadable.optional(),
})
export type BackupContents = z.infer<typeof backupContentsSchema>

/** The newest copy of the account in the folder of Ajustes that does not hold clearly less than an older one. */
export const newestBackupSchema = z.object({
  path: z.string(),
  at: z.number(),
  bytes: z.number(),
  /** The passphrase in the keychain may open it. */
  hasPassphrase: z.boolean(),
})
export type NewestBackup = z.infer<typeof newestBackupSchema>

export const restoredSchema = z.object({
  procedures: z.number().int(),
  signatures: z.number().int(),
  drafts: z.number().int(),
  /** What was on both and newer here. */
  kept: z.number().int(),
  unreadable: unreadable.optional(),
})
export type Restored = z.infer<typeof restoredSchema>

/** A line of the audit record: who, when, what, on what (by pseudonym), and how it ended. Never the content. */
export const auditRowSchema = z.object({
  seq: z.number().int(),
  at: z.number(),
  /** The PC's user, and the operator's name of Ajustes. */
  who: z.string(),
  what: z.enum([
    'procedure.send',
    'document.send',
    'incident.solve',
    'report.request',
    'report.read',
    'signature.send',
    'paper.read',
    'export',
    'backup',
    'restore',
    'person.export',
    'person.erase',
    'account.erase',
    'lock.failed',
    'simulate',
  ]),
  /** Of what kind: type of procedure, of document, format of an export… */
  kind: z.string(),
  /** The same identifier always has the same one in this account, and nothing leads back from it. */
  pseudonym: z.string(),
  result: z.enum(['ok', 'failed', 'uncertain']),
  /** Of a document, when it is about one. */
  sha256: z.string().optional(),
  hash: z.string(),
})
export type AuditRow = z.infer<typeof auditRowSchema>

/** What is held on this PC of a person or company. */
export const heldSchema = z.object({
  procedures: z.number().int(),
  drafts: z.number().int(),
  signatures: z.number().int(),
  reports: z.number().int(),
  papers: z.number().int(),
  addresses: z.number().int(),
})
export type Held = z.infer<typeof heldSchema>

const { shape } = officeSettingsSchema

/** Rows of the contract: settings of the office, lock, backup, audit record and personal data. */
export const guardCommands = {
  'office.update': command(
    z.object({ ...shape, backup: shape.backup.partial(), lock: shape.lock.partial() }).partial(),
    officeSettingsSchema,
  ),

  'lock.now': command(none, none),
  /** Refused with `wrong-pin`, and with `too-many-pins` until `waitUntil` of the slice. */
  'lock.open': command(z.object({ pin: z.string().max(64) }), none),
  /** `null` takes it away. The one before has to be given, if there is one. */
  'lock.set-pin': command(
    z.object({ before: z.string().max(64).optional(), pin: z.string().min(4).max(64).nullable() }),
    none,
  ),
  /** Somebody is there: sent by the windows, at most every few seconds, and counted from. */
  'lock.activity': command(none, none),

  /** For the scheduled ones: kept in the keychain, and never shown again. */
  'backup.set-passphrase': command(z.object({ passphrase: passphrase.nullable() }), none),
  /** One now, to the folder of Ajustes. */
  'backup.run': command(none, z.object({ path: z.string() })),
  'backup.merge': command(
    z.object({ token: z.string().max(100), otherAccount: z.boolean() }),
    restoredSchema,
  ),

  'audit.list': command(
    z.object({
      what: auditRowSchema.shape.what.optional(),
      /** A plate, a chassis, an identifier, the id of a procedure: what was done with it. */
      identifier: z.string().trim().max(200).optional(),
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(auditRowSchema), next: z.number().nullable(), total: z.number().int() }),
  ),
  /** Goes through the whole chain. `brokenAt`: the first line that is not what was written. */
  'audit.verify': command(
    none,
    z.object({ rows: z.number().int(), from: z.number().nullable(), brokenAt: z.number().int().nullable() }),
  ),

  'data-subjects.held': command(z.object({ taxId }), heldSchema),
  /** Everything of that identifier goes, except what is being sent. The audit record stays, and verifies. */
  'data-subjects.erase': command(z.object({ taxId, confirmed: z.literal(true) }), heldSchema),
} as const

/** A copy holds an index, not papers: more is none of ours. */
const MOST_BACKUP_BYTES = 512 * 1024 * 1024

export const guardTransfers = {
  'backup.save': transferOut(z.object({ passphrase })),
  /** Reads a copy and says what it holds. Nothing is merged. */
  'backup.read': transferIn(z.object({ passphrase }), backupContentsSchema, MOST_BACKUP_BYTES),
  'audit.export': transferOut(none),
  /** What is held of them, for who asks for it (RGPD art. 15): readable, and whole. */
  'data-subjects.export': transferOut(z.object({ taxId })),
} as const
