import { join } from 'node:path'
import type { CompleteRequest } from '#shared/bridge/complete-report.ts'
import type { NewsCounts, NoticeSettings, Outage, Sweep } from '#shared/bridge/news.ts'
import type { DraftCounts } from '#shared/bridge/procedures.ts'
import { appError } from '#shared/bridge/result.ts'
import type { Connection, StoreState } from '#shared/bridge/slices.ts'
import type { ResolveProxy } from './api/dispatchers.ts'
import { createServiceClient, type ServiceClient } from './api/service-client.ts'
import { createTransport, type Transport } from './api/transport.ts'
import type { Clock } from './clock.ts'
import { createCompleteReports, type CompleteReports } from './complete/complete-reports.ts'
import { createStore, type Store } from './db/store.ts'
import { createVault } from './documents/vault.ts'
import { createFollowing, type Following, type FollowingEvents } from './following.ts'
import type { HostPort } from './host.ts'
import type { Log } from './log/log.ts'
import { createLookup, type Lookup } from './lookup/lookup.ts'
import type { Windows } from './notifications/windows.ts'
import { createOutageWatch, type OutageWatch } from './outage/outage-watch.ts'
import { createProcedures, type Procedures } from './procedures/procedures.ts'
import type { ActiveProfile } from './profiles/active-profile.ts'
import { createConnectionGate, type ConnectionGate } from './sync/connection.ts'
import { createRateLimiter } from './sync/rate-limiter.ts'

/** Everything that belongs to one account. No data crosses from one to another: switching replaces it whole. */
export interface Workspace {
  readonly active: ActiveProfile
  readonly store: Store
  readonly client: ServiceClient
  readonly transport: Transport
  readonly gate: ConnectionGate
  readonly lookup: Lookup
  readonly complete: CompleteReports
  /** What changes outside, Novedades and what is told of it. */
  readonly following: Following
  readonly outage: OutageWatch
  /** Procedures that are opened here, until they are confirmed. */
  readonly procedures: Procedures
  /** What its slices are now. */
  readonly state: {
    connection: Connection
    store: StoreState
    uncertain: CompleteRequest[]
    newsCounts: NewsCounts
    outage: Outage
    sweep: Sweep
    drafts: DraftCounts
  }
  /** Opens the store and takes up what was open. Never rejects: what fails is a state on screen. */
  start(): Promise<void>
  /** Opens the store unless it is open, once for all who ask at the same time. */
  open(): Promise<void>
  /**
   * Everything that is read from a store that has just been opened. What is at work already goes on as it is. Never
   * rejects: what cannot be taken up is in the log.
   */
  takeUp(): Promise<void>
  /** `hurried`: the product is ending, and a paid request that is just being sent is not waited for to its end. */
  stop(how?: { hurried: boolean }): Promise<void>
}

export interface WorkspaceEvents extends FollowingEvents {
  connection(state: Connection): void
  store(state: StoreState): void
  uncertain(requests: CompleteRequest[]): void
  changed(kind: 'lookup' | 'complete', vrm: string): void
  draft(id: string): void
  drafts(counts: DraftCounts): void
  /** The store is open and what was kept in it can be read. */
  opened(workspace: Workspace): Promise<void>
}

export interface WorkspaceDeps {
  active: ActiveProfile
  dbWorker: URL
  clock: Clock
  log: Log
  resolveProxy: ResolveProxy
  /** Milliseconds to connect and, instead of the account's own, to have a whole answer. */
  timeouts: { connectMs: number; answerMs?: number }
  windows: Windows
  present?: HostPort['notify']
  noticeSettings: () => NoticeSettings
  /** Milliseconds to undo a sending. */
  undoMs: () => number
  /** Told while this is the account on screen. */
  events: WorkspaceEvents
}

/** Between two looks at how much the store takes. */
const SIZE_EVERY_MS = 2_000

