import { join } from 'node:path'
import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import { noSharing, type SharedKindId } from '#shared/bridge/sharing.ts'
import { noRelay } from '#shared/bridge/relay.ts'
import { appError } from '#shared/bridge/result.ts'
import { createDemonstration } from './demonstration.ts'
import { createAttachments } from './features/attachments/attachments.ts'
import { createAudit, type Audit } from './features/audit/audit.ts'
import { createBatchLookups } from './features/batch-lookups/batch-lookups.ts'
import { createCases } from './features/cases/cases.ts'
import { createTracking, type Tracking } from './features/changes/tracking.ts'
import { createClientMessageParts } from './features/client-messages/client-messages.ts'
import { createCompleteReports, createReportReads } from './features/complete/complete-reports.ts'
import { createDeadlineParts } from './features/deadlines/deadlines.ts'
import { createDealers } from './features/dealers/dealers.ts'
import { createFigures } from './features/figures/figures.ts'
import { createHandovers } from './features/drafts/handovers.ts'
import { createLookup } from './features/lookup/lookup.ts'
import { createPlateLists } from './features/plate-lists/plate-lists.ts'
import { createProcedures } from './features/procedures/procedures.ts'
import { createRelay } from './features/relay/relay.ts'
import { createRemembered } from './features/remembered/remembered.ts'
import { createReportWakes, type ReportPollingDeps } from './features/reports/reports.ts'
import { detectKind } from './features/service-documents/service-documents.rules.ts'
import { createServiceDocuments } from './features/service-documents/service-documents.ts'
import { createSharing } from './features/sharing/sharing.ts'
import type { ChangedThing } from './features/sharing/sharing.store.ts'
import { createSignatureRequest } from './features/signature-requests/create-parts.ts'
import { createSimulator, createSimulatorClientFor } from './features/simulator/simulator.ts'
import { createTemplates } from './features/templates/templates.ts'
import { createTransferBatches } from './features/transfer-batches/transfer-batches.ts'
import { createWatches } from './features/watches/watches.ts'
import { createEmitter, type Emitter } from './runtime/emitter.ts'
import type { Log } from './runtime/log.ts'
import type { Supervisor } from './runtime/supervisor.ts'
import type { StoreCall } from './store/client.ts'
import { createServiceConnection } from './service-connection.ts'
import { createSizeWatch, createStore } from './store/store.ts'
import { createVault } from './store/vault.ts'
import { createDataParts } from './workspace-data.ts'
import { createLifecycle } from './workspace-lifecycle.ts'
import type { PartEvents, Workspace, WorkspaceDeps, WorkspaceEvents } from './workspace-types.ts'

const LATEST_FIRST = { by: 'recent', descending: true } as const

