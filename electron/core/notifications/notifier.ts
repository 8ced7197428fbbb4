import type { Notification, NoticeSettings } from '#shared/bridge/news.ts'
import type { Route } from '#shared/bridge/route.ts'
import { changesText, notificationWords } from '#shared/text/notifications.ts'
import type { Clock } from '../clock.ts'
import type { StoreCall } from '../db/client.ts'
import type { NoticeRow } from '../db/news-queries.ts'
import type { HostPort } from '../host.ts'
import type { Log } from '../log/log.ts'
import { groupNotices, routeOf, type Burst } from './grouping.ts'
import { decide } from './policy.ts'
import type { Raised, Windows } from './windows.ts'

/** Tells what changed, once (architecture.md rule 7). */
export interface Notifier {
  start(): void
  /** Something may be to be told. */
  poke(): void
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
  windows: Windows
  /** The host's own presenter, where it has one. */
  present?: HostPort['notify']
  settings: () => NoticeSettings
  /** Told apart from other accounts': tags are of the whole application. */
  scope: string
  /** It is just being looked at: what is known of it will be more in a moment. */
  isBusy: (kind: string, id: string) => boolean
  /** Everything is being looked at once more: what that finds is told together. */
  isCatchingUp: () => boolean
  onNews: () => void
}

const PAGE = 1_000
/** Rows that a text is made of; beyond them it says how many there are. */
const TOLD_ROWS = 200
/** What a look at its resource is waited for, and what catching up is. */
const BUSY_MS = 5_000
const TOGETHER_MS = 20_000
const LOOK_AGAIN_MS = 250
/** A burst grows under its tag, but not with every change that joins it. */
const BURST_EVERY_MS = 3_000
/** A window that did not answer is asked again after. */
const AGAIN_MS = 15_000

