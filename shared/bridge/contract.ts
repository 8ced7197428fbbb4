import * as z from 'zod'
import {
  accountChangeSchema,
  accountCheckSchema,
  keyReplacementSchema,
  newAccountSchema,
} from './accounts.ts'
import { changeCommands, notificationCommands, notificationSchema } from './inbox.ts'
import { clientCommands, clientTransfers } from './clients.ts'
import { completeResolutionSchema, completeViewSchema } from './complete-report.ts'
import { caseCommands, caseTransfers } from './cases.ts'
import { checklistCommands, checklistTransfers } from './checklists.ts'
import { clientMessageCommands } from './client-messages.ts'
import { clientRequestCommands } from './client-requests.ts'
import { desktopCommands, lockCommands } from './desktop.ts'
import { aboutSchema, updateCommands } from './updates.ts'
import { deadlineCommands } from './deadlines.ts'
import { dealerCommands, dealerTransfers } from './dealers.ts'
import { figureCommands, figureTransfers } from './figures.ts'
import { diagnosisSchema, pageErrorSchema } from './diagnosis.ts'
import { extensionCommands } from './extension.ts'
import { KNOWN_FIELDS, KNOWN_PLACES, type KnownField } from '../domain/parties.ts'
import { backupCommands, backupTransfers, folderCopiesSchema, restoredSchema } from './backup.ts'
import { auditCommands, auditTransfers, dataSubjectCommands, dataSubjectTransfers } from './audit.ts'
import { PARTS } from '../domain/health.ts'
import { ledgerCommands, ledgerTransfers } from './ledger.ts'
import {
  lookupViewSchema,
  pendingLookupSchema,
  plateReportSchema,
  recentLookupSchema,
  reportScopeSchema,
} from './lookup.ts'
import { serviceDocumentCommands, serviceDocumentTransfers, simulationSchema } from './service-documents.ts'
import { command, none, topic, transferIn, transferOut } from './primitives.ts'
import { plateListCommands, plateListTransfers } from './plate-lists.ts'
import { watchCommands, watchTransfers } from './watches.ts'
import { transferBatchCommands } from './transfer-batches.ts'
import { procedureCommands, procedureTransfers } from './procedures.ts'
import { quickLookupCommands, panelCommands, panelShownSchema } from './quick-lookup.ts'
import { relayCommands, relayTransfers } from './relay.ts'
import { rememberedCommands } from './remembered.ts'
import { sharingCommands } from './sharing.ts'
import { handoverCommands } from './handovers.ts'
import { templateCommands } from './templates.ts'
import { placeSchema } from './route.ts'
import { paceBody, paceSchema } from '../api/development.ts'
import { scanCommands, scanTransfers } from './scan-folder.ts'
import { signatureRequestCommands, signatureRequestTransfers } from './signature-requests.ts'
import { settingsCommands } from './settings.ts'
import { snapshotSchema } from './slices.ts'
import { trainingCommands, trainingTransfers } from './training.ts'

/** Commands of the Simulador: the operator's actions, simulated. */
const simulatorCommands = {
  /** `available`: the account has a Simulador, never in Producción. `pace`: its service advances by itself. */
  'simulator.abilities': command(none, z.object({ available: z.boolean(), pace: z.boolean() })),
  'simulator.act': command(
    z.object({ procedureId: z.string().min(1).max(200), simulation: simulationSchema }),
    none,
  ),
  /** Pace of the demonstration; refused with `no-simulator` anywhere else. */
  'simulator.pace': command(none, paceSchema),
  'simulator.set-pace': command(paceBody, paceSchema),
  /** Makes the next event of the demonstration happen now. */
  'simulator.step': command(none, paceSchema),
  /**
   * Opens the second PC of the demonstration, or opens it again. `url`: one-time address that the requesting window
   * opens; `null` if the host has shown the window itself.
   */
  'simulator.open-pc': command(none, z.object({ url: z.string().nullable() })),
} as const

type ValueShape = { [F in KnownField]: z.ZodOptional<z.ZodString> }
const valuesSchema = z.object(
  Object.fromEntries(KNOWN_FIELDS.map((name) => [name, z.string().optional()])) as ValueShape,
)

const sourceSchema = z.object({
  from: z.enum(KNOWN_PLACES),
  id: z.string(),
  at: z.number(),
  vrm: z.string().optional(),
  vin: z.string().optional(),
  values: valuesSchema,
  client: z.string().optional(),
})

/** Rows of the contract: data of a person or company in this account's records. */
const knownPartyCommands = {
  /**
   * Latest records with the identifier, however it was typed. `except`: draft or request that asks. `taxId` of the
   * answer repeats the argument, so that a late answer is recognised.
   */
  'known-parties.get': command(
    z.object({ taxId: z.string().min(1).max(32), except: z.string().max(200) }),
    z.object({ taxId: z.string(), sources: z.array(sourceSchema) }),
  ),
} as const

