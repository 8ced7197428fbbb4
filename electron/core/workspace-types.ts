import type { RecordsFrame } from '#shared/api/relay-records.ts'
import type { CompleteRequest } from '#shared/bridge/complete-report.ts'
import type { BackupState, Restored } from '#shared/bridge/backup.ts'
import type { OfficeSettings, NotificationSettings } from '#shared/bridge/settings.ts'
import type { InboxCounts, Outage, Sweep } from '#shared/bridge/inbox.ts'
import type { DraftCounts } from '#shared/bridge/procedures.ts'
import type { ScanFolderSlice } from '#shared/bridge/scan-folder.ts'
import type { SharingSlice } from '#shared/bridge/sharing.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Training } from '#shared/bridge/training.ts'
import type { Batch } from '#shared/host-protocol/messages.ts'
import type { Connection, StoreState } from '#shared/bridge/slices.ts'
import type { ResolveProxy } from './api/dispatchers.ts'
import type { ServiceClient } from './api/service-client.ts'
import type { Transport } from './api/transport.ts'
import type { Audit } from './features/audit/audit.ts'
import type { Backups } from './features/backup/backups.ts'
import type { HeadRecord } from './features/backup/records.ts'
import type { Clock } from './runtime/clock.ts'
import type { CompleteReports } from './features/complete/complete-reports.ts'
import type { Store, StoreUpdate } from './store/store.ts'
import type { Cases } from './features/cases/cases.ts'
import type { ClientMessageParts } from './features/client-messages/client-messages.ts'
import type { CalendarFile } from './features/deadlines/calendar-file.ts'
import type { Deadlines } from './features/deadlines/deadlines.ts'
import type { Tracking, TrackingEvents } from './features/changes/tracking.ts'
import type { HostPort } from './host.ts'
import type { DeriveKey } from './keychain/sealed-secrets.ts'
import type { Log } from './runtime/log.ts'
import type { BatchLookups } from './features/batch-lookups/batch-lookups.ts'
import type { ClientRequests } from './features/client-requests/client-requests.ts'
import type { Clients } from './features/clients/clients.ts'
import type { Ledger } from './features/ledger/ledger.ts'
import type { Lookup } from './features/lookup/lookup.ts'
import type { Windows } from './features/notifications/windows.ts'
import type { OutageWatch } from './features/outage/outage.ts'
import type { Relay, RelayDeps } from './features/relay/relay.ts'
import type { OfficeSettingsPort } from './features/sharing/office-settings.ts'
import type { ChangedThing } from './features/sharing/sharing.store.ts'
import type { Sharing } from './features/sharing/sharing.ts'
import type { ScanFolder } from './features/scan-folder/scan-folder.ts'
import type { ServiceDocuments } from './features/service-documents/service-documents.ts'
import type { Remembered } from './features/remembered/remembered.ts'
import type { Figures } from './features/figures/figures.ts'
import type { PlateLists } from './features/plate-lists/plate-lists.ts'
import type { Watches } from './features/watches/watches.ts'
import type { Dealers } from './features/dealers/dealers.ts'
import type { ChecklistsOfOffice } from './features/checklists/checklists.ts'
import type { Templates } from './features/templates/templates.ts'
import type { TransferBatches } from './features/transfer-batches/transfer-batches.ts'
import type { DataSubjects } from './features/data-subjects/data-subjects.ts'
import type { Handovers } from './features/drafts/handovers.ts'
import type { Procedures } from './features/procedures/procedures.ts'
import type { ActiveProfile } from './accounts/profiles.ts'
import type { SecondPc, StartPc } from './second-pc.ts'
import type { Supervisor } from './runtime/supervisor.ts'
import type {
  SignatureRequestEvents,
  SignatureRequestParts,
} from './features/signature-requests/create-parts.ts'
import type { PaceControl, Simulator } from './features/simulator/simulator.ts'
import type { TrainingPlayer } from './features/training/training.ts'
import type { Attachments } from './features/attachments/attachments.ts'
import type { CircuitBreaker } from './runtime/circuit-breaker.ts'

