import { join } from 'node:path'
import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import type { Outage } from '#shared/bridge/inbox.ts'
import { noRelay } from '#shared/bridge/relay.ts'
import { appError } from '#shared/bridge/result.ts'
import type { Connection } from '#shared/bridge/slices.ts'
import type { ActiveProfile } from './accounts/profiles.ts'
import { createServiceClient, type ServiceClient } from './api/service-client.ts'
import { createTransport, type Transport } from './api/transport.ts'
import { createDemonstration } from './demonstration.ts'
import { createAttachments } from './features/attachments/attachments.ts'
import { createAudit, type Audit } from './features/audit/audit.ts'
import { createBatchLookups } from './features/batch-lookups/batch-lookups.ts'
import { createCases } from './features/cases/cases.ts'
import { createTracking } from './features/changes/tracking.ts'
import { createClientMessageParts } from './features/client-messages/client-messages.ts'
import { createCompleteReports, createReportReads } from './features/complete/complete-reports.ts'
import { createDeadlineParts, wrapDatedEvents } from './features/deadlines/deadlines.ts'
import { createDealers } from './features/dealers/dealers.ts'
import { createFigures } from './features/figures/figures.ts'
import { createLookup } from './features/lookup/lookup.ts'
import { createOutageWatch, type OutageWatch, type OutageWatchDeps } from './features/outage/outage.ts'
import { createPlateLists } from './features/plate-lists/plate-lists.ts'
import { createProcedures } from './features/procedures/procedures.ts'
import { createRelay } from './features/relay/relay.ts'
import { createRemembered } from './features/remembered/remembered.ts'
import { createReportWakes, type ReportPollingDeps } from './features/reports/reports.ts'
import { detectKind } from './features/service-documents/service-documents.rules.ts'
import { createServiceDocuments } from './features/service-documents/service-documents.ts'
import { createSignatureRequest } from './features/signature-requests/create-parts.ts'
import { createSimulator, createSimulatorClientFor } from './features/simulator/simulator.ts'
import { createTemplates } from './features/templates/templates.ts'
import { createTransferBatches } from './features/transfer-batches/transfer-batches.ts'
import { createWatches } from './features/watches/watches.ts'
import { type Admission, createRateLimiter, INTERACTIVE_SCHEDULED_SHARE } from './runtime/admission.ts'
import { createCircuitBreaker } from './runtime/circuit-breaker.ts'
import type { Log } from './runtime/log.ts'
import type { Supervisor } from './runtime/supervisor.ts'
import type { StoreCall } from './store/client.ts'
import { createSizeWatch, createStore } from './store/store.ts'
import { createVault } from './store/vault.ts'
import { createDataParts } from './workspace-data.ts'
import { createLifecycle } from './workspace-lifecycle.ts'
import type { Workspace, WorkspaceDeps, WorkspaceEvents } from './workspace-types.ts'

const LATEST_FIRST = { by: 'recent', descending: true } as const

