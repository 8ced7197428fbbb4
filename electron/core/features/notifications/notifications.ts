import type { NotificationSettings } from '#shared/bridge/inbox.ts'
import type { Route } from '#shared/bridge/route.ts'
import { notificationWords } from '#shared/text/notifications.ts'
import { isPolled } from '../changes/resource.rules.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { NotificationRow } from '../inbox/inbox.store.ts'
import type { HostPort } from '../../host.ts'
import type { Log } from '../../runtime/log/log.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import { groupNotifications, routeOf, type Burst } from './grouping.rules.ts'
import { decide } from './policy.rules.ts'
import { createRaiser, TOLD_ROWS } from './raiser.ts'
import type { Raised, Windows } from './windows.ts'

/** Tells what changed, once (architecture.md rule 7). */
export interface Notifier {
  start(): void
  /** Something may be to be told. */
  wake(): void
  /** A look that something may have waited for has ended. */
  settled(): void
  test(): Promise<Raised>
  /** Where a notification leads; what it told counts as read. `null` when nothing is known of it. */
  clicked(tag: string): Promise<Route | null>
  stop(): Promise<void>
}

export interface NotifierDeps {
  call: StoreCall
  clock: Clock
  log: Log
  supervisor: Supervisor
  windows: Windows
  /** The host's own presenter, where it has one. */
  present?: HostPort['notify']
  settings: () => NotificationSettings
  /** Told apart from other accounts': tags are of the whole application. */
  scope: string
  /** It is just being looked at: what is known of it will be more in a moment. */
  isBusy: (kind: string, id: string) => boolean
  /** Everything is being looked at once more: what that finds is told together, and `wake` says that it is over. */
  isCatchingUp: () => boolean
  onInbox: () => void
}

const PAGE = 1_000
/** What a look at its resource is waited for. */
const BUSY_MS = 5_000
const LOOK_AGAIN_MS = 250
/** What catching up finds is told together after so long, and then ever more seldom: it may go on for an hour. */
const TOGETHER_MS = 20_000
const LONGEST_TOGETHER_MS = 5 * 60_000
/** A burst grows under its tag, but not with every change that joins it. */
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
    wereAway: () => away,
  })
  const loop = createBackgroundLoop({
    name: 'notifications',
    clock,
    log,
    supervisor,
    round,
  })
  let raisedAt: number[] = []
  let burst: Burst | null = null
  /** They gathered while nobody could be told. */
  let away = false
  /** Something waits for a look to end. */
  let held = false
  /** What catching up finds is gathered: since when, for how long, and up to which row it was seen. */
  let gathering: { since: number; wait: number; seen: number } | null = null

  const canRaise = () => present !== undefined || windows.mayRaise
  const tagOf = (seq: number) => `${scope}:${seq}`

  /** @returns milliseconds until there may be something to tell again */
  async function round(): Promise<number> {
    // No window, or none that may: it waits, and is told as one to the first that can.
    if (!canRaise()) {
      away = true
      return Infinity
    }
    const again = await raiser.raiseAgain()
    const now = clock.now()
    const soon = burst === null ? 0 : burst.at + BURST_EVERY_MS - now
    if (soon > 0 && soon <= BURST_EVERY_MS) return Math.min(soon, again)
    const wasGathering = gathering !== null
    const gather = gatherFor(now)
    // The digest of one catching up is one notification, however long that takes.
    if (wasGathering && gather === 0 && burst) burst = { ...burst, at: now }
    const next = [again, gather || Infinity]
    for (const tag of await decideDue(gather > 0)) next.push(await raiser.raise(tag))
    if (held) next.push(LOOK_AGAIN_MS)
    else if (gather === 0) away = false
    return Math.min(...next)
  }

  /** Milliseconds that what catching up finds is still gathered for; 0: it is told now. */
  function gatherFor(now: number): number {
    if (!isCatchingUp()) {
      gathering = null
      return 0
    }
    gathering ??= { since: now, wait: TOGETHER_MS, seen: 0 }
    const passed = now - gathering.since
    if (passed >= 0 && passed < gathering.wait) return gathering.wait - passed
    gathering = { since: now, wait: Math.min(gathering.wait * 2, LONGEST_TOGETHER_MS), seen: 0 }
    return 0
  }

  /** @returns the tags that are to be raised, written down as such */
  async function decideDue(gather: boolean): Promise<Set<string>> {
    const tags = new Set<string>()
    held = false
    for (let after = gather ? (gathering?.seen ?? 0) : 0; ;) {
      const rows = await call('notifications', 'due', after, PAGE)
      const last = rows.at(-1)
      if (!last) break
      if (isHeld(rows)) {
        held = true
        break
      }
      // What somebody waits for, or has just happened, does not wait for the rest to be found.
      const told = gather ? rows.filter((row) => !(row.source === 'poll' && isPolled(row.kind))) : rows
      for (const tag of await decideAll(told)) tags.add(tag)
      after = last.seq
      if (gather && gathering) gathering.seen = after
      if (rows.length < PAGE) break
    }
    return tags
  }

  /** An event says less than the look that it made necessary: it waits for that a little. */
  function isHeld(rows: readonly NotificationRow[]): boolean {
    const now = clock.now()
    const hints = rows.filter(
      ({ source, seenAt }) => source === 'relay' && seenAt <= now && now - seenAt < BUSY_MS,
    )
    return hints.some(({ kind, id }) => isBusy(kind, id))
  }

  async function decideAll(rows: readonly NotificationRow[]): Promise<string[]> {
    const now = clock.now()
    const wanted = settings()
    const suppressed: { seq: number; why: string }[] = []
    const told: NotificationRow[] = []
    for (const row of rows) {
      const decision = decide(row, wanted, windows.shown(), now)
      if (decision.raise) told.push(row)
      else suppressed.push({ seq: row.seq, why: decision.why })
    }
    const grouped = groupNotifications(told, wanted.burst, { raisedAt, burst, now }, tagOf)
    await call('decideNotifications', { suppressed, raised: grouped.groups })
    burst = grouped.burst
    raisedAt = [...raisedAt.filter((at) => now - at < RECENT_MS), ...grouped.groups.map(() => now)].slice(
      -100,
    )
    return grouped.groups.map(({ tag }) => tag)
  }

  return {
    start: loop.start,
    wake: loop.wake,
    settled() {
      if (held) loop.wake()
    },
    test: () =>
      raiser.show({
        tag: `${scope}:test`,
        ...notificationWords.test,
        route: { view: 'inbox' },
        silent: !settings().sound,
      }),
    async clicked(tag) {
      if (tag === `${scope}:test`) return { view: 'inbox' }
      const { rows, total } = await call('notificationsOfTag', tag, TOLD_ROWS)
      if (rows.length === 0) return null
      const route = routeOf(rows, total)
      if (route.view !== 'inbox' || route.seq !== undefined) {
        await call('readNotices', tag)
        onInbox()
      }
      return route
    },
    stop: loop.stop,
  }
}
