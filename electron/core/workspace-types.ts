import type { CompleteRequest } from '#shared/bridge/complete-report.ts'
import type { BackupState, Restored } from '#shared/bridge/backup.ts'
import type { OfficeSettings } from '#shared/bridge/office.ts'
import type { InboxCounts, NotificationSettings, Outage, Sweep } from '#shared/bridge/inbox.ts'
import type { DraftCounts } from '#shared/bridge/procedures.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Connection, StoreState } from '#shared/bridge/slices.ts'
import type { ResolveProxy } from './api/dispatchers.ts'
import type { ServiceClient } from './api/service-client.ts'
import type { Transport } from './api/transport.ts'
import type { Audit } from './features/audit/audit.ts'
import type { Backups } from './features/backup/backups.ts'
import type { HeadRecord } from './features/backup/records.ts'
import type { Clock } from './runtime/clock.ts'
import type { CompleteReports } from './features/complete/complete-reports.ts'
import type { Store } from './store/store.ts'
import type { Cases } from './features/cases/cases.ts'
import type { Tracking, TrackingEvents } from './features/changes/tracking.ts'
import type { HostPort } from './host.ts'
import type { DeriveKey } from './keychain/sealed-file.ts'
import type { Log } from './runtime/log/log.ts'
import type { Lookup } from './features/lookup/lookup.ts'
import type { Windows } from './features/notifications/windows.ts'
import type { OutageWatch } from './features/outage/outage-watch.ts'
import type { ServiceDocuments } from './features/service-documents/service-documents.ts'
import type { DataSubjects } from './features/data-subjects/data-subjects.ts'
import type { Procedures } from './features/procedures/procedures.ts'
import type { ActiveProfile } from './accounts/active-profile.ts'
import type { Supervisor } from './runtime/supervisor.ts'
import type {
  SignatureRequestEvents,
  SignatureRequestParts,
} from './features/signature-requests/create-parts.ts'
import type { Simulator } from './features/simulator/simulator.ts'
import type { Attachments } from './features/attachments/attachments.ts'
import type { CircuitBreaker } from './runtime/circuit-breaker.ts'

/** Everything that belongs to one account. No data crosses from one to another: switching replaces it whole. */
export interface Workspace {
  readonly active: ActiveProfile
  readonly store: Store
  readonly client: ServiceClient
  readonly transport: Transport
  readonly breaker: CircuitBreaker
  readonly lookup: Lookup
  readonly complete: CompleteReports
  /** What changes outside, Novedades and what is told of it. */
  readonly tracking: Tracking
  readonly outage: OutageWatch
  /** Every procedure that is known, and what the desk writes down of it. */
  readonly cases: Cases
  /** Procedures that are opened here, until they are confirmed. */
  readonly procedures: Procedures
  /** The documents of procedures, brought or kept, and what is given for one that is already there. */
  readonly serviceDocuments: ServiceDocuments
  readonly attachments: Attachments
  /** What the operator's people would do, where there is an environment for it. */
  readonly simulator: Simulator
  /** What is sent to sign, followed and kept, and the address book. */
  readonly signatureRequest: SignatureRequestParts
  /** The record of what is done here with this account. */
  readonly audit: Audit
  readonly backups: Backups
  readonly dataSubjects: DataSubjects
  /** What its slices are now. */
  readonly state: {
    connection: Connection
    store: StoreState
    uncertain: CompleteRequest[]
    inboxCounts: InboxCounts
    outage: Outage
    sweep: Sweep
    drafts: DraftCounts
    backup: BackupState
  }
  /** The settings of the office changed: who works here, and what is kept. */
  officeChanged(): void
  /** Opens the store and takes up what was open. Never rejects: what fails is a state on screen. */
  start(): Promise<void>
  /** Opens the store unless it is open, once for all who ask at the same time. */
  open(): Promise<void>
  /**
   * Everything that is read from a store that has just been opened. What is at work already goes on as it is. Never
   * rejects: what cannot be taken up is in the log.
   */
  takeUp(): Promise<void>
  /** Of a store that is lost: opens one again and merges the newest copy into it. */
  restoreNewest(passphrase: string | undefined): Promise<Result<Restored>>
  /** `hurried`: the product is ending, and a paid request that is just being sent is not waited for to its end. */
  stop(how?: { hurried: boolean }): Promise<void>
}

export interface WorkspaceEvents extends TrackingEvents, SignatureRequestEvents {
  connection(state: Connection): void
  store(state: StoreState): void
  uncertain(requests: CompleteRequest[]): void
  changed(kind: 'lookup' | 'complete', vrm: string): void
  draft(id: string): void
  drafts(counts: DraftCounts): void
  /** What the desk wrote of these procedures is another; of any, when none is named. */
  cases(ids: string[]): void
  views(): void
  /** The documents of a procedure, or what is given for it. */
  serviceDocuments(procedureId: string): void
  attachments(procedureId: string): void
  backup(state: BackupState): void
  /** A copy was merged: everything that is shown may be other than it was. */
  restored(): void
  /** The store is another one, or was opened again: everything that is shown is asked again. */
  replaced(): void
  /** Somebody's data was erased: whoever shows any of it asks again. */
  erased(): void
  /** A row of the audit record was written. */
  noted(): void
  /** The store is open and what was kept in it can be read. */
  opened(workspace: Workspace): Promise<void>
}

export interface WorkspaceDeps {
  active: ActiveProfile
  dbWorker: URL
  clock: Clock
  log: Log
  supervisor: Supervisor
  resolveProxy: ResolveProxy
  /** Milliseconds to connect and, instead of the account's own, to have a whole answer. */
  timeouts: { connectMs: number; answerMs?: number }
  windows: Windows
  present?: HostPort['notify']
  notificationSettings: () => NotificationSettings
  office: () => OfficeSettings
  /** What a copy says that it is of. */
  account: () => HeadRecord['account']
  derive?: DeriveKey | undefined
  /** Milliseconds to undo a sending. */
  undoMs: () => number
  /** Told while this is the account on screen. */
  events: WorkspaceEvents
}

/** What commands of the account on screen are answered from. */
export interface AccountQuestions {
  /** A question of the account on screen, which is not changed while it is being answered. */
  ask: <T>(run: (workspace: Workspace) => Promise<T>) => Promise<T>
}