const vrm = z.string().min(1).max(16)
const query = z.string().max(200)

/**
 * Contract: table of everything that crosses between the core and a window.
 * Both sides infer their types from these schemas, so that a missing handler or another result does not compile.
 * Incoming data are checked against the same schema at run time.
 */
export const commands = {
  'app.snapshot': command(none, snapshotSchema),
  'app.quit': command(none, none),
  /** Native features of this host. */
  'app.abilities': command(none, z.object({ choosesFolders: z.boolean() })),
  /** Opens the system's dialog for folders, starting at `from`. `null` if the user cancels. */
  'app.choose-folder': command(
    z.object({ from: z.string().max(1_024) }),
    z.object({ folder: z.string().nullable() }),
  ),
  /**
   * Opens a route in a window, and brings the window to the front if the host can. `opened: false`: there is no
   * window, and the caller opens one, which then takes the route.
   */
  'app.open-route': command(placeSchema, z.object({ opened: z.boolean() })),
  ...settingsCommands,
  /** Dismisses the trouble of a part. */
  'health.dismiss': command(z.object({ part: z.enum(PARTS) }), none),
  /** Restarts a part that does not restart automatically. */
  'health.restart': command(z.object({ part: z.enum(PARTS) }), none),
  'banners.dismiss': command(z.object({ id: z.string() }), none),
  'connection.retry': command(none, none),
  'store.retry': command(none, none),
  /** Renames the unreadable data and starts empty, at the user's request only. */
  'store.set-aside': command(none, none),
  /** Continues with data that are older than the last known (`shorter`). */
  'store.accept': command(none, none),
  /**
   * Starts over or accepts the present data, and merges a copy from the folder of Ajustes. The copy is read whole
   * before any change. Default passphrase: that of the keychain.
   */
  'store.restore': command(
    z.object({
      /** Name of the copy, from `store.copies`. */
      name: z.string().max(255),
      passphrase: z.string().min(1).max(1_024).optional(),
    }),
    restoredSchema,
  ),
  /** Copies that `store.restore` can restore. `null` without any. */
  'store.copies': command(none, folderCopiesSchema.nullable()),

  /** Returns the known data at once and sends a request to the service. New data arrive as `changed`. */
  'lookup.start': command(z.object({ vrm }), lookupViewSchema),
  'lookup.get': command(z.object({ vrm }), lookupViewSchema),
  /** Cancels an open lookup. The known data stay. */
  'lookup.cancel': command(z.object({ vrm }), lookupViewSchema),
  'lookup.recent': command(
    z.object({ limit: z.number().int().min(1).max(50) }),
    z.object({ rows: z.array(recentLookupSchema), today: z.number() }),
  ),
  'lookup.queue': command(none, z.object({ rows: z.array(pendingLookupSchema) })),
  /** Reports of both kinds that this PC has had, newest first. `before` is the `next` of the previous page. */
  'lookup.history': command(
    z.object({
      query,
      vrm: vrm.optional(),
      scope: reportScopeSchema.optional(),
      before: z.number().optional(),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(plateReportSchema), next: z.number().nullable() }),
  ),
  /** Known plates that contain the typed text, most recent first. */
  'lookup.suggest': command(
    z.object({ query, limit: z.number().int().min(1).max(20) }),
    z.object({ rows: z.array(recentLookupSchema) }),
  ),

  'complete.get': command(z.object({ vrm }), completeViewSchema),
  /**
   * Requests and pays for a complete report. `confirmed`: the user saw the price. Refused with `recent-report` unless
   * `again`, and with `already-requested` while a request is open or uncertain.
   */
  'complete.request': command(
    z.object({ vrm, confirmed: z.literal(true), again: z.boolean().default(false) }),
    completeViewSchema,
  ),
  /** Stops automatic retries. A request that may have been sent cannot be withdrawn. */
  'complete.stop': command(z.object({ id: z.string() }), completeViewSchema),
  'complete.resolve': command(completeResolutionSchema, completeViewSchema),

  /** Checks an address and a key with the service. Nothing is stored. */
  'accounts.check': command(accountCheckSchema, none),
  /**
   * Checks the account, stores the key in the keychain, and returns the account's id. The account does not become
   * active.
   */
  'accounts.add': command(newAccountSchema, z.object({ id: z.string() })),
  'accounts.change': command(accountChangeSchema, none),
  /** Checks the new key before it replaces the old one. */
  'accounts.replace-key': command(keyReplacementSchema, none),
  /** Checks the stored key with the service, and resumes traffic if it is accepted. */
  'accounts.verify': command(z.object({ id: z.string() }), none),
  /**
   * Deletes the key. With `eraseData` also the data. Otherwise they stay unreadable until the same account is added
   * again.
   */
  'accounts.remove': command(z.object({ id: z.string(), eraseData: z.boolean() }), none),
  /** Dismisses the notice of an accounts file that was set aside. */
  'accounts.dismiss-unreadable': command(z.object({ key: z.string().max(200) }), none),
  /** Activates the account in every window. */
  'accounts.activate': command(z.object({ id: z.string() }), none),
  /** Erases the demonstration, which restarts with its sample office or empty. */
  'accounts.renew-demo': command(z.object({ sample: z.boolean() }), none),

  'keychain.retry': command(none, none),
  /** Creates the sealed file, or opens the existing one. */
  'keychain.unlock': command(z.object({ passphrase: z.string().max(1024) }), none),
  /** Continues without a keychain: secrets last for this session, and nothing can be created. */
  'keychain.use-memory': command(none, none),

  'about.read': command(none, aboutSchema),

  'diagnosis.run': command(none, diagnosisSchema),
  /** Latest lines of the log; empty without a log file. */
  'diagnosis.log': command(none, z.object({ text: z.string() })),

  /** Crash dumps on this PC. */
  'diagnosis.dumps': command(none, z.object({ count: z.number(), bytes: z.number() })),
  /** Logs an error of the page and reports it on screen. Repeated errors are only counted. */
  'diagnosis.page-error': command(pageErrorSchema, none),

  ...changeCommands,
  ...notificationCommands,
  ...procedureCommands,
  ...caseCommands,
  ...clientMessageCommands,
  ...clientRequestCommands,
  ...deadlineCommands,
  ...scanCommands,
  ...dealerCommands,
  ...ledgerCommands,
  ...clientCommands,
  ...serviceDocumentCommands,
  ...simulatorCommands,
  ...lockCommands,
  ...backupCommands,
  ...auditCommands,
  ...dataSubjectCommands,
  ...signatureRequestCommands,
  ...trainingCommands,
  ...relayCommands,
  ...sharingCommands,
  ...handoverCommands,
  ...panelCommands,
  ...quickLookupCommands,
  ...extensionCommands,
  ...desktopCommands,
  ...knownPartyCommands,
  ...rememberedCommands,
  ...figureCommands,
  ...plateListCommands,
  ...watchCommands,
  ...transferBatchCommands,
  ...templateCommands,
  ...checklistCommands,
  ...updateCommands,
} as const

