import { join } from 'node:path'
import { appError, fail } from '#shared/bridge/result.ts'
import { createAccountState } from './bridge/slices.ts'
import { createDemonstration } from './demonstration.ts'
import { createAttachments } from './features/attachments/attachments.ts'
import { createAudit } from './features/audit/audit.ts'
import { createBackups } from './features/backup/backups.ts'
import { createCases } from './features/cases/cases.ts'
import { createChecklists } from './features/checklists/checklists.ts'
import { createTracking } from './features/changes/tracking.ts'
import { createClients } from './features/clients/clients.ts'
import { createClientMessageParts } from './features/client-messages/client-messages.ts'
import { createClientRequests } from './features/client-requests/client-requests.ts'
import { createDataSubjects } from './features/data-subjects/data-subjects.ts'
import { createErasureProof } from './features/data-subjects/erasure-proof.ts'
import { createDeadlineParts } from './features/deadlines/deadlines.ts'
import { createDealers } from './features/dealers/dealers.ts'
import { createFigures } from './features/figures/figures.ts'
import { createConnectedHandovers } from './features/drafts/create-parts.ts'
import { createLedger } from './features/ledger/ledger.ts'
import { createProcedures } from './features/procedures/procedures.ts'
import { createRelay } from './features/relay/relay.ts'
import { createRemembered } from './features/remembered/remembered.ts'
import { createReportParts } from './report-parts.ts'
import { createReportWakes } from './features/reports/reports.ts'
import { createRetention, type RemovedFiles } from './features/retention/retention.ts'
import { createScanFolder } from './features/scan-folder/scan-folder.ts'
import { detectKind } from './features/service-documents/service-documents.rules.ts'
import { createServiceDocuments } from './features/service-documents/service-documents.ts'
import { createConnectedSharing } from './features/sharing/create-parts.ts'
import { createSignatureRequest } from './features/signature-requests/create-parts.ts'
import { createSimulator, createSimulatorClientFor } from './features/simulator/simulator.ts'
import { createTemplates } from './features/templates/templates.ts'
import { createTransferBatches } from './features/transfer-batches/transfer-batches.ts'
import { deriveKey } from './keychain/sealed-secrets.ts'
import { createEmitter } from './runtime/emitter.ts'
import { createLifecycle } from './runtime/lifecycle.ts'
import type { StoreCall } from './store/client.ts'
import { createServiceConnection } from './service-connection.ts'
import { createSizeWatch, createStore } from './store/store.ts'
import { createVault } from './store/vault.ts'
import type { PartEvents, Workspace, WorkspaceDeps, WorkspaceEvents } from './workspace-types.ts'

const LATEST_FIRST = { by: 'recent', descending: true } as const