export function createWorkspace(deps: WorkspaceDeps): Workspace {
  const { active, dbWorker, clock, log, resolveProxy, timeouts, events } = deps
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
  const gate = createConnectionGate(clock, (connection) => {
    state.connection = connection
    events.connection(connection)
    following.connectionChanged(connection)
  })
  const state: Workspace['state'] = {
    connection: gate.state,
    store: { state: 'failed', directory: active.directory },
    uncertain: [],
    newsCounts: { unread: 0, mine: 0 },
    outage: { state: 'none', failures: 0 },
    sweep: { open: 0, roundMs: 0, state: 'idle', lastAt: null },
    drafts: { drafts: 0, outbox: 0, sending: 0, attention: 0 },
  }
  const store = createStore({
    directory: active.directory,
    worker: dbWorker,
    secrets: active.secrets,
    clock,
    log,
    onState(next) {
      state.store = next
      events.store(next)
    },
  })
  const shared = {
    client,
    gate,
    limiter: createRateLimiter(clock, assumptions.interactiveRequestsPerSecond),
    clock,
    log,
    call: store.call,
  }
  const following = createFollowing({
    ...shared,
    assumptions,
    outage,
    windows: deps.windows,
    ...(deps.present && { present: deps.present }),
    noticeSettings: deps.noticeSettings,
    scope: active.profile.id,
    events: {
      ...events,
      newsCounts(counts) {
        state.newsCounts = counts
        events.newsCounts(counts)
      },
      sweep(sweep) {
        state.sweep = sweep
        events.sweep(sweep)
      },
    },
  })
  const stopping = new AbortController()
  let sizing = false
  /** How much is kept, for Ajustes: not worth a question for every change. */
  function sizeSoon(): void {
    if (sizing) return
    sizing = true
    void clock
      .sleep(SIZE_EVERY_MS, stopping.signal)
      .then(() => (stopping.signal.aborted ? undefined : store.refreshSize()))
      .catch(() => undefined)
      .finally(() => {
        sizing = false
      })
  }
  const reportChanged = (kind: 'lookup' | 'complete', vrm: string) => {
    events.changed(kind, vrm)
    following.reportsChanged()
    sizeSoon()
  }
  const lookup = createLookup({ ...shared, onChanged: (vrm) => reportChanged('lookup', vrm) })
  const complete = createCompleteReports({
    ...shared,
    assumptions,
    // The store that is open, and not the keychain of this moment: what is paid for is kept in that one.
    forbidden: () => (store.persistent ? null : appError('nothing-persists')),
    onChanged: (vrm) => reportChanged('complete', vrm),
    onUncertain(requests) {
      state.uncertain = requests
      events.uncertain(requests)
    },
  })

  const procedures = createProcedures({
    ...shared,
    assumptions,
    vault: createVault(join(active.directory, 'documents')),
    persists: () => store.persistent,
    undoMs: deps.undoMs,
    keepOwn: (procedure) => following.changes.keepOwn('procedure', procedure),
    onDraft: events.draft,
    onCounts(counts) {
      state.drafts = counts
      events.drafts(counts)
    },
  })

  let opening: Promise<void> | null = null
  function open(): Promise<void> {
    if (state.store.state === 'open') return Promise.resolve()
    opening ??= store.open().finally(() => (opening = null))
    return opening
  }

  async function takeUp(): Promise<void> {
    if (state.store.state !== 'open') return
    // Each for itself: what one of them cannot take up does not keep the others.
    const parts = [events.opened(workspace), lookup.resume(), complete.resume(), procedures.resume()]
    for (const part of await Promise.allSettled(parts)) {
      if (part.status === 'rejected') log.error('core: cannot take up a part of the work', part.reason)
    }
    following.start()
  }

  const workspace: Workspace = {
    active,
    store,
    client,
    transport,
    gate,
    lookup,
    complete,
    following,
    outage,
    procedures,
    state,
    open,
    takeUp,
    async start() {
      active.start()
      await open()
      await takeUp()
    },
    async stop({ hurried } = { hurried: false }) {
      stopping.abort()
      const ended = (what: string) => (error: unknown) => log.error(`core: ${what} did not end well`, error)
      await Promise.all([
        following.stop().catch(ended('what is followed')),
        lookup.stop().catch(ended('lookups')),
        complete.close(hurried).catch(ended('complete reports')),
        procedures.close(hurried).catch(ended('procedures')),
      ])
      await outage.flush()
      await Promise.all([active.stop(), transport.close(), store.close()])
    },
  }
  return workspace
}
