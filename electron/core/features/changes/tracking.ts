import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import type { InboxCounts, Outage, ResourceKind, Sweep } from '#shared/bridge/inbox.ts'
import type { NotificationSettings } from '#shared/bridge/settings.ts'
import type { Connection } from '#shared/bridge/slices.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import { createChanges, isOver, type Changes } from './changes.ts'
import { createLivePolling } from './live-polling.ts'
import { createResourceFetcher } from './resource-fetcher.ts'
import { createBackgroundPolling } from './background-polling.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { HostPort } from '../../host.ts'
import type { Log } from '../../runtime/log.ts'
import { createInbox, type Inbox } from '../inbox/inbox.ts'
import { createNotifier, type Notifier } from '../notifications/notifications.ts'
import type { Windows } from '../notifications/windows.ts'
import type { OutageSense } from '../outage/outage.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { Admission } from '../../runtime/admission.ts'

/** Changes, Novedades and notifications of one account, wired together. */
export interface Tracking {
  readonly changes: Changes
  readonly inbox: Inbox
  readonly notifier: Notifier
  /** Starts once the store is open. Later calls do nothing. */
  start(): void
  /** A report may have finished: refreshes Novedades and notifications. */
  reportsChanged(): void
  connectionChanged(state: Connection): void
  /** Called when a relay starts or stops reporting every change. */
  relayChanged(): void
  /** The user came back, or this PC woke up: fetches every open resource once more. */
  wake(): void
  /** This PC goes to sleep: no requests until `wake`. */
  sleep(): void
  /** A copy was merged: fetches its new resources, and counts Novedades again. */
  restored(): void
  /** The office's notification settings changed. */
  settingsChanged(): void
  /** The contract date of a procedure changed: evaluates its legal alerts now. */
  termsChanged(): void
  /** Another PC marked changes as done, or put them off. */
  marksArrived(): void
  /** Some resources became invisible or were erased. */
  forgotten(): void
  stop(): Promise<void>
}

export interface TrackingEvents {
  resource(kind: ResourceKind, id: string): void
  inbox(seqs: readonly number[]): void
  inboxCounts(counts: InboxCounts): void
  outage(state: Outage): void
  sweep(state: Sweep): void
}

export interface TrackingDeps extends Admission {
  call: StoreCall
  client: ServiceClient
  clock: Clock
  log: Log
  supervisor: Supervisor
  assumptions: Pick<AccountAssumptions, 'backgroundRequestsPerSecond'>
  outage: OutageSense
  windows: Windows
  present?: HostPort['notify']
  notificationSettings: () => NotificationSettings
  hidesNames: () => boolean
  /** Id of the account. */
  scope: string
  /** True while a relay reports every change. */
  isRelayed?: () => boolean
  /** Called when an event of the service names a report. */
  onReport?: (id: string) => void
  events: TrackingEvents
  random?: () => number
}

/** Interval of evaluating alerts. They count days, so this is often enough. */
const ALERTS_EVERY_MS = 15 * 60_000
/** Least time offline after which everything is fetched again. */
const OUT_MS = 60_000
const RECONCILE_EVERY_MS = 60_000
const REPORTS_MS = 50