/** All parts of one account. Accounts share no data: a switch replaces the whole workspace. */
export interface Workspace {
  readonly active: ActiveProfile
  readonly store: Store
  readonly client: ServiceClient
  readonly transport: Transport
  readonly breaker: CircuitBreaker
  readonly lookup: Lookup
  /** Lookups of many plates as a batch. */
  readonly batchLookups: BatchLookups
  /** Plate lists from dealers. */
  readonly plateLists: PlateLists
  /** Plates that are looked up again automatically. */
  readonly watches: Watches
  /** Transfers that start together from a plate list. */
  readonly transferBatches: TransferBatches
  readonly complete: CompleteReports
  /** External changes, *Novedades* and notifications. */
  readonly tracking: Tracking
  readonly outage: OutageWatch
  /** Every known procedure, with its annotations. */
  readonly cases: Cases
  /** Counts over the procedures and the reports. */
  readonly figures: Figures
  /** Dated entries of open procedures, and the calendar file of them for other programs. */
  readonly deadlines: Deadlines
  readonly calendarFile: CalendarFile
  /** Texts for clients: the texts of the office, and the messages that use them. */
  readonly clientMessages: ClientMessageParts
  /** Procedures that this office prepares here, until they are confirmed. */
  readonly procedures: Procedures
  /** Drafts that are handed over to a colleague, or by one. */
  readonly handovers: Handovers
  /** Documents of procedures, downloaded or stored. `attachments` are documents sent to open procedures. */
  readonly serviceDocuments: ServiceDocuments
  readonly attachments: Attachments
  /** Simulates the operator's actions, in environments that allow it. */
  readonly simulator: Simulator
  /** Pace at which the demonstration's service advances by itself; `null` for an account. */
  readonly pace: PaceControl | null
  /** Plays the tour and the training scenarios of the demonstration; `null` for an account. */
  readonly training: TrainingPlayer | null
  /** Second PC of the demonstration; `null` for an account, and for the second PC itself. */
  readonly secondPc: SecondPc | null
  /** Signature requests, tracked and stored, and the address book. */
  readonly signatureRequest: SignatureRequestParts
  /** Audit record of the actions on this PC with this account. */
  readonly audit: Audit
  readonly backups: Backups
  /** The office's relay, which reports every change at once. */
  readonly relay: Relay
  /** What the PCs of the office share. */
  readonly sharing: Sharing
  /** Files that the scanner wrote. */
  readonly scans: ScanFolder
  readonly dataSubjects: DataSubjects
  readonly templates: Templates
  readonly checklists: ChecklistsOfOffice
  /** Pages of dealers: clients and labels. */
  readonly dealers: Dealers
  /** *Cobros*: entries of procedures and clients, and tariffs. */
  readonly ledger: Ledger
  /** What clients were asked for, until it arrives. */
  readonly clientRequests: ClientRequests
  readonly clients: Clients
  /** Values that the user typed and sent, offered again. */
  readonly remembered: Remembered
  /** Present values of the workspace's slices. */
  readonly state: {
    connection: Connection
    store: StoreState
    uncertain: CompleteRequest[]
    inboxCounts: InboxCounts
    outage: Outage
    sweep: Sweep
    drafts: DraftCounts
    backup: BackupState
    training: Training | null
    relay: RelaySlice
    sharing: SharingSlice
    scans: ScanFolderSlice
  }
  /** Applies changed settings of the office: the operator's name, or storage. */
  officeChanged(): void
  /** Number of items being sent. It is 0 while there is no connection. */
  sending(): number
  /**
   * Opens the store and resumes open work. Never rejects: a failure is a state on screen.
   * @param beforeWork awaited after the store is open and before work is resumed
   */
  start(beforeWork?: (store: StoreState) => Promise<void>): Promise<void>
  /** Opens the store unless it is open. Concurrent calls share one opening. */
  open(): Promise<void>
  /**
   * Loads and resumes all work from a store that has just been opened. Running work is not interrupted. Never
   * rejects: failures are logged.
   */
  resumeWork(): Promise<void>
  /** Replaces a lost store: opens a new store, and merges a backup of the folder in *Ajustes* into it. */
  restoreCopy(name: string, passphrase: string | undefined): Promise<Result<Restored>>
  /**
   * Stops all parts. With `hurried` the application is ending, and a paid request in flight is not awaited to its
   * end.
   */
  stop(how?: { hurried: boolean }): Promise<void>
}

