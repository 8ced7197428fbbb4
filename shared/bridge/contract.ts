import * as z from 'zod'
import {
  accountChangeSchema,
  accountCheckSchema,
  keyReplacementSchema,
  newAccountSchema,
} from './accounts.ts'
import { changeCommands, notificationCommands } from './change-commands.ts'
import { completeResolutionSchema, completeViewSchema } from './complete-report.ts'
import { caseCommands, caseTransfers } from './case-commands.ts'
import { diagnosisSchema } from './diagnosis.ts'
import { officeCommands } from './office.ts'
import { lockCommands } from './lock.ts'
import { backupCommands, backupTransfers, newestBackupSchema, restoredSchema } from './backup.ts'
import { auditCommands, auditTransfers } from './audit.ts'
import { dataSubjectCommands, dataSubjectTransfers } from './data-subjects.ts'
import { PARTS } from '../domain/health.ts'
import { lookupViewSchema, pendingLookupSchema, plateReportSchema, recentLookupSchema } from './lookup.ts'
import { notificationSchema } from './inbox.ts'
import { serviceDocumentCommands, serviceDocumentTransfers } from './service-documents.ts'
import { command, topic, transferIn, transferOut } from './primitives.ts'
import { procedureCommands, procedureTransfers } from './procedure-commands.ts'
import { routeSchema } from './route.ts'
import { signatureRequestCommands, signatureRequestTransfers } from './signature-request-commands.ts'
import { settingsSchema, snapshotSchema } from './slices.ts'

const none = z.object({})
const vrm = z.string().min(1).max(16)
const query = z.string().max(200)

/**
 * THE table of everything that crosses between the core and a window (architecture.md rule 3). Types are
 * inferred from these schemas on both sides, so a handler that is missing or answers something else does not
 * compile, and whatever arrives is checked against the same schema at run time.
 */
export const commands = {
  'app.snapshot': command(none, snapshotSchema),
  'app.quit': command(none, none),
  /** What this host has a way of its own for. */
  'app.abilities': command(none, z.object({ choosesFolders: z.boolean() })),
  /** By the system's own dialog, which begins at `from`; `null` when the person thinks better of it. */
  'app.choose-folder': command(
    z.object({ from: z.string().max(1_024) }),
    z.object({ folder: z.string().nullable() }),
  ),
  'settings.update': command(settingsSchema.partial(), settingsSchema),
  /** The person has read what happened to a part. */
  'health.dismiss': command(z.object({ part: z.enum(PARTS) }), none),
  /** Starts again what is not started again by itself. */
  'health.restart': command(z.object({ part: z.enum(PARTS) }), none),
  'banners.dismiss': command(z.object({ id: z.string() }), none),
  'connection.retry': command(none, none),
  'store.retry': command(none, none),
  /** Keeps the unreadable data under another name and starts empty. Only ever at the person's word. */
  'store.set-aside': command(none, none),
  /** Goes on with data that are older than what there was (`shorter`). */
  'store.accept': command(none, none),
  /**
   * Begins anew, or accepts what there is, and merges the newest copy of the folder of Ajustes. The copy is read whole
   * before anything is touched. Without a passphrase, with the one in the keychain.
   */
  'store.restore': command(z.object({ passphrase: z.string().min(1).max(1_024).optional() }), restoredSchema),
  /** What `store.restore` would restore; `null` where there is none. */
  'store.newest-copy': command(none, newestBackupSchema.nullable()),

  /** Answers at once with what is known and asks the service; the rest arrives as `changed`. */
  'lookup.start': command(z.object({ vrm }), lookupViewSchema),
  'lookup.get': command(z.object({ vrm }), lookupViewSchema),
  /** Gives up an open question. What is already known stays. */
  'lookup.cancel': command(z.object({ vrm }), lookupViewSchema),
  'lookup.recent': command(
    z.object({ limit: z.number().int().min(1).max(50) }),
    z.object({ rows: z.array(recentLookupSchema), today: z.number() }),
  ),
  'lookup.queue': command(none, z.object({ rows: z.array(pendingLookupSchema) })),
  /** Every report this PC had, of both kinds, newest first; `before` is the `next` of the page before. */
  'lookup.history': command(
    z.object({
      query,
      vrm: vrm.optional(),
      before: z.number().optional(),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(plateReportSchema), next: z.number().nullable() }),
  ),
  /** Plates known to this PC that contain what is being typed, most recent first. */
  'lookup.suggest': command(
    z.object({ query, limit: z.number().int().min(1).max(20) }),
    z.object({ rows: z.array(recentLookupSchema) }),
  ),

  'complete.get': command(z.object({ vrm }), completeViewSchema),
  /**
   * Asks and pays for one. `confirmed`: the person was told the price. Refused with `recent-report` unless `again`,
   * and with `already-requested` while one is open or uncertain.
   */
  'complete.request': command(
    z.object({ vrm, confirmed: z.literal(true), again: z.boolean().default(false) }),
    completeViewSchema,
  ),
  /** Stops what will be asked again by itself. What may have been asked cannot be taken back. */
  'complete.stop': command(z.object({ id: z.string() }), completeViewSchema),
  'complete.resolve': command(completeResolutionSchema, completeViewSchema),

  /** Asks the service whether an address and a key belong together. Nothing is kept. */
  'accounts.check': command(accountCheckSchema, none),
  /** Checks, keeps the key in the keychain, and answers with the account's id. It is not made the active one. */
  'accounts.add': command(newAccountSchema, z.object({ id: z.string() })),
  'accounts.change': command(accountChangeSchema, none),
  /** Checks the new key before it takes the place of the old one. */
  'accounts.replace-key': command(keyReplacementSchema, none),
  /** Asks the service about the key that is kept, and lets traffic through again if it is accepted. */
  'accounts.verify': command(z.object({ id: z.string() }), none),
  /** Its key is forgotten; its data too if `eraseData`, and otherwise kept unreadable until the same account comes back. */
  'accounts.remove': command(z.object({ id: z.string(), eraseData: z.boolean() }), none),
  /** Every window changes to that account. */
  /** The person has seen that a file of accounts was put aside. */
  'accounts.dismiss-unreadable': command(z.object({ key: z.string().max(200) }), none),
  'accounts.activate': command(z.object({ id: z.string() }), none),

  'keychain.retry': command(none, none),
  /** Makes the sealed file, or opens the one there is. */
  'keychain.unlock': command(z.object({ passphrase: z.string().max(1024) }), none),
  /** Goes on without one: secrets last for this session and nothing can be created. */
  'keychain.use-memory': command(none, none),

  'diagnosis.run': command(none, diagnosisSchema),
  /** The latest lines of the log; empty where none is kept. */
  'diagnosis.log': command(none, z.object({ text: z.string() })),

  ...changeCommands,
  ...notificationCommands,
  ...procedureCommands,
  ...caseCommands,
  ...serviceDocumentCommands,
  ...officeCommands,
  ...lockCommands,
  ...backupCommands,
  ...auditCommands,
  ...dataSubjectCommands,
  ...signatureRequestCommands,
} as const