export const topics = {
  /** Stored data changed. Windows that show them refetch. */
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
        'client-texts',
        'client-request',
        'calendar',
        'template',
        'ledger',
        'checklists',
        'remembered',
        'plate-list',
        'watch',
        'transfer-batch',
      ]),
      ids: z.array(z.string()),
      version: z.number(),
    }),
  ),
  slice: topic(z.object({ name: z.string(), version: z.number(), value: z.unknown() })),
  route: topic(placeSchema),
  /** For the panel only: it has become visible. */
  panel: topic(panelShownSchema),
  /** For one window only: raise this notification and answer with `notifications.outcome`. */
  notify: topic(z.object({ windowId: z.string(), notification: notificationSchema })),
} as const

export const transfers = {
  /** Results of `lookup.history`, as CSV for a Spanish spreadsheet. */
  'lookup.history-csv': transferOut(z.object({ query, scope: reportScopeSchema.optional() })),
  /** Official PDF of a complete report, from this PC or from the service, which is then stored. */
  'complete.pdf': transferOut(z.object({ reportId: z.string().max(200) })),
  /** Dated attempts of past outages as CSV, as proof of having tried. */
  'outage.record': transferOut(none),
  /** Support report as ZIP. `dumps`: includes crash dumps, which cannot be redacted. */
  'diagnosis.report': transferOut(z.object({ dumps: z.boolean() })),
  /** Plates of a text, CSV or e-mail file that was dropped on the field, in order. */
  'lookup.plates-in-file': transferIn(
    none,
    z.object({
      plates: z.array(z.object({ vrm, repaired: z.boolean() })),
      /** Rows that resemble a plate and are not one. */
      unread: z.array(z.string()),
      more: z.boolean(),
    }),
    5 * 1024 * 1024,
  ),
  ...figureTransfers,
  ...plateListTransfers,
  ...watchTransfers,
  ...dealerTransfers,
  ...scanTransfers,
  ...ledgerTransfers,
  ...checklistTransfers,
  ...clientTransfers,
  ...procedureTransfers,
  ...caseTransfers,
  ...serviceDocumentTransfers,
  ...backupTransfers,
  ...auditTransfers,
  ...relayTransfers,
  ...dataSubjectTransfers,
  ...signatureRequestTransfers,
  ...trainingTransfers,
} as const

export type CommandName = keyof typeof commands
export type CommandArgs<N extends CommandName> = z.input<(typeof commands)[N]['args']>
/** Arguments as handlers receive them: validated, with defaults. */
export type CheckedArgs<N extends CommandName> = z.infer<(typeof commands)[N]['args']>
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