/** Connects the parts of an account with each other. The folder of each part documents it. */
export function createWorkspace(deps: WorkspaceDeps): Workspace {
  const { active, dbWorker, clock, log, supervisor, resolveProxy, timeouts } = deps
  const events = wrapDatedEvents(deps.events, () => dated.calendarFile.wake())
  const { assumptions } = active
  const { outage, transport, ...service } = createServiceConnection({
    active,
    clock,
    log,
    resolveProxy,
    timeouts,
    record: (attempts) => store.call('recordAttempts', attempts),
    onOutage(next) {
      state.outage = next
      events.outage(next)
    },
    onConnection(connection) {
      state.connection = connection
      events.connection(connection)
      tracking.connectionChanged(connection)
      relay.connectionChanged(connection)
      batchLookups.connectionChanged()
    },
  })
  const { client, breaker } = service
  const state: Workspace['state'] = {
    connection: breaker.state,
    store: { state: 'failed', directory: active.directory },
    uncertain: [],
    inboxCounts: { unread: 0, actionable: 0 },
    outage: { state: 'none', failures: 0 },
    sweep: { open: 0, roundMs: 0, state: 'idle', lastAt: null },
    drafts: { drafts: 0, outbox: 0, sending: 0, attention: 0 },
    backup: { lastAt: null, nextAt: null, hasPassphrase: false, due: false, running: false },
    training: null,
    relay: noRelay,
  }
  const store = createStore({
    directory: active.directory,
    worker: dbWorker,
    secrets: active.secrets,
    clock,
    log,
    supervisor,
    ...(deps.update && { update: deps.update }),
    onState(next) {
      state.store = next
      // A new store connection needs the operator's name before any other call.
      if (next.state === 'open') nameOperator()
      events.store(next)
    },
    onSearchable: () => events.cases([]),
    onReopened() {
      events.replaced()
      tracking.restored()
      lifecycle.resumeWork().catch((error: unknown) => log.error('core: cannot take up the work', error))
    },
  })
  const audit = createAudit({ call: store.call, onNoted: events.noted })
  const shared = {
    ...service,
    clock,
    log,
    supervisor,
    call: store.call,
    persists: () => store.persistent,
    wakes: createReportWakes(clock, () => relay.isHealthy),
  }
  const tracking = createTracking({
    ...shared,
    assumptions,
    outage,
    windows: deps.windows,
    ...(deps.present && { present: deps.present }),
    notificationSettings: deps.notificationSettings,
    hidesNames: deps.hidesNames,
    scope: active.profile.id,
    isRelayed: () => relay.isHealthy,
    onReport: (id) => shared.wakes.wake(id),
    events: {
      ...events,
      resource(kind, id) {
        events.resource(kind, id)
        if (kind === 'procedure') serviceDocuments.procedureChanged()
        else signatureRequest.handleSignatureChange()
      },
      inboxCounts(counts) {
        state.inboxCounts = counts
        events.inboxCounts(counts)
      },
      sweep(sweep) {
        state.sweep = sweep
        events.sweep(sweep)
      },
    },
  })
  const relay = createRelay({
    ...shared,
    changes: tracking.changes,
    secrets: active.secrets,
    resolveProxy,
    connectMs: timeouts.connectMs,
    subscribesByApi: assumptions.subscriptionsPath !== '',
    isOnlyRelay: active.relay !== undefined,
    allowsAddress: (address) => active.relay !== undefined || deps.allowsRelay(address),
    findProhibition: () => (store.persistent ? null : appError('nothing-persists')),
    timings: deps.relayTimings,
    onState(next) {
      state.relay = next
      events.relay(next)
    },
    onHealth: () => tracking.relayChanged(),
    onMissed: () => tracking.changes.queued(),
  })
  const stopping = new AbortController()
  const sizeSoon = createSizeWatch({ store, clock, signal: stopping.signal })
  const { lookup, batchLookups, watches, complete, plateLists } = createReportParts({
    ...shared,
    isDemo: active.profile.environment === 'demo',
    assumptions,
    audit,
    state,
    events,
    onStored() {
      tracking.reportsChanged()
      sizeSoon()
    },
    onInbox: () => tracking.reportsChanged(),
  })
  const remembered = createRemembered({
    ...shared,
    onChanged: events.remembered,
  })
  const documentVault = createVault(join(active.directory, 'documents'))
  const procedures = createProcedures({
    ...shared,
    assumptions,
    vault: documentVault,
    undoMs: deps.undoMs,
    keepOwn: (procedure) => tracking.changes.storeOwnResource('procedure', procedure),
    creating: (create) => tracking.changes.trackCreation('procedure', create),
    remembered: remembered.get,
    onSubmitted: remembered.addSent,
    onDraft: events.draft,
    onCounts(counts) {
      state.drafts = counts
      events.drafts(counts)
    },
  })

  const transferBatches = createTransferBatches({
    ...shared,
    plateLists,
    procedures,
    remembered: remembered.get,
    onChanged: events.transferBatch,
  })
  const templates = createTemplates({
    ...shared,
    procedures,
    onChanged: events.templates,
    onNoted: events.noted,
  })

  const cases = createCases({
    ...shared,
    audit,
    onQueued: () => tracking.changes.queued(),
    onChanged: events.cases,
    onTerms: () => tracking.termsChanged(),
    onViews: events.views,
    signaturesOf: (vrms, limit) => signatureRequest.signatures.listOfPlates(vrms, limit),
  })

  const figures = createFigures({ ...shared, assumptions })

  const refresh = (id: string) => tracking.changes.refresh('procedure', id)
  const serviceDocuments = createServiceDocuments({
    ...shared,
    vault: createVault(join(active.directory, 'papers'), detectKind),
    audit,
    office: deps.office,
    select: (selection) => store.call('caseSelected', selection, LATEST_FIRST, clock.now()),
    onChanged: events.serviceDocuments,
  })
  const dated = createDeadlineParts({ active, call: store.call, deps })
  const clientMessages = createClientMessageParts({ active, store, audit, serviceDocuments, deps })
  const dealers = createDealers({
    ...shared,
    audit,
    templates,
    texts: clientMessages.texts,
    isDemo: active.profile.environment === 'demo',
  })
  const attachments = createAttachments({
    ...shared,
    assumptions,
    vault: createVault(join(active.directory, 'supplies')),
    undoMs: deps.undoMs,
    onChanged: events.attachments,
    onGiven: refresh,
  })
  const signatureRequest = createSignatureRequest({
    ...shared,
    directory: join(active.directory, 'signed'),
    audit,
    office: deps.office,
    days: () => deps.notificationSettings().days,
    undoMs: deps.undoMs,
    storeOwnSignature: (signature) => tracking.changes.storeOwnResource('signature', signature),
    trackCreation: (create) => tracking.changes.trackCreation('signature', create),
    onQueued: () => tracking.changes.queued(),
    onSubmitted: remembered.addSent,
    events,
  })
  const simulator = createSimulator({
    client: createSimulatorClientFor(active.profile.environment, transport),
    audit,
    refresh,
  })
  const { retention, backups, dataSubjects } = createDataParts({
    active,
    store,
    state,
    audit,
    tracking,
    documentVault,
    procedures,
    serviceDocuments,
    attachments,
    signatureRequest,
    deps,
    events,
  })

  const demonstration = createDemonstration({
    active,
    fills: deps.sampleOffice,
    store,
    client,
    transport,
    changes: tracking.changes,
    relay,
    clock,
    log,
    supervisor,
    async onFilled() {
      await Promise.all([complete.resume(), procedures.resume(), signatureRequest.resume()])
      showAll()
    },
    onAdded: showAll,
    onTraining(training) {
      state.training = training
      events.training(training)
    },
  })
  function showAll(): void {
    tracking.restored()
    watches.wake()
    events.replaced()
    sizeSoon()
  }

  function nameOperator(): void {
    store
      .call('auditOperator', deps.office().operator)
      .catch((error: unknown) => log.error('audit: the operator is not known to the store', error))
  }
  function officeChanged(): void {
    nameOperator()
    backups.settingsChanged()
    serviceDocuments.settingsChanged()
    signatureRequest.serviceDocuments.wake()
    retention.wake()
  }

  const parts = {
    active,
    store,
    client,
    transport,
    breaker,
    lookup,
    batchLookups,
    plateLists,
    watches,
    transferBatches,
    complete,
    tracking,
    outage,
    cases,
    figures,
    ...dated,
    clientMessages,
    procedures,
    serviceDocuments,
    attachments,
    signatureRequest,
    simulator,
    pace: demonstration?.pace ?? null,
    training: demonstration?.training ?? null,
    audit,
    backups,
    relay,
    dataSubjects,
    templates,
    dealers,
    remembered,
    state,
  }
  const lifecycle = createLifecycle({
    parts,
    retention,
    demonstration,
    log,
    stopping,
    onOpened: () => events.opened(workspace),
    onReplaced: events.replaced,
  })
  const workspace: Workspace = { ...parts, ...lifecycle, officeChanged }
  return workspace
}