export interface WorkspaceEvents extends TrackingEvents, SignatureRequestEvents {
  connection(state: Connection): void
  store(state: StoreState): void
  uncertain(requests: CompleteRequest[]): void
  changed(kind: 'lookup' | 'complete', vrm: string): void
  batch(batch: Batch): void
  plateList(id: string): void
  /** Reports changed watches. An empty list means any plate. */
  watches(vrms: readonly string[]): void
  transferBatch(id: string): void
  /** Reports a changed draft. An empty id means any draft. */
  draft(id: string): void
  drafts(counts: DraftCounts): void
  /** Reports changed annotations of procedures. An empty list means any procedure. */
  cases(ids: string[]): void
  views(): void
  clientTexts(): void
  /** Reports changed requests to clients. */
  clientRequests(): void
  /** Reports that the calendar file can no longer be written, or can be written again. */
  calendar(): void
  /** Reports changed templates. An empty list means any template. */
  templates(ids: string[]): void
  /** Reports changed entries or tariffs, by procedure. An empty list means any procedure. */
  ledger(procedures: string[]): void
  /** Reports that the office changed its checklists. */
  checklists(): void
  remembered(): void
  /** Reports that the documents or the attachments of a procedure changed. */
  serviceDocuments(procedureId: string): void
  attachments(procedureId: string): void
  backup(state: BackupState): void
  training(training: Training | null): void
  relay(state: RelaySlice): void
  sharing(state: SharingSlice): void
  scans(state: ScanFolderSlice): void
  /** Reports that a backup was merged. Everything shown may have changed. */
  restored(): void
  /** Reports that the store was replaced or reopened. The windows query everything shown again. */
  replaced(): void
  /** Reports that a person's data were erased. The windows query every view of them again. */
  erased(): void
  /** Reports that a row of the audit record was written. */
  noted(): void
}

/** Events that only the parts of a workspace hear. */
export interface PartEvents {
  /** Reports that the store was replaced or reopened, before the windows are told. */
  reopened(): void
  /** Reports that the relay begins or ends to report every change. */
  relayHealth(): void
  /** Reports that something was changed here that the office shares. */
  sharable(): void
  /** Reports things that another PC of the office changed. */
  shared(things: readonly ChangedThing[]): void
  /** Reports written records of the relay; `null` if some may have been missed. */
  records(frame: RecordsFrame | null): void
}

export interface WorkspaceDeps {
  active: ActiveProfile
  /**
   * True if the demonstration must be filled with the sample office. No real account reaches the code that fills it.
   */
  sampleOffice: boolean
  dbWorker: URL
  clock: Clock
  log: Log
  supervisor: Supervisor
  update?: StoreUpdate | undefined
  resolveProxy: ResolveProxy
  /**
   * Timeouts in milliseconds. `connectMs` is for connecting. `answerMs` is for a whole answer, and overrides the
   * account's own.
   */
  timeouts: { connectMs: number; answerMs?: number }
  /** Starts the core of the demonstration's second PC. Absent if the host has no place for its windows. */
  startPc?: StartPc | undefined
  /** See `RelayDeps.allowsAddress`. The demonstration's own relay is always allowed. */
  allowsRelay: RelayDeps['allowsAddress']
  /** Overrides times of the relay's connection, in milliseconds. */
  relayTimings?: RelayDeps['timings']
  windows: Windows
  /** Routes that the user sees now; none while the windows are locked. */
  listShownRoutes: RelayDeps['listShownRoutes']
  present?: HostPort['notify']
  openClientLink?: HostPort['openClientLink']
  notificationSettings: () => NotificationSettings
  /** True if the user's setting hides names. A locked window does not change it. */
  hidesNames: () => boolean
  /** True if the user's setting removes plates from notifications. A locked window does not change it. */
  hidesPlates: () => boolean
  office: () => OfficeSettings
  commonSettings: OfficeSettingsPort
  /** Account fields for the head of a backup. */
  account: () => HeadRecord['account']
  derive?: DeriveKey | undefined
  /** Undo time of a submission, in milliseconds. */
  undoMs: () => number
  /** Receives events while this account is on screen. */
  events: WorkspaceEvents
  /** Called when the store is open and its data are readable. */
  onOpened: (store: Store) => Promise<void>
}

/** Access of commands to the account on screen. */
export interface AccountQuestions {
  /** Runs a query on the account on screen. The account is not switched meanwhile. */
  ask: <T>(run: (workspace: Workspace) => Promise<T>) => Promise<T>
}
