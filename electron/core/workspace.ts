import { join } from 'node:path'
import type { Restored } from '#shared/bridge/backup.ts'
import { noRelay } from '#shared/bridge/relay.ts'
import { appError, fail, type Result } from '#shared/bridge/result.ts'
import { createAudit } from './features/audit/audit.ts'
import { createBatchLookups } from './features/batch-lookups/batch-lookups.ts'
import { createBackups } from './features/backup/backups.ts'
import { createServiceClient } from './api/service-client.ts'
import { createTransport } from './api/transport.ts'
import { createCompleteReports } from './features/complete/complete-reports.ts'
import { createSizeWatch } from './store/size-watch.ts'
import { createStore } from './store/store.ts'
import { createReportReads } from './features/complete/report-reads.ts'
import { createCases } from './features/cases/cases.ts'
import { createClientMessageParts } from './features/client-messages/create-parts.ts'
import { createVault } from './store/vault.ts'
import { createTracking } from './features/changes/tracking.ts'
import { deriveKey } from './keychain/sealed-file.ts'
import { createLookup } from './features/lookup/lookup.ts'
import { createOutageWatch } from './features/outage/outage-watch.ts'
import { serviceDocumentKindOf } from './features/service-documents/service-document-kind.rules.ts'
import { createServiceDocuments } from './features/service-documents/service-documents.ts'
import { createRemembered } from './features/remembered/remembered.ts'
import { createTemplates } from './features/templates/templates.ts'
import { createDataSubjects } from './features/data-subjects/data-subjects.ts'
import { createProcedures } from './features/procedures/procedures.ts'
import { createRelay } from './features/relay/relay.ts'
import { createReportWakes } from './features/reports/report-wakes.ts'
import { createRetention } from './features/retention/retention.ts'
import { createSignatureRequest } from './features/signature-requests/create-parts.ts'
import { createSimulator, simulatorClientFor } from './features/simulator/simulator.ts'
import { createAttachments } from './features/attachments/attachments.ts'
import { createDeadlineParts, withDatedEvents } from './features/deadlines/create-parts.ts'
import { createDemonstration } from './demonstration.ts'
import { createCircuitBreaker } from './runtime/circuit-breaker.ts'
import { createRateLimiter, INTERACTIVE_SCHEDULED_SHARE } from './runtime/rate-limiter.ts'
import type { Workspace, WorkspaceDeps } from './workspace-types.ts'

const LATEST_FIRST = { by: 'recent', descending: true } as const