/** Connection of an account to its service: requests, their admission, and the outage watch. */
interface ServiceConnection extends Admission {
  transport: Transport
  client: ServiceClient
  outage: OutageWatch
}

interface ServiceConnectionDeps extends Pick<WorkspaceDeps, 'clock' | 'log' | 'resolveProxy' | 'timeouts'> {
  active: Pick<ActiveProfile, 'target' | 'assumptions'>
  /** Stores attempts to reach the service. */
  record: OutageWatchDeps['record']
  onOutage: (outage: Outage) => void
  onConnection: (connection: Connection) => void
}

function createServiceConnection(deps: ServiceConnectionDeps): ServiceConnection {
  const { active, clock, log, resolveProxy, timeouts, record, onOutage, onConnection } = deps
  const { assumptions } = active
  const outage = createOutageWatch({ clock, log, record, onState: onOutage })
  const transport = createTransport({
    target: active.target,
    resolveProxy,
    connectMs: timeouts.connectMs,
    answerMs: timeouts.answerMs ?? assumptions.answerMs,
    maxBytes: assumptions.maxAnswerBytes,
    maxDepth: assumptions.maxAnswerDepth,
  })
  return {
    outage,
    transport,
    client: createServiceClient(outage.wrapTransport(transport), assumptions),
    breaker: createCircuitBreaker({
      clock,
      threshold: assumptions.failingResourcesForDown,
      onChange: onConnection,
    }),
    limiter: createRateLimiter(clock, assumptions.interactiveRequestsPerSecond, {
      scheduledShare: INTERACTIVE_SCHEDULED_SHARE,
    }),
    background: createRateLimiter(clock, assumptions.backgroundRequestsPerSecond),
  }
}