/** Connects the parts of an account with each other. The folder of each part documents it. */
export function createWorkspace(deps: WorkspaceDeps): Workspace {
  const { active, dbWorker, clock, log, supervisor, resolveProxy, timeouts } = deps
  const { assumptions } = active
  const isDemo = active.profile.environment === 'demo'
  const emitter = createEmitter<WorkspaceEvents & PartEvents>()
  const { on, emit, emits } = emitter
  const state = createState(emitter, active.directory)
  const store = createStore({
    directory: active.directory,
    worker: dbWorker,
    secrets: active.secrets,
    clock,
    log,
    supervisor,
    ...(deps.update && { update: deps.update }),
    onState: emit('store'),
    onSearchable: () => emit('cases')([]),
    onShared: emit('sharable'),
    onReopened: emit('reopened'),
  })
  const { call } = store
  // A new store connection needs the operator's name before any other call.
  let operator = ''
  on('store', (next) => {
    if (next.state !== 'open') return
    operator = deps.office().operator
    nameOperator(deps, call)
  })
  // The windows are told before the parts below.
  for (const name of Object.keys(deps.events) as (keyof WorkspaceEvents)[]) on(name, deps.events[name])

  const { outage, transport, ...service } = createServiceConnection({
    active,
    clock,
    log,
    resolveProxy,
    timeouts,
    record: (attempts) => call('recordAttempts', attempts),
    onOutage: emit('outage'),
    onConnection: emit('connection'),
  })
  const { client, breaker } = service
  state.connection = breaker.state
  const audit = createAudit({ call, onNoted: emit('noted') })
  let isRelayed = false
  const shared = {
    ...service,
    clock,
    log,
    supervisor,
    call,
    persists: () => store.persistent,
    wakes: createReportWakes(clock, () => isRelayed),
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
    isRelayed: () => isRelayed,
    onReport: shared.wakes.wake,
    events: emits('resource', 'inbox', 'inboxCounts', 'outage', 'sweep'),
  })
  on('connection', tracking.connectionChanged)
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
    listShownRoutes: deps.listShownRoutes,
    operator: () => deps.office().operator,
    timings: deps.relayTimings,
    onState: emit('relay'),
    onHealth: emit('relayHealth'),
    onMissed: tracking.changes.queued,
    onRecords: (frame) => sharing.recordsWritten(frame),
  })
  on('connection', relay.connectionChanged)
  const sharing = createSharing({
    ...shared,
    records: relay.records,
    operator: () => deps.office().operator,
    settings: deps.commonSettings,
    skewMs: () => relay.state.skewMs ?? 0,
    isConnected: () => relay.isHealthy,
    onState: emit('sharing'),
    onChanged(things) {
      reportShared(things, emitter, tracking)
      if (things.some(([kind]) => kind === 'handover')) handoversChanged()
    },
  })
  on('sharable', sharing.wake)
  on('relayHealth', () => {
    isRelayed = relay.isHealthy
    tracking.relayChanged()
    sharing.relayChanged()
    handovers.wake()
    emit('draft')('')
  })
  const stopping = new AbortController()
  const sizeSoon = createSizeWatch({ store, clock, signal: stopping.signal })
  const { lookup, batchLookups, watches, complete, plateLists } = createReportParts({
    ...shared,
    isDemo,
    assumptions,
    audit,
    emitter,
    onInbox: tracking.reportsChanged,
  })
  on('changed', () => {
    tracking.reportsChanged()
    sizeSoon()
  })
  const remembered = createRemembered({ ...shared, onChanged: emit('remembered') })
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
    onDraft: emit('draft'),
    onCounts: emit('drafts'),
  })
  const handovers = createHandovers({
    ...shared,
    assumptions,
    vault: documentVault,
    sealed: sharing.sealed,
    isConnected: () => relay.isHealthy && sharing.state.state !== 'off',
    hasRelay: async () => (await relay.records.device()) !== null,
    // Its draft may have come or gone.
    onChanged: () => procedures.noteCreated(['']),
  })
  on('erased', () => handovers.wake())
  on('restored', () => handovers.wake())
  let isSharing = false
  on('sharing', (slice) => {
    if (isSharing === (slice.state !== 'off')) return
    isSharing = !isSharing
    handovers.wake()
    // The marks of colleagues appear in *Novedades*, or disappear.
    tracking.marksArrived()
  })
  function handoversChanged(): void {
    procedures.noteCreated([''])
    // *Novedades* says what a colleague did.
    tracking.reportsChanged()
    handovers.wake()
  }
  const transferBatches = createTransferBatches({
    ...shared,
    plateLists,
    procedures,
    remembered: remembered.get,
    onChanged: emit('transferBatch'),
  })
  const templates = createTemplates({
    ...shared,
    procedures,
    onChanged: emit('templates'),
    onNoted: emit('noted'),
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
    onQueued: tracking.changes.queued,
    onSubmitted: remembered.addSent,
    events: emits('signatureRequest', 'contacts', 'signatures'),
  })
  const cases = createCases({
    ...shared,
    audit,
    onQueued: tracking.changes.queued,
    onChanged: emit('cases'),
    onTerms: tracking.termsChanged,
    onViews: emit('views'),
    signaturesOf: signatureRequest.signatures.listOfPlates,
  })
  const figures = createFigures({ ...shared, assumptions })
  const refresh = (id: string) => tracking.changes.refresh('procedure', id)
  const serviceDocuments = createServiceDocuments({
    ...shared,
    vault: createVault(join(active.directory, 'papers'), detectKind),
    audit,
    office: deps.office,
    select: (selection) => call('caseSelected', selection, LATEST_FIRST, clock.now()),
    onChanged: emit('serviceDocuments'),
  })
  on('resource', (kind) =>
    kind === 'procedure' ? serviceDocuments.procedureChanged() : signatureRequest.handleSignatureChange(),
  )
  const dated = createDeadlineParts({ active, call, deps, emitter })
  const clientMessages = createClientMessageParts({
    active,
    store,
    audit,
    serviceDocuments,
    deps,
    onChanged: emit('clientTexts'),
  })
  const dealers = createDealers({ ...shared, audit, templates, texts: clientMessages.texts, isDemo })
  const attachments = createAttachments({
    ...shared,
    assumptions,
    vault: createVault(join(active.directory, 'supplies')),
    undoMs: deps.undoMs,
    onChanged: emit('attachments'),
    onGiven: refresh,
  })
  const simulator = createSimulator({
    client: createSimulatorClientFor(active.profile.environment, transport),
    audit,
    refresh,
  })
  const { retention, backups, dataSubjects } = createDataParts({
    active,
    store,
    audit,
    relay,
    tracking,
    documentVault,
    procedures,
    serviceDocuments,
    attachments,
    signatureRequest,
    cases,
    deps,
    events: emits('resource', 'backup', 'restored', 'draft', 'erased'),
  })

  function showAll(): void {
    tracking.restored()
    watches.wake()
    emit('replaced')()
    sizeSoon()
  }
  const demonstration = createDemonstration({
    active,
    fills: deps.sampleOffice,
    store,
    client,
    transport,
    changes: tracking.changes,
    relay,
    sharing,
    startPc: deps.startPc,
    onPerson: () => nameOperator(deps, call),
    clock,
    log,
    supervisor,
    async onFilled() {
      await Promise.all([complete.resume(), procedures.resume(), signatureRequest.resume()])
      showAll()
    },
    onAdded: showAll,
    onTraining: emit('training'),
  })
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
    handovers,
    serviceDocuments,
    attachments,
    signatureRequest,
    simulator,
    pace: demonstration?.pace ?? null,
    training: demonstration?.training ?? null,
    secondPc: demonstration?.secondPc ?? null,
    audit,
    backups,
    relay,
    sharing,
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
    onOpened: () => deps.onOpened(store),
    onReplaced: emit('replaced'),
  })
  on('reopened', () => {
    emit('replaced')()
    tracking.restored()
    lifecycle.resumeWork().catch((error: unknown) => log.error('core: cannot take up the work', error))
  })
  return {
    ...parts,
    ...lifecycle,
    officeChanged() {
      nameOperator(deps, call)
      sharing.wake()
      // The view of the operator's own procedures depends on the name.
      if (deps.office().operator !== operator) emit('cases')([])
      operator = deps.office().operator
      backups.settingsChanged()
      serviceDocuments.settingsChanged()
      signatureRequest.serviceDocuments.wake()
      retention.wake()
    },
  }
}

