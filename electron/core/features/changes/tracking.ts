import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import type { InboxCounts, NotificationSettings, Outage, ResourceKind, Sweep } from '#shared/bridge/inbox.ts'
import type { Connection } from '#shared/bridge/slices.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import { createChanges, isOver, type Changes } from './changes.ts'
import { createLivePolling } from './live-polling.ts'
import { createResourceFetcher } from './resource-fetcher.ts'
import { createBackgroundPolling } from './background-polling.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { HostPort } from '../../host.ts'
import type { Log } from '../../runtime/log/log.ts'
import { createInbox, type Inbox } from '../inbox/inbox.ts'
import { createNotifier, type Notifier } from '../notifications/notifications.ts'
import type { Windows } from '../notifications/windows.ts'
import type { OutageSense } from '../outage/outage.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { Admission } from '../../runtime/admission.ts'

/** One account's changes, Novedades and notifications, wired together. */
export interface Tracking {
  readonly changes: Changes
  readonly inbox: Inbox
  readonly notifier: Notifier
  /** The store is open. Once is enough; more does nothing. */
  start(): void
  /** A report may have finished: Novedades and notifications are looked at. */
  reportsChanged(): void
  connectionChanged(state: Connection): void
  /** A person came back, or this PC woke up: everything is looked at once more. */
  wake(): void
  /** This PC goes to sleep: nothing is asked until `wake`. */
  sleep(): void
  /** A copy was merged: what is new of it is looked at, and Novedades counted anew. */
  restored(): void
  /** What the office wants to be told of changed. */
  settingsChanged(): void
  /** The contract date of a procedure changed: its legal alerts are looked at now. */
  termsChanged(): void
  /** Some of it went out of sight, or is erased. */
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
  /** The account's id. */
  scope: string
  events: TrackingEvents
  random?: () => number
}

/** Alerts are of days: looking for them this often is enough. */
const ALERTS_EVERY_MS = 15 * 60_000
/** A connection lost for less is not worth looking at everything again. */
const OUT_MS = 60_000
const RECONCILE_EVERY_MS = 60_000
const REPORTS_MS = 50

export function createTracking(deps: TrackingDeps): Tracking {
  const { call, client, breaker, limiter, background, clock, log, supervisor, assumptions, outage, events } =
    deps
  const perSecond = assumptions.backgroundRequestsPerSecond
  let started = false
  let alertsAt = -Infinity
  let reconciledAt = -Infinity
  let outSince: number | null = null
  let onlineSince: number | null = null
  let reportsWaiting = false
  const stopping = new AbortController()

  const born = (seqs: readonly number[] = []) => {
    inbox.changed(seqs)
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
    onSettled: () => notifier.settled(),
    onKept(kind, id, isUnread) {
      events.resource(kind, id)
      if (isUnread) born()
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
    chores,
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
    onChanged(kind, id, isUnread) {
      events.resource(kind, id)
      if (isUnread) born()
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
    scope: deps.scope,
    isBusy: (kind, id) => fetcher.isBusy(kind, id),
    isCatchingUp: () => backgroundPolling.catchingUp,
    onInbox: () => inbox.changed(),
  })

  async function chores(now: number): Promise<number | null> {
    outage.tick(now)
    if (Math.abs(now - alertsAt) >= ALERTS_EVERY_MS) {
      alertsAt = now
      const seqs = await call('raiseAlerts', deps.notificationSettings().days, now)
      if (seqs.length > 0) born(seqs)
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

  return {
    changes,
    inbox,
    notifier,
    start() {
      if (started) return
      started = true
      reconciledAt = clock.now()
      // What was looked at "in the future" (the clock was set back while we were off) would never be due.
      call('reconcileResources', 0, clock.now())
        .catch((error: unknown) => log.error('changes: cannot reconcile', error))
        .finally(() => backgroundPolling.start())
      notifier.start()
      inbox.changed()
    },
    reportsChanged() {
      if (!started || reportsWaiting) return
      // A report has several steps within a moment, of which one at most is news.
      reportsWaiting = true
      void clock.sleep(REPORTS_MS, stopping.signal).then(() => {
        reportsWaiting = false
        if (!stopping.signal.aborted) born()
      })
    },
    connectionChanged({ state, since }) {
      // Told again although nothing but the time of the last contact is new.
      if (state === 'online' && since === onlineSince) return
      onlineSince = state === 'online' ? since : null
      if (state === 'down' || state === 'unauthorized') outSince ??= since
      if (started) backgroundPolling.wake()
      if (state !== 'online') return
      const out = outSince === null ? 0 : clock.now() - outSince
      outSince = null
      if (out >= OUT_MS) wake()
    },
    wake,
    sleep: () => backgroundPolling.pause(),
    restored() {
      if (!started) return
      backgroundPolling.wake()
      inbox.changed()
    },
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
      inbox.changed()
    },
    forgotten: () => inbox.changed(),
    async stop() {
      stopping.abort()
      await Promise.all([livePolling.stop(), fetcher.close(), backgroundPolling.stop()])
      await notifier.stop()
    },
  }
}