export function createTracking(deps: TrackingDeps): Tracking {
  const { call, client, breaker, limiter, background, clock, log, supervisor, assumptions, outage, events } =
    deps
  const perSecond = assumptions.backgroundRequestsPerSecond
  const isRelayed = deps.isRelayed ?? (() => false)
  let started = false
  let alertsAt = -Infinity
  let reconciledAt = -Infinity
  let outSince: number | null = null
  let onlineSince: number | null = null
  let reportsWaiting = false
  const stopping = new AbortController()

  const publishChanges = (seqs: readonly number[] = []) => {
    inbox.publishChanges(seqs)
    notifier.wake()
  }
  const fetcher = createResourceFetcher({
    call,
    client,
    breaker,
    limiter,
    background,
    clock,
    log,
    random: deps.random ?? Math.random,
    onSettled: () => notifier.handleFetchEnd(),
    onKept(kind, id, isUnread) {
      events.resource(kind, id)
      if (isUnread) publishChanges()
    },
  })
  const livePolling = createLivePolling({ fetcher, clock, log, isOver: (kind, id) => isOver(call, kind, id) })
  const backgroundPolling = createBackgroundPolling({
    call,
    fetcher,
    breaker,
    clock,
    log,
    supervisor,
    perSecond,
    isRelayed,
    runChores,
    onState: events.sweep,
    onWake: wake,
    onCaughtUp: () => notifier.wake(),
  })
  const changes = createChanges({
    call,
    clock,
    fetcher,
    livePolling,
    backgroundPolling,
    ...(deps.onReport && { onReport: deps.onReport }),
    onChanged(kind, id, isUnread) {
      events.resource(kind, id)
      if (isUnread) publishChanges()
    },
  })
  const inbox = createInbox({
    call,
    clock,
    log,
    onCounts: events.inboxCounts,
    onChanged: events.inbox,
    onSnoozed: () => backgroundPolling.wake(),
  })
  const notifier = createNotifier({
    call,
    clock,
    log,
    supervisor,
    windows: deps.windows,
    ...(deps.present && { present: deps.present }),
    settings: deps.notificationSettings,
    hidesNames: deps.hidesNames,
    scope: deps.scope,
    isBusy: (kind, id) => fetcher.isBusy(kind, id),
    isCatchingUp: () => backgroundPolling.catchingUp,
    onInbox: (seqs) => inbox.publishChanges(seqs),
  })

  async function runChores(now: number): Promise<number | null> {
    outage.publishIfEnded(now)
    if (Math.abs(now - alertsAt) >= ALERTS_EVERY_MS) {
      alertsAt = now
      const seqs = await call('raiseAlerts', deps.notificationSettings().days, now)
      if (seqs.length > 0) publishChanges(seqs)
    }
    return inbox.wake(now)
  }

  function wake(): void {
    const now = clock.now()
    backgroundPolling.resume()
    if (!started || Math.abs(now - reconciledAt) < RECONCILE_EVERY_MS) return
    reconciledAt = now
    alertsAt = -Infinity
    backgroundPolling.reconcile().catch((error: unknown) => log.error('changes: cannot reconcile', error))
  }

  /** The background includes new resources and the end of snoozes. */
  function publishAll(): void {
    if (!started) return
    backgroundPolling.wake()
    inbox.publishChanges()
  }

  return {
    changes,
    inbox,
    notifier,
    start() {
      if (started) return
      started = true
      reconciledAt = clock.now()
      // A fetch time in the future would never be due again. The clock may have been set back while the program was
      // off.
      call('reconcileResources', 0, clock.now())
        .catch((error: unknown) => log.error('changes: cannot reconcile', error))
        .finally(() => backgroundPolling.start())
      notifier.start()
      inbox.publishChanges()
    },
    reportsChanged() {
      if (!started || reportsWaiting) return
      // A report goes through several steps in a moment, and at most one of them is news.
      reportsWaiting = true
      void clock.sleep(REPORTS_MS, stopping.signal).then(() => {
        reportsWaiting = false
        if (!stopping.signal.aborted) publishChanges()
      })
    },
    connectionChanged({ state, since }) {
      // Repeated events differ only in the time of the last contact.
      if (state === 'online' && since === onlineSince) return
      onlineSince = state === 'online' ? since : null
      if (state === 'down' || state === 'unauthorized') outSince ??= since
      if (started) backgroundPolling.wake()
      if (state !== 'online') return
      const out = outSince === null ? 0 : clock.now() - outSince
      outSince = null
      if (out >= OUT_MS) wake()
    },
    relayChanged() {
      if (started) backgroundPolling.wake()
    },
    wake,
    sleep: () => backgroundPolling.pause(),
    restored: publishAll,
    marksArrived: publishAll,
    settingsChanged() {
      alertsAt = -Infinity
      if (!started) return
      backgroundPolling.wake()
      notifier.wake()
    },
    termsChanged() {
      alertsAt = -Infinity
      if (!started) return
      backgroundPolling.wake()
      inbox.publishChanges()
    },
    forgotten: () => inbox.publishChanges(),
    async stop() {
      stopping.abort()
      await Promise.all([livePolling.stop(), fetcher.close(), backgroundPolling.stop()])
      await notifier.stop()
    },
  }
}