export function createNotifier(deps: NotifierDeps): Notifier {
  const { call, clock, log, windows, present, settings, scope, isBusy, isCatchingUp, onNews } = deps
  const stopping = new AbortController()
  const tried = new Map<string, number>()
  let running: Promise<void> | null = null
  let again = false
  let started = false
  let later: AbortController | null = null
  let raisedAt: number[] = []
  let burst: Burst | null = null
  /** They gathered while nobody could be told. */
  let away = false
  /** Something waits for a look to end. */
  let held = false
  /** Since when everything waits for catching up to end. */
  let gatheringSince: number | null = null

  const canRaise = () => present !== undefined || windows.mayRaise
  const tagOf = (seq: number) => `${scope}:${seq}`

  async function run(): Promise<void> {
    if (!canRaise() && !windows.any) {
      away = true
      return
    }
    await raiseAgain()
    if (isGathering(clock.now())) return runLater(LOOK_AGAIN_MS)
    held = false
    const soon = burst === null ? 0 : burst.at + BURST_EVERY_MS - clock.now()
    if (soon > 0 && soon <= BURST_EVERY_MS) return runLater(soon)
    const tags = new Set<string>()
    for (let after = 0; !stopping.signal.aborted;) {
      const rows = await call('notices', 'due', after, PAGE)
      const last = rows.at(-1)
      if (!last) break
      if (isHeld(rows)) {
        held = true
        runLater(LOOK_AGAIN_MS)
        break
      }
      for (const tag of await decideAll(rows)) tags.add(tag)
      if (rows.length < PAGE) break
      after = last.seq
    }
    for (const tag of tags) await raise(tag)
    if (!held) away = false
  }

  /** While everything is looked at once more, what is found is told together every so often. */
  function isGathering(now: number): boolean {
    if (!isCatchingUp()) gatheringSince = null
    else {
      gatheringSince ??= now
      if (Math.abs(now - gatheringSince) < TOGETHER_MS) return true
      gatheringSince = now
    }
    return false
  }

  /** An event says less than the look that it made necessary: it waits for that a little. */
  function isHeld(rows: readonly NoticeRow[]): boolean {
    const now = clock.now()
    const hints = rows.filter(
      ({ source, seenAt }) => source === 'relay' && seenAt <= now && now - seenAt < BUSY_MS,
    )
    return hints.some(({ kind, id }) => isBusy(kind, id))
  }

  /** @returns the tags that are to be raised, written down as such */
  async function decideAll(rows: readonly NoticeRow[]): Promise<string[]> {
    const now = clock.now()
    const wanted = settings()
    const suppressed: { seq: number; why: string }[] = []
    const told: NoticeRow[] = []
    for (const row of rows) {
      const decision = decide(row, wanted, windows.shown(), now)
      if (decision.raise) told.push(row)
      else suppressed.push({ seq: row.seq, why: decision.why })
    }
    const grouped = groupNotices(told, wanted.burst, { raisedAt, burst, now }, tagOf)
    await call('decideNotices', { suppressed, raised: grouped.groups })
    burst = grouped.burst
    raisedAt = [...raisedAt.filter((at) => now - at < 600_000), ...grouped.groups.map(() => now)].slice(-100)
    return grouped.groups.map(({ tag }) => tag)
  }

  /** What was being raised when the product ended, or a window did not answer: again, under the same tag. */
  async function raiseAgain(): Promise<void> {
    const rows = await call('notices', 'raising', 0, PAGE)
    const now = clock.now()
    for (const tag of new Set(rows.flatMap((row) => row.tag ?? []))) {
      if (Math.abs(now - (tried.get(tag) ?? -Infinity)) >= AGAIN_MS) await raise(tag)
    }
  }

  async function raise(tag: string): Promise<void> {
    const { rows, total } = await call('noticesOfTag', tag, TOLD_ROWS)
    const outcome = await show(notificationOf(tag, rows, total))
    tried.delete(tag)
    if (outcome === 'shown') return call('noticeOutcome', tag, 'shown', null)
    if (outcome === 'timeout') {
      tried.set(tag, clock.now())
      return runLater(AGAIN_MS)
    }
    // Nobody may: with a window open that is the person's own choice, and Novedades has it.
    if (outcome !== 'nobody' || windows.any) return call('noticeOutcome', tag, 'failed', outcome)
  }

  function notificationOf(tag: string, rows: readonly NoticeRow[], total: number): Notification {
    const wanted = settings()
    const text = changesText(rows, { total, privately: wanted.private, away })
    return { tag, ...text, route: routeOf(rows, total), silent: !wanted.sound }
  }

  async function show(notification: Notification): Promise<Raised> {
    if (!present) return windows.raise(notification)
    try {
      return await present(notification)
    } catch (error) {
      log.error('notifications: the host could not raise one', error)
      return 'failed'
    }
  }

  function runLater(ms: number): void {
    later?.abort()
    const mine = new AbortController()
    later = mine
    void clock.sleep(ms, mine.signal).then(() => mine.signal.aborted || poke())
  }

  function poke(): void {
    if (!started || stopping.signal.aborted) return
    if (running) {
      again = true
      return
    }
    running = run()
      .catch((error: unknown) => log.error('notifications: cannot tell what changed', error))
      .finally(() => {
        running = null
        if (!again) return
        again = false
        poke()
      })
  }

  return {
    start() {
      started = true
      poke()
    },
    poke,
    settled() {
      if (held) poke()
    },
    test: () =>
      show({
        tag: `${scope}:test`,
        ...notificationWords.test,
        route: { view: 'news' },
        silent: !settings().sound,
      }),
    async clicked(tag) {
      if (tag === `${scope}:test`) return { view: 'news' }
      const { rows, total } = await call('noticesOfTag', tag, TOLD_ROWS)
      if (rows.length === 0) return null
      const route = routeOf(rows, total)
      if (route.view !== 'news' || route.seq !== undefined) {
        await call('readNotices', tag)
        onNews()
      }
      return route
    },
    async stop() {
      stopping.abort()
      later?.abort()
      await running
    },
  }
}
