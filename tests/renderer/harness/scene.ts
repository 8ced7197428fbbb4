import type { OwnChecklists } from '#shared/bridge/checklists.ts'
import type { Handover } from '#shared/bridge/handovers.ts'
import type { PaceState } from '#shared/api/development.ts'
import type { CommandName, CommandResult, TransferName } from '#shared/bridge/contract.ts'
import type { Annotations, CaseNote } from '#shared/bridge/cases.ts'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import type { DesktopFacts } from '#shared/bridge/desktop.ts'
import type { About } from '#shared/bridge/updates.ts'
import type { Diagnosis } from '#shared/bridge/diagnosis.ts'
import type { HostBrowser } from '#shared/bridge/extension.ts'
import type { AttemptSummary, InboxRow, ResourceView, Unshown } from '#shared/bridge/inbox.ts'
import type { PendingLookup, PlateReport, RecentLookup } from '#shared/bridge/lookup.ts'
import type { ClipboardPlates, GlobalShortcut } from '#shared/bridge/quick-lookup.ts'
import type { KnownColumns } from '#shared/bridge/plate-lists.ts'
import type { Remembered } from '#shared/bridge/remembered.ts'
import type { Template } from '#shared/bridge/templates.ts'
import type { KnownSource } from '#shared/domain/parties.ts'
import type { Draft, ProcedureAbilities } from '#shared/bridge/procedures.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { Attachment, ServiceDocument } from '#shared/bridge/service-documents.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import type { Training } from '#shared/bridge/training.ts'
import type { Duplicate } from '#shared/domain/procedures/preflight.ts'
import type { LinkState } from '#renderer/bridge.ts'
import type { CasesScene } from './fake-cases.ts'
import type { ClientTextScene } from './fake-client-messages.ts'
import type { DeadlineScene } from './fake-deadlines.ts'
import type { FakeOffice } from './fake-office.ts'
import type { FakeDealer } from './fake-dealers.ts'
import type { FakeRequests } from './fake-client-requests.ts'
import type { FakeClients } from './fake-clients.ts'
import type { FakeLedger } from './fake-ledger.ts'
import type { FigureScene } from './fake-figures.ts'
import type { FakePlateList } from './fake-plate-lists.ts'
import type { FakeWatches } from './fake-watches.ts'
import type { FakeBatch } from './fake-transfer-batches.ts'
import type { RelayScene } from './fake-relay.ts'
import type { SignatureRequestScene } from './fake-signature-request.ts'
import type { TrainingScene } from './fake-training.ts'
import type { ReportsView } from './scene-base.ts'

/** Initial data of a state of the gallery. */
export interface Scene extends CasesScene, SignatureRequestScene {
  slices: Slices
  /** The page is the quick-lookup panel's, which opened with these plates in the clipboard. */
  panel?: { clipboard: ClipboardPlates }
  views: Record<string, ReportsView>
  recent: RecentLookup[]
  today: number
  queue: PendingLookup[]
  history: PlateReport[]
  link: LinkState
  /** Answer of `lookup.start`; by default the lookup stays pending. */
  start?: (vrm: string) => Result<ReportsView>
  plates: { vrm: string; repaired: boolean }[]
  /** Folder chosen in the system's dialog, on a host that has one. */
  chooses?: string
  /** Desktop window of the host; a browser has none. */
  desktop?: DesktopFacts
  /** Transfers wait until they are cancelled. */
  transfersHang?: boolean
  complete: Record<string, CompleteView>
  /** Bytes of every `complete.pdf`, or its error. */
  pdf?: Uint8Array | AppError
  diagnosis?: Diagnosis
  /** What runs; the web host's by default. */
  about?: About
  /** Crash dumps on this PC. */
  dumps?: CommandResult<'diagnosis.dumps'>
  /** Outcome of a test notification; `shown` by default. */
  testOutcome?: CommandResult<'notifications.test'>['outcome']
  /** Unread changes that the system did not show. */
  unshown?: Unshown
  attempts?: AttemptSummary
  /** Answer to every shortcut that is to be registered; `registered` by default. */
  shortcutState?: GlobalShortcut
  /** Resources tracked by this PC, last added last; and resources that only the service has. */
  resources?: ResourceView[]
  elsewhere?: ResourceView[]
  /** Novedades, in any order. */
  inbox?: InboxRow[]
  /** Procedure drafts, oldest first; the bytes of their documents; the preflight's checks. */
  drafts?: Draft[]
  handovers?: Handover[]
  files?: Record<string, Uint8Array | AppError>
  /** What this account has of parties, by identifier; what it remembers; its templates. */
  known?: Record<string, KnownSource[]>
  remembered?: Remembered
  templates?: Template[]
  abilities?: ProcedureAbilities
  preflight?: CommandResult<'procedures.preflight'>
  duplicates?: readonly Duplicate[]
  office?: FakeOffice
  /** Records of clients, by id. */
  clients?: FakeClients
  clientTexts?: ClientTextScene
  /** Lists of the office. */
  checklists?: OwnChecklists
  deadlines?: DeadlineScene
  figures?: FigureScene
  /** Newest first. */
  plateLists?: FakePlateList[]
  watches?: FakeWatches
  dealers?: FakeDealer[]
  ledger?: FakeLedger
  clientRequests?: FakeRequests
  transferBatches?: FakeBatch[]
  /** What an earlier list says of the columns of any sheet. */
  knownColumns?: KnownColumns
  /** Annotations, documents and attachments of procedures, by the procedure's id. */
  annotations?: Record<string, Annotations>
  /** Colleagues beyond those in annotations; number of notes added; removed notes, by their id. */
  people?: string[]
  noteCount?: number
  removedNotes?: Record<string, CaseNote & { procedureId: string }>
  serviceDocuments?: Record<string, ServiceDocument[]>
  attachments?: Attachment[]
  simulator?: boolean
  /** Scenarios of Ajustes, and what begins with each. */
  trainings?: TrainingScene
  starts?: Record<string, Training>
  pace?: PaceState
  relay?: RelayScene
  /** Browsers of this PC. */
  browsers?: readonly HostBrowser[]
  /** Commands and transfers that end in an error. */
  refuses?: Partial<Record<CommandName | TransferName, AppError>>
  /** Commands whose answer waits for `release`. */
  holds?: readonly CommandName[]
}
