import type { CompleteRequest } from '#shared/bridge/complete-report.ts'
import type { BackupState, Restored } from '#shared/bridge/backup.ts'
import type { OfficeSettings } from '#shared/bridge/office.ts'
import type { InboxCounts, NotificationSettings, Outage, Sweep } from '#shared/bridge/inbox.ts'
import type { DraftCounts } from '#shared/bridge/procedures.ts'
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
import type { Lookup } from './features/lookup/lookup.ts'
import type { Windows } from './features/notifications/windows.ts'
import type { OutageWatch } from './features/outage/outage.ts'
import type { Relay, RelayDeps } from './features/relay/relay.ts'
import type { ServiceDocuments } from './features/service-documents/service-documents.ts'
import type { Remembered } from './features/remembered/remembered.ts'
import type { Figures } from './features/figures/figures.ts'
import type { PlateLists } from './features/plate-lists/plate-lists.ts'
import type { Watches } from './features/watches/watches.ts'
import type { Dealers } from './features/dealers/dealers.ts'
import type { Templates } from './features/templates/templates.ts'
import type { TransferBatches } from './features/transfer-batches/transfer-batches.ts'
import type { DataSubjects } from './features/data-subjects/data-subjects.ts'
import type { Procedures } from './features/procedures/procedures.ts'
import type { ActiveProfile } from './accounts/profiles.ts'
import type { Supervisor } from './runtime/supervisor.ts'
import type {
  SignatureRequestEvents,
  SignatureRequestParts,
} from './features/signature-requests/create-parts.ts'
import type { PaceControl, Simulator } from './features/simulator/simulator.ts'
import type { TrainingPlayer } from './features/training/training.ts'
import type { Attachments } from './features/attachments/attachments.ts'
import type { CircuitBreaker } from './runtime/circuit-breaker.ts'

/** All parts of one account. No data cross from one to another: switching replaces it whole. */
export interface Workspace {
  readonly active: ActiveProfile
  readonly store: Store
  readonly client: ServiceClient
  readonly transport: Transport
  readonly breaker: CircuitBreaker
  readonly lookup: Lookup
  /** Lookups of many plates as one. */
  readonly batchLookups: BatchLookups
  /** Lists of plates that somebody gave the office. */
  readonly plateLists: PlateLists
  /** Plates that are looked up again by themselves. */
  readonly watches: Watches
  /** Transfers begun together from one of those lists. */
  readonly transferBatches: TransferBatches
  readonly complete: CompleteReports
  /** External changes, Novedades and notifications. */
  readonly tracking: Tracking
  readonly outage: OutageWatch
  /** Every known procedure, with its annotations. */
  readonly cases: Cases
  /** Counts over the procedures and the reports. */
  readonly figures: Figures
  /** Dated entries of what is open, and the file with them for other programs. */
  readonly deadlines: Deadlines
  readonly calendarFile: CalendarFile
  /** Texts for clients: the office's own, and with whom they may go to. */
  readonly clientMessages: ClientMessageParts
  /** Procedures opened here, until they are confirmed. */
  readonly procedures: Procedures
  /** Documents of procedures, downloaded or stored, and attachments to open ones. */
  readonly serviceDocuments: ServiceDocuments
  readonly attachments: Attachments
  /** Simulates the operator's actions, in environments that allow it. */
  readonly simulator: Simulator
  /** Pace at which the demonstration's service goes on by itself; `null` for an account. */
  readonly pace: PaceControl | null
  /** Plays the tour and the training scenarios of the demonstration; `null` for an account. */
  readonly training: TrainingPlayer | null
  /** Signature requests, tracked and stored, and the address book. */
  readonly signatureRequest: SignatureRequestParts
  /** Audit record of the actions here with this account. */
  readonly audit: Audit
  readonly backups: Backups
  /** The office's relay, which reports every change at once. */
  readonly relay: Relay
  readonly dataSubjects: DataSubjects
  readonly templates: Templates
  /** Boards of clients and labels. */
  readonly dealers: Dealers
  /** Values typed and sent before, offered again. */
  readonly remembered: Remembered
  /** Present values of its slices. */
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
  }
  /** The office's settings changed: the operator's name, or storage. */
  officeChanged(): void
  /** Number of things being sent: none while there is no connection. */
  sending(): number
  /**
   * Opens the store and resumes open work. Never rejects: a failure is a state on screen.
   * @param beforeWork awaited between the two
   */
  start(beforeWork?: (store: StoreState) => Promise<void>): Promise<void>
  /** Opens the store unless it is open, once for all concurrent callers. */
  open(): Promise<void>
  /**
   * Loads and resumes everything from a store that has just been opened. Running work continues as it is.
   * Never rejects: failures are logged.
   */
  takeUp(): Promise<void>
  /** For a lost store: opens one again and merges that copy of the folder of Ajustes into it. */
  restoreCopy(name: string, passphrase: string | undefined): Promise<Result<Restored>>
  /** `hurried`: the product is ending, and a paid request being sent is not awaited to its end. */
  stop(how?: { hurried: boolean }): Promise<void>
}

