import { createHash } from 'node:crypto'
import type { Unshown } from '#shared/bridge/inbox.ts'
import type { NotificationSettings } from '#shared/bridge/settings.ts'
import type { Route } from '#shared/bridge/route.ts'
import { notificationWords } from '#shared/text/notifications.ts'
import { isPolled } from '../changes/resource.rules.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { NotificationRow, TaggedRows } from '../inbox/inbox.store.ts'
import type { HostPort } from '../../host.ts'
import type { Log } from '../../runtime/log.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import {
  groupNotifications,
  chooseRoute,
  type Burst,
  canWait,
  buildDigestTag,
  computeDigestWait,
  isForDigest,
  decide,
} from './notifications.rules.ts'
import { createRaiser, TOLD_ROWS } from './raiser.ts'
import type { Raised, Windows } from './windows.ts'

/** Notifies every change once. */
export interface Notifier {
  start(): void
  /** Wakes the loop, because changes may need a notification. */
  wake(): void
  /** Call this when a fetch ends: a notification may be waiting for it. */
  handleFetchEnd(): void
  test(): Promise<Raised>
  /** Target of a clicked notification. Its changes become read. `null` for an unknown tag. */
  openClicked(tag: string): Promise<Route | null>
  /** Marks the changes of a notification as done. `false` for an unknown tag. */
  markDone(tag: string): Promise<boolean>
  /** Unread changes that the system did not show. */
  countUnshown(): Promise<Unshown>
  stop(): Promise<void>
}

export interface NotifierDeps {
  call: StoreCall
  clock: Clock
  log: Log
  supervisor: Supervisor
  windows: Windows
  /** Notifications of the host itself. Absent if a window raises them. */
  present?: HostPort['notify']
  settings: () => NotificationSettings
  hidesNames: () => boolean
  /** Prefix of the account, because all accounts share the tags. */
  scope: string
  /** True while the resource is being fetched. Its data will soon be more complete. */
  isBusy: (kind: string, id: string) => boolean
  /** True while everything is fetched again. The findings share one notification. `wake` signals the end. */
  isCatchingUp: () => boolean
  onInbox: (seqs?: readonly number[]) => void
}

const PAGE = 1_000
/** Maximum wait for the fetch of a resource. */
const BUSY_MS = 5_000
const LOOK_AGAIN_MS = 250
/**
 * Interval for the findings of a reconciliation, which are notified together. The interval doubles each time, because
 * a reconciliation may take an hour.
 */
const TOGETHER_MS = 20_000
const MAX_TOGETHER_MS = 5 * 60_000
/** Minimum time between two notifications of a growing burst. */
const BURST_EVERY_MS = 3_000
const RECENT_MS = 10 * 60_000