/** Connects the parts of an account with each other. The folder of each part documents it. */
export function createWorkspace(deps: WorkspaceDeps): Workspace {
  const { active, dbWorker, clock, log, supervisor, resolveProxy, timeouts } = deps
  const { assumptions } = active
  const isDemo = active.profile.environment === 'demo'
  const emitter = createEmitter<WorkspaceEvents & PartEvents>()
  const { on, emit, emits } = emitter
  const state = createAccountState(emitter, active.directory)
  const work = createLifecycle(log)
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
    call,
    work,
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
    onRecords: emit('records'),
  })
  on('connection', relay.connectionChanged)
  work.add({
    name: 'changes',
    resume: relay.resume,
    start: tracking.start,
    async stop() {
      await relay.stop()
      await tracking.stop()
    },
  })
  const sharing = createConnectedSharing({
    ...shared,
    relay,
    tracking,
    emitter,
    work,
    operator: () => deps.office().operator,
    settings: deps.commonSettings,
  })
  on('relayHealth', () => {
    isRelayed = relay.isHealthy
    tracking.relayChanged()
  })
  const stopping = new AbortController()
  const sizeSoon = createSizeWatch({ store, clock, signal: stopping.signal })
  const reports = createReportParts({
    ...shared,
    isDemo,
    assumptions,
    audit,
    emitter,
    work,
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
  const handovers = createConnectedHandovers({
    ...shared,
    assumptions,
    vault: documentVault,
    relay,
    sharing,
    tracking,
    procedures,
    emitter,
    work,
  })
  const transferBatches = createTransferBatches({
    ...shared,
    plateLists: reports.plateLists,
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
  const checklists = createChecklists({ ...shared, onChanged: emit('checklists'), onNoted: emit('noted') })
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
  const clientRequests = createClientRequests({
    ...shared,
    hidesNames: deps.hidesNames,
    signal: stopping.signal,
    emitter,
    // A row of Novedades is written for a reminder that is due, and asks for nothing once it is not.
    onDue() {
      tracking.termsChanged()
      tracking.reportsChanged()
    },
  })
  const clientMessages = createClientMessageParts({
    active,
    requests: clientRequests,
    store,
    audit,
    serviceDocuments,
    deps,
    onChanged: emit('clientTexts'),
  })
  const dealers = createDealers({ ...shared, audit, templates, texts: clientMessages.texts, isDemo })
  const ledger = createLedger({
    ...shared,
    active,
    audit,
    hidesNames: deps.hidesNames,
    signal: stopping.signal,
    emitter,
  })
  const clients = createClients({ ...shared, audit, events: emits('ledger', 'noted') })
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
  work.add({ name: 'procedures', resume: procedures.resume, stop: procedures.close })
  work.add({ name: 'documents', resume: serviceDocuments.resume, stop: serviceDocuments.stop })
  work.add({ name: 'attachments', resume: attachments.resume, stop: attachments.stop })
  work.add({ name: 'signatures', resume: signatureRequest.resume, stop: signatureRequest.close })
  work.add({ name: 'the calendar file', start: dated.calendarFile.start, stop: dated.calendarFile.stop })

  const scans = createScanFolder({
    ...shared,
    folder: () => deps.office().scanFolder,
    onState: emit('scans'),
  })
  work.add({ name: "the scanner's folder", start: scans.start, stop: scans.stop })
  const removeFiles = (files: RemovedFiles) => [
    serviceDocuments.removeFiles(files.serviceDocuments),
    attachments.removeFiles(files.attachments),
    signatureRequest.serviceDocuments.removeFiles(files.signed),
  ]
  const retention = createRetention({
    ...shared,
    office: deps.office,
    removeFiles: (files) => Promise.all(removeFiles(files)),
    onMoved(moved) {
      for (const { kind, id } of moved) emit('resource')(kind, id)
      tracking.forgotten()
    },
  })
  work.add({ name: 'retention', start: retention.start, stop: retention.stop })
  const backups = createBackups({
    ...shared,
    secrets: active.secrets,
    accountId: active.profile.id,
    account: deps.account,
    isDemo,
    settings: () => deps.office().backup,
    audit,
    derive: deps.derive ?? deriveKey,
    onState: emit('backup'),
    async onRestored() {
      // Check the outcome of submissions open in the backup, and fetch new resources.
      await procedures.resume()
      await signatureRequest.resume()
      tracking.restored()
      serviceDocuments.restored()
      emit('restored')()
    },
  })
  work.add({ name: 'backups', start: backups.start, stop: backups.stop })
  const dataSubjects = createDataSubjects({
    ...shared,
    audit,
    proof: createErasureProof({ call, relay }),
    async onErased({ procedures: ofProcedures, signatures }, erased) {
      signatureRequest.contacts.forgetRemoved()
      cases.notes.forgetRemoved()
      // The keys of these files are deleted, so the files are unreadable. After a kill the next start sweeps them.
      await Promise.allSettled([
        ...removeFiles(erased),
        ...erased.documents.map((id) => documentVault.remove(id)),
      ])
      for (const { id } of ofProcedures) emit('resource')('procedure', id)
      for (const { id } of signatures) emit('resource')('signature', id)
      for (const id of erased.drafts) emit('draft')(id)
      await procedures.resume()
      emit('erased')()
    },
  })

  function prepareLists(): void {
    for (const part of [cases, dealers])
      part.prepare(stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error('cases: cannot prepare lists and searches', error)
      })
  }
  function showAll(): void {
    tracking.restored()
    reports.watches.wake()
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
      await Promise.all([reports.complete.resume(), procedures.resume(), signatureRequest.resume()])
      showAll()
    },
    onAdded: showAll,
    onTraining: emit('training'),
  })
  if (demonstration)
    work.add({ name: 'the demonstration', start: demonstration.resume, stop: demonstration.stop })
  work.add({ name: 'the account', resume: () => deps.onOpened(store) })
  work.add({ name: 'lists and searches', start: prepareLists })
  const parts = {
    active,
    store,
    client,
    transport,
    breaker,
    ...reports,
    transferBatches,
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
    scans,
    dataSubjects,
    templates,
    checklists,
    dealers,
    ledger,
    clientRequests,
    clients,
    remembered,
    state,
  }
  let opening: Promise<void> | null = null
  function open(): Promise<void> {
    if (state.store.state === 'open') return Promise.resolve()
    opening ??= store.open().finally(() => (opening = null))
    return opening
  }
  async function resumeWork(): Promise<void> {
    if (state.store.state === 'open') await work.resume()
  }
  on('reopened', () => {
    emit('replaced')()
    tracking.restored()
    void resumeWork()
  })
  return {
    ...parts,
    open,
    resumeWork,
    async restoreCopy(name, passphrase) {
      const { state: was, lost } = state.store
      if (was !== 'lost') return fail(appError('invalid-request', { detail: 'the store is not lost' }))
      const restored = await backups.restoreCopy(name, passphrase, () =>
        // Keep the data of an older store: merging removes nothing.
        lost?.why === 'shorter' ? store.acceptShorter() : store.startOver(),
      )
      await resumeWork()
      emit('replaced')()
      return restored
    },
    sending() {
      const { state: link } = breaker.state
      if (link === 'down' || link === 'unauthorized') return 0
      const senders = [reports.complete, procedures, attachments, signatureRequest.requests]
      return senders.reduce((sum, part) => sum + part.sending(), 0)
    },
    async start(beforeWork) {
      active.start()
      await open()
      await beforeWork?.(state.store)
      await resumeWork()
    },
    async stop({ hurried } = { hurried: false }) {
      stopping.abort()
      await work.stop(hurried)
      await outage.flush()
      await Promise.all([active.stop(), transport.close(), store.close()])
    },
    officeChanged() {
      nameOperator(deps, call)
      sharing.wake()
      // The view of the operator's own procedures depends on the name.
      if (deps.office().operator !== operator) emit('cases')([])
      operator = deps.office().operator
      backups.settingsChanged()
      scans.settingsChanged()
      serviceDocuments.settingsChanged()
      signatureRequest.serviceDocuments.wake()
      retention.wake()
    },
  }
}

/** Names the user to the store, which records the user's actions. */
function nameOperator({ office, log }: Pick<WorkspaceDeps, 'office' | 'log'>, call: StoreCall): void {
  call('auditOperator', office().operator).catch((error: unknown) =>
    log.error('audit: the operator is not known to the store', error),
  )
}