export interface WorkspaceEvents extends TrackingEvents, SignatureRequestEvents {
  connection(state: Connection): void
  store(state: StoreState): void
  uncertain(requests: CompleteRequest[]): void
  changed(kind: 'lookup' | 'complete', vrm: string): void
  batch(batch: Batch): void
  plateList(id: string): void
  /** Of any plate, when none is named. */
  watches(vrms: readonly string[]): void
  transferBatch(id: string): void
  draft(id: string): void
  drafts(counts: DraftCounts): void
  /** The annotations of these procedures changed; of any, when none is named. */
  cases(ids: string[]): void
  views(): void
  clientTexts(): void
  /** The calendar file cannot be written any more, or can again. */
  calendar(): void
  /** Templates changed; any, when none is named. */
  templates(ids: string[]): void
  remembered(): void
  /** The documents of a procedure, or its attachments, changed. */
  serviceDocuments(procedureId: string): void
  attachments(procedureId: string): void
  backup(state: BackupState): void
  training(training: Training | null): void
  relay(state: RelaySlice): void
  /** A copy was merged: everything shown may have changed. */
  restored(): void
  /** The store was replaced or reopened: everything shown is queried again. */
  replaced(): void
  /** A person's data were erased: every view of them is queried again. */
  erased(): void
  /** A row of the audit record was written. */
  noted(): void
  /** The store is open and its data are readable. */
  opened(workspace: Workspace): Promise<void>
}

export interface WorkspaceDeps {
  active: ActiveProfile
  /** True in a demonstration that is to be filled: no real account reaches the code that fills it. */
  sampleOffice: boolean
  dbWorker: URL
  clock: Clock
  log: Log
  supervisor: Supervisor
  update?: StoreUpdate | undefined
  resolveProxy: ResolveProxy
  /** Milliseconds to connect and, overriding the account's own, to receive a whole answer. */
  timeouts: { connectMs: number; answerMs?: number }
  /** Overrides times of the relay's connection, in milliseconds. */
  /** See `RelayDeps.allows`; the demonstration's own is always allowed. */
  allowsRelay: RelayDeps['allows']
  relayTimings?: RelayDeps['timings']
  windows: Windows
  present?: HostPort['notify']
  openClientLink?: HostPort['openClientLink']
  notificationSettings: () => NotificationSettings
  /** The setting that hides names, which a locked window does not change. */
  hidesNames: () => boolean
  /** The setting of notifications that leaves plates out, which a locked window does not change either. */
  hidesPlates: () => boolean
  office: () => OfficeSettings
  /** Account in the head of a copy. */
  account: () => HeadRecord['account']
  derive?: DeriveKey | undefined
  /** Undo time of a submission, in milliseconds. */
  undoMs: () => number
  /** Receives events while this account is on screen. */
  events: WorkspaceEvents
}

/** Access of commands to the account on screen. */
export interface AccountQuestions {
  /** Runs a query on the account on screen, which is not switched meanwhile. */
  ask: <T>(run: (workspace: Workspace) => Promise<T>) => Promise<T>
}