export const topics = {
  /** Something stored changed: whoever shows it asks again. */
  changed: topic(
    z.object({
      kind: z.enum([
        'lookup',
        'complete',
        'resource',
        'inbox',
        'draft',
        'views',
        'service-documents',
        'attachments',
        'backup',
        'audit',
        'signature-request',
        'contact',
      ]),
      ids: z.array(z.string()),
      version: z.number(),
    }),
  ),
  slice: topic(z.object({ name: z.string(), version: z.number(), value: z.unknown() })),
  route: topic(z.object({ route: routeSchema })),
  /** For one window alone: raise this, and tell what became of it (`notifications.outcome`). */
  notify: topic(z.object({ windowId: z.string(), notification: notificationSchema })),
} as const

export const transfers = {
  /** The history that `lookup.history` finds, as CSV for a Spanish spreadsheet. */
  'lookup.history-csv': transferOut(z.object({ query })),
  /** The official PDF of a complete report: from this PC, or from the service, and then kept. */
  'complete.pdf': transferOut(z.object({ reportId: z.string().max(200) })),
  /** The dated attempts of the outages there were, as CSV: proof of having tried. */
  'outage.record': transferOut(none),
  /** A text, CSV or e-mail file dropped on the field: the plates found in it, in order. */
  'lookup.plates-in-file': transferIn(
    none,
    z.object({
      plates: z.array(z.object({ vrm, repaired: z.boolean() })),
      /** Rows that look like a plate and are none. */
      unread: z.array(z.string()),
      more: z.boolean(),
    }),
    5 * 1024 * 1024,
  ),
  ...procedureTransfers,
  ...caseTransfers,
  ...serviceDocumentTransfers,
  ...backupTransfers,
  ...auditTransfers,
  ...dataSubjectTransfers,
  ...signatureRequestTransfers,
} as const

export type CommandName = keyof typeof commands
export type CommandArgs<N extends CommandName> = z.input<(typeof commands)[N]['args']>
export type CommandResult<N extends CommandName> = z.infer<(typeof commands)[N]['result']>

export type TopicName = keyof typeof topics
export type TopicPayload<N extends TopicName> = z.infer<(typeof topics)[N]['payload']>

export type TransferName = keyof typeof transfers
export type TransferOutName = {
  [N in TransferName]: (typeof transfers)[N]['direction'] extends 'out' ? N : never
}[TransferName]
export type TransferInName = Exclude<TransferName, TransferOutName>
export type TransferArgs<N extends TransferName> = z.input<(typeof transfers)[N]['args']>
export type TransferInResult<N extends TransferInName> = z.infer<(typeof transfers)[N]['result']>