/** Wires the parts of an account together; each is documented in its folder. */
export function createWorkspace(deps: WorkspaceDeps): Workspace {
  const { active, dbWorker, clock, log, supervisor, resolveProxy, timeouts } = deps
  const events = withDatedEvents(deps.events, () => dated.calendarFile.wake())
  const { assumptions } = active
  const outage = createOutageWatch({
    clock,
    log,
    record: (attempts) => store.call('recordAttempts', attempts),
    onState(next) {
      state.outage = next
      events.outage(next)
    },
  })
  const transport = createTransport({
    target: active.target,
    resolveProxy,
    connectMs: timeouts.connectMs,
    answerMs: timeouts.answerMs ?? assumptions.answerMs,
    maxBytes: assumptions.maxAnswerBytes,
    maxDepth: assumptions.maxAnswerDepth,
  })
  const client = createServiceClient(outage.observed(transport), assumptions)
  const breaker = createCircuitBreaker({
    clock,
    threshold: assumptions.failingResourcesForDown,
    onChange(connection) {
      state.connection = connection
      events.connection(connection)
      tracking.connectionChanged(connection)
      relay.connectionChanged(connection)
      batchLookups.connectionChanged()
    },
  })
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
      // A store just opened lacks the operator's name, which it needs before any other call.
      if (next.state === 'open') nameOperator()
      events.store(next)
    },
    onReopened() {
      events.replaced()
      tracking.restored()
      takeUp().catch((error: unknown) => log.error('core: cannot take up the work', error))
    },
  })
  const audit = createAudit({ call: store.call, onNoted: events.noted })
  const shared = {
    client,
    breaker,
    limiter: createRateLimiter(clock, assumptions.interactiveRequestsPerSecond, {
      scheduledShare: INTERACTIVE_SCHEDULED_SHARE,
    }),
    background: createRateLimiter(clock, assumptions.backgroundRequestsPerSecond),
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
    scope: active.profile.id,
    relayed: () => relay.isHealthy,
    onReport: (id) => shared.wakes.wake(id),
    events: {
      ...events,
      resource(kind, id) {
        events.resource(kind, id)
        if (kind === 'procedure') serviceDocuments.procedureChanged()
        else signatureRequest.noteSignature()
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
    allows: (address) => active.relay !== undefined || deps.allowsRelay(address),
    forbidden: () => (store.persistent ? null : appError('nothing-persists')),
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
  const reportChanged = (kind: 'lookup' | 'complete', vrm: string) => {
    events.changed(kind, vrm)
    tracking.reportsChanged()
    sizeSoon()
  }
  const lookup = createLookup({
    ...shared,
    onChanged(vrm) {
      reportChanged('lookup', vrm)
      batchLookups.noteLookup(vrm)
    },
  })
  const batchLookups = createBatchLookups({ ...shared, lookup, onProgress: events.batch })
  const complete = createCompleteReports({
    ...shared,
    assumptions,
    noteRead: createReportReads({ audit, clock }),
    // Checks the open store, and not the keychain's present state: a paid report is kept in that store.
    forbidden: () => (store.persistent ? null : appError('nothing-persists')),
    onChanged: (vrm) => reportChanged('complete', vrm),
    onUncertain(requests) {
      state.uncertain = requests
      events.uncertain(requests)
    },
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
    keepOwn: (procedure) => tracking.changes.keepOwn('procedure', procedure),
    remembered: remembered.get,
    onSubmitted: remembered.note,
    onDraft: events.draft,
    onCounts(counts) {
      state.drafts = counts
      events.drafts(counts)
    },
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
    signaturesOf: (vrms, limit) => signatureRequest.signatures.ofPlates(vrms, limit),
  })

  const refresh = (id: string) => tracking.changes.refresh('procedure', id)
  const serviceDocuments = createServiceDocuments({
    ...shared,
    vault: createVault(join(active.directory, 'papers'), serviceDocumentKindOf),
    audit,
    office: deps.office,
    select: (selection) => store.call('caseSelected', selection, LATEST_FIRST, clock.now()),
    onChanged: events.serviceDocuments,
  })
  const dated = createDeadlineParts({ active, call: store.call, deps })
  const clientMessages = createClientMessageParts({ active, store, audit, serviceDocuments, deps })
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
    keepOwn: (signature) => tracking.changes.keepOwn('signature', signature),
    onQueued: () => tracking.changes.queued(),
    onSubmitted: remembered.note,
    events,
  })
  const simulator = createSimulator({
    client: simulatorClientFor(active.profile.environment, transport),
    audit,
    refresh,
  })
  const retention = createRetention({
    call: store.call,
    clock,
    log,
    supervisor,
    office: deps.office,
    async removeFiles(files) {
      await Promise.all([
        serviceDocuments.removeFiles(files.serviceDocuments),
        attachments.removeFiles(files.attachments),
        signatureRequest.serviceDocuments.removeFiles(files.signed),
      ])
    },
    onMoved(moved) {
      for (const { kind, id } of moved) events.resource(kind, id)
      tracking.forgotten()
    },
  })

  const backups = createBackups({
    call: store.call,
    clock,
    log,
    supervisor,
    secrets: active.secrets,
    accountId: active.profile.id,
    account: deps.account,
    persists: () => store.persistent,
    isDemo: active.profile.environment === 'demo',
    settings: () => deps.office().backup,
    audit,
    derive: deps.derive ?? deriveKey,
    onState(backup) {
      state.backup = backup
      events.backup(backup)
    },
    async onRestored() {
      // Checks the outcome of submissions open in the copy, and fetches new resources.
      await procedures.resume()
      await signatureRequest.resume()
      tracking.restored()
      serviceDocuments.restored()
      events.restored()
    },
  })

  const dataSubjects = createDataSubjects({
    call: store.call,
    clock,
    audit,
    async onErased({ procedures: ofProcedures, signatures }, erased) {
      signatureRequest.contacts.forgetRemoved()
      // Their keys are gone: the next start sweeps the files left by a kill, which are unreadable.
      await Promise.allSettled([
        serviceDocuments.removeFiles(erased.serviceDocuments),
        attachments.removeFiles(erased.attachments),
        signatureRequest.serviceDocuments.removeFiles(erased.signed),
        ...erased.documents.map((id) => documentVault.remove(id)),
      ])
      for (const { id } of ofProcedures) events.resource('procedure', id)
      for (const { id } of signatures) events.resource('signature', id)
      for (const id of erased.drafts) events.draft(id)
      await procedures.resume()
      events.erased()
    },
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

  /** Restores the last contact of an account that was used before. */
  async function contactedBefore(): Promise<void> {
    const at = Math.max((await store.call('lastReportAt')) ?? 0, (await store.call('lastResourceCheck')) ?? 0)
    if (at > 0) breaker.contactedAt(at)
  }

  let opening: Promise<void> | null = null
  function open(): Promise<void> {
    if (state.store.state === 'open') return Promise.resolve()
    opening ??= store.open().finally(() => (opening = null))
    return opening
  }

  async function takeUp(): Promise<void> {
    if (state.store.state !== 'open') return
    // Independently: a failure of one does not stop the others.
    const parts = [
      events.opened(workspace),
      contactedBefore(),
      lookup.resume().then(() => batchLookups.resume()),
      complete.resume(),
      procedures.resume(),
      serviceDocuments.resume(),
      attachments.resume(),
      signatureRequest.resume(),
      relay.resume(),
    ]
    for (const part of await Promise.allSettled(parts)) {
      if (part.status === 'rejected') log.error('core: cannot take up a part of the work', part.reason)
    }
    tracking.start()
    backups.start()
    dated.calendarFile.start()
    retention.start()
    demonstration?.resume()
    cases.prepare(stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error('cases: cannot prepare lists and searches', error)
    })
  }

  async function restoreNewest(passphrase: string | undefined): Promise<Result<Restored>> {
    const { state: was, lost } = state.store
    if (was !== 'lost') return fail(appError('invalid-request', { detail: 'the store is not lost' }))
    const restored = await backups.restoreNewest(passphrase, () =>
      // Data of an older store are kept: merging removes nothing.
      lost?.why === 'shorter' ? store.acceptShorter() : store.startOver(),
    )
    await takeUp()
    events.replaced()
    return restored
  }

  const workspace: Workspace = {
    active,
    store,
    client,
    transport,
    breaker,
    lookup,
    batchLookups,
    complete,
    tracking,
    outage,
    cases,
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
    remembered,
    state,
    officeChanged,
    open,
    takeUp,
    restoreNewest,
    sending() {
      const { state: link } = breaker.state
      if (link === 'down' || link === 'unauthorized') return 0
      const parts = [complete, procedures, attachments, signatureRequest.requests]
      return parts.reduce((sum, part) => sum + part.sending(), 0)
    },
    async start(beforeWork) {
      active.start()
      await open()
      await beforeWork?.(state.store)
      await takeUp()
    },
    async stop({ hurried } = { hurried: false }) {
      stopping.abort()
      const ended = (what: string) => (error: unknown) => log.error(`core: ${what} did not end well`, error)
      await Promise.all([
        demonstration?.stop().catch(ended('the demonstration')),
        relay
          .stop()
          .then(() => tracking.stop())
          .catch(ended('what is followed')),
        batchLookups.close().catch(ended('lookups of batches')),
        lookup.stop().catch(ended('lookups')),
        complete.close(hurried).catch(ended('complete reports')),
        procedures.close(hurried).catch(ended('procedures')),
        serviceDocuments.stop().catch(ended('service-documents')),
        attachments.stop().catch(ended('attachments')),
        signatureRequest.close(hurried).catch(ended('what is sent to sign')),
        retention.stop().catch(ended('retention')),
        backups.stop().catch(ended('backups')),
        dated.calendarFile.stop().catch(ended('the calendar file')),
      ])
      await outage.flush()
      await Promise.all([active.stop(), transport.close(), store.close()])
    },
  }
  return workspace
}