export function createNotifier(deps: NotifierDeps): Notifier {
  const { call, clock, log, supervisor, windows, present, settings, scope, isBusy, isCatchingUp, onInbox } =
    deps
  const raiser = createRaiser({
    call,
    clock,
    log,
    windows,
    ...(present && { present }),
    settings,
    hidesNames: deps.hidesNames,
    // Windows allows 64 characters.
    groupOf: (kind, id) =>
      createHash('sha256').update(`${scope} ${kind} ${id}`).digest('base64url').slice(0, 16),
    onUnshown: () => onInbox(),
    wereWindowsAway: () => away,
  })
  const loop = createBackgroundLoop({
    name: 'notifications',
    clock,
    log,
    supervisor,
    round: notifyDue,
  })
  let raisedAt: number[] = []
  let burst: Burst | null = null
  /** True if changes accumulated while no window could notify. */
  let away = false
  /** True if a row waits for the end of a fetch. */
  let held = false
  /** Milliseconds until the digest of low-priority changes. `Infinity` without such changes. */
  let untilDigest = Infinity
  /** Collection of the findings of a reconciliation: its start, its duration, and its last row. */
  let gathering: { since: number; wait: number; seen: number } | null = null

  const canRaise = () => present !== undefined || windows.mayRaise
  const buildTag = (seq: number) => `${scope}:${seq}`

  /** @returns milliseconds until the next possible notification */
  async function notifyDue(): Promise<number> {
    // If no window may notify, the changes wait. The first window that may notify them gets them as one notification.
    if (!canRaise()) {
      away = true
      return Infinity
    }
    const again = await raiser.raiseAgain()
    const now = clock.now()
    const soon = burst === null ? 0 : burst.at + BURST_EVERY_MS - now
    if (soon > 0 && soon <= BURST_EVERY_MS) return Math.min(soon, again)
    const wasGathering = gathering !== null
    const gather = computeGatherMs(now)
    // All findings of one reconciliation share one notification, however long it takes.
    if (wasGathering && gather === 0 && burst) burst = { ...burst, at: now }
    const next = [again, gather || Infinity]
    for (const decided of await decideDue(gather > 0)) next.push(await raiser.raise(decided))
    next.push(untilDigest)
    if (held) next.push(LOOK_AGAIN_MS)
    else if (gather === 0) away = false
    return Math.min(...next)
  }

  /** Milliseconds left to collect findings of a reconciliation. 0 means: notify now. */
  function computeGatherMs(now: number): number {
    if (!isCatchingUp()) {
      gathering = null
      return 0
    }
    gathering ??= { since: now, wait: TOGETHER_MS, seen: 0 }
    const passed = now - gathering.since
    if (passed >= 0 && passed < gathering.wait) return gathering.wait - passed
    gathering = { since: now, wait: Math.min(gathering.wait * 2, MAX_TOGETHER_MS), seen: 0 }
    return 0
  }

  /** @returns notifications to raise. They are already stored as decided */
  async function decideDue(gather: boolean): Promise<Iterable<TaggedRows>> {
    const decided = new Map<string, TaggedRows>()
    const waiting: NotificationRow[] = []
    held = false
    untilDigest = Infinity
    for (let after = gather ? (gathering?.seen ?? 0) : 0; ;) {
      const rows = await call('notifications', 'due', after, PAGE)
      const last = rows.at(-1)
      if (!last) break
      if (isHeld(rows)) {
        held = true
        break
      }
      // Webhook events and reports do not wait for the remaining findings.
      const ready = gather ? rows.filter((row) => !(row.source === 'poll' && isPolled(row.kind))) : rows
      // A burst may span several pages. It has one tag.
      for (const tagged of await decideAll(ready, waiting)) decided.set(tagged.tag, tagged)
      after = last.seq
      if (gather && gathering) gathering.seen = after
      if (rows.length < PAGE) break
    }
    // The digest needs every waiting row: one hour is one digest.
    if (!held && !gather) for (const tagged of await decideDigest(waiting)) decided.set(tagged.tag, tagged)
    return decided.values()
  }

  /**
   * Stores the whole digest as decided in one transaction. If the digest is not due, this function only sets
   * `untilDigest`.
   */
  async function decideDigest(waiting: readonly NotificationRow[]): Promise<TaggedRows[]> {
    const [oldest] = waiting
    const wait = computeDigestWait(waiting, settings(), clock.now())
    if (!oldest || wait > 0) {
      untilDigest = wait
      return []
    }
    const tag = buildDigestTag(scope, oldest.seq)
    raiser.trackDecision([tag])
    const raised = [{ tag, seqs: waiting.map(({ seq }) => seq) }]
    return call('decideNotifications', { suppressed: [], raised, limit: TOLD_ROWS })
  }

  /** An event has less detail than the fetch that it triggers. The notification waits briefly for that fetch. */
  function isHeld(rows: readonly NotificationRow[]): boolean {
    const now = clock.now()
    const hints = rows.filter(
      ({ source, seenAt }) => source === 'relay' && seenAt <= now && now - seenAt < BUSY_MS,
    )
    return hints.some(({ kind, id }) => isBusy(kind, id))
  }

  /** @param waiting receives the rows that wait for the digest */
  async function decideAll(
    rows: readonly NotificationRow[],
    waiting: NotificationRow[],
  ): Promise<TaggedRows[]> {
    const now = clock.now()
    const wanted = settings()
    const suppressed: { seq: number; why: string }[] = []
    const raised: NotificationRow[] = []
    for (const row of rows) {
      const decision = decide(row, wanted, windows.listShownRoutes(), now)
      if (isForDigest(row, wanted) && canWait(decision)) waiting.push(row)
      else if (decision.raise) raised.push(row)
      else suppressed.push({ seq: row.seq, why: decision.why })
    }
    const grouped = groupNotifications(raised, wanted.burst, { raisedAt, burst, now }, buildTag)
    raiser.trackDecision(grouped.groups.map(({ tag }) => tag))
    const decided = await call('decideNotifications', {
      suppressed,
      raised: grouped.groups,
      limit: TOLD_ROWS,
    })
    burst = grouped.burst
    raisedAt = [...raisedAt.filter((at) => now - at < RECENT_MS), ...grouped.groups.map(() => now)].slice(
      -100,
    )
    return decided
  }

  return {
    start: loop.start,
    wake: loop.wake,
    handleFetchEnd() {
      if (held) loop.wake()
    },
    test: () =>
      raiser.show({
        tag: `${scope}:test`,
        ...notificationWords.test,
        route: { view: 'inbox' },
        silent: !settings().sound,
        actions: [],
      }),
    async openClicked(tag) {
      if (tag === `${scope}:test`) return { view: 'inbox' }
      const { rows, total } = await call('notificationsOfTag', tag, TOLD_ROWS)
      if (rows.length === 0) return null
      const route = chooseRoute(rows, total)
      if (route.view !== 'inbox' || route.seq !== undefined) {
        await call('readNotices', tag)
        onInbox()
      }
      return route
    },
    async markDone(tag) {
      const finished = await call('finishTag', tag)
      if (finished && finished.length > 0) onInbox(finished)
      return finished !== null
    },
    countUnshown: () => call('unshown'),
    stop: loop.stop,
  }
}