/** Present values of the slices. Each follows its event before anyone else hears of it. */
function createState({ on }: Pick<Emitter<WorkspaceEvents>, 'on'>, directory: string): Workspace['state'] {
  const state: Workspace['state'] = {
    connection: { state: 'idle', since: 0, attempts: 0 },
    store: { state: 'failed', directory },
    uncertain: [],
    inboxCounts: { unread: 0, actionable: 0 },
    outage: { state: 'none', failures: 0 },
    sweep: { open: 0, roundMs: 0, state: 'idle', lastAt: null },
    drafts: { drafts: 0, outbox: 0, sending: 0, attention: 0 },
    backup: { lastAt: null, nextAt: null, hasPassphrase: false, due: false, running: false },
    training: null,
    relay: noRelay,
    sharing: noSharing,
  }
  for (const name of Object.keys(state) as (keyof Workspace['state'])[])
    on(name, (value: unknown) => void Object.assign(state, { [name]: value }))
  return state
}

/** Reports what another PC changed to the windows, and to the parts that depend on it. */
function reportShared(
  things: readonly ChangedThing[],
  { emit }: Pick<Emitter<WorkspaceEvents>, 'emit'>,
  tracking: Pick<Tracking, 'termsChanged' | 'reportsChanged' | 'marksArrived'>,
): void {
  const keysOf = (kind: SharedKindId) => things.flatMap(([of, key]) => (of === kind ? [key] : []))
  const cases = keysOf('case')
  if (cases.length > 0) {
    emit('cases')(cases)
    tracking.termsChanged()
    // A note may mention this PC's operator.
    tracking.reportsChanged()
  }
  if (keysOf('contact').length > 0) emit('contacts')([])
  if (keysOf('template').length > 0) emit('templates')([])
  if (keysOf('text').length > 0) emit('clientTexts')()
  if (keysOf('erasure').length > 0) emit('noted')()
  if (keysOf('mark').length > 0) tracking.marksArrived()
  // Empty: the report of any plate.
  if (keysOf('report').length > 0) emit('changed')('complete', '')
}

/** Names the user to the store, which records the user's actions. */
function nameOperator({ office, log }: Pick<WorkspaceDeps, 'office' | 'log'>, call: StoreCall): void {
  call('auditOperator', office().operator).catch((error: unknown) =>
    log.error('audit: the operator is not known to the store', error),
  )
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
  emitter: Emitter<WorkspaceEvents>
  /** Called when a watched plate added rows to *Novedades*. */
  onInbox: () => void
}

/** Reports of plates, free and paid: single lookups, plate lists and watches. */
function createReportParts(deps: ReportPartsDeps): ReportParts {
  const { persists, isDemo, audit, emitter, onInbox, ...shared } = deps
  const { on, emit } = emitter
  const lookup = createLookup({ ...shared, isDemo, onChanged: (vrm) => emit('changed')('lookup', vrm) })
  const batchLookups = createBatchLookups({ ...shared, lookup, onProgress: emit('batch') })
  on('changed', (kind, vrm) => {
    if (kind === 'lookup') batchLookups.handleLookupEnd(vrm)
  })
  on('connection', batchLookups.connectionChanged)
  const watches = createWatches({ ...shared, batchLookups, onChanged: emit('watches'), onInbox })
  on('batch', ({ id }) => watches.handleBatchChange(id))
  const complete = createCompleteReports({
    ...shared,
    noteRead: createReportReads({ audit, clock: shared.clock }),
    // Check the open store and not the keychain's present state: a paid report is stored in that store.
    findProhibition: () => (persists() ? null : appError('nothing-persists')),
    onChanged: (vrm) => emit('changed')('complete', vrm),
    onUncertain: emit('uncertain'),
  })
  const plateLists = createPlateLists({
    ...shared,
    batchLookups,
    complete,
    audit,
    onChanged: emit('plateList'),
  })
  return { lookup, batchLookups, watches, complete, plateLists }
}