type ReportParts = Pick<Workspace, 'lookup' | 'batchLookups' | 'watches' | 'complete' | 'plateLists'>

interface ReportPartsDeps extends ReportPollingDeps {
  call: StoreCall
  log: Log
  supervisor: Supervisor
  /** True if stored data outlive this process. */
  persists: () => boolean
  isDemo: boolean
  assumptions: AccountAssumptions
  audit: Audit
  state: Pick<Workspace['state'], 'uncertain'>
  events: Pick<WorkspaceEvents, 'changed' | 'batch' | 'watches' | 'uncertain' | 'plateList'>
  /** Called when a report, or a request for a report, was stored. */
  onStored: () => void
  /** Called when a watched plate added rows to *Novedades*. */
  onInbox: () => void
}

/** Reports of plates, free and paid: single lookups, plate lists and watches. */
function createReportParts(deps: ReportPartsDeps): ReportParts {
  const { persists, isDemo, audit, state, events, onStored, onInbox, ...shared } = deps
  const changed = (kind: 'lookup' | 'complete', vrm: string) => {
    events.changed(kind, vrm)
    onStored()
  }
  const lookup = createLookup({
    ...shared,
    isDemo,
    onChanged(vrm) {
      changed('lookup', vrm)
      batchLookups.handleLookupEnd(vrm)
    },
  })
  const batchLookups = createBatchLookups({
    ...shared,
    lookup,
    onProgress(batch) {
      events.batch(batch)
      watches.handleBatchChange(batch.id)
    },
  })
  const watches = createWatches({ ...shared, batchLookups, onChanged: events.watches, onInbox })
  const complete = createCompleteReports({
    ...shared,
    noteRead: createReportReads({ audit, clock: shared.clock }),
    // Check the open store and not the keychain's present state: a paid report is stored in that store.
    findProhibition: () => (persists() ? null : appError('nothing-persists')),
    onChanged: (vrm) => changed('complete', vrm),
    onUncertain(requests) {
      state.uncertain = requests
      events.uncertain(requests)
    },
  })
  const plateLists = createPlateLists({
    ...shared,
    batchLookups,
    complete,
    audit,
    onChanged: events.plateList,
  })
  return { lookup, batchLookups, watches, complete, plateLists }
}
