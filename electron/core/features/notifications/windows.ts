import type { Notification, NotificationOutcome } from '#shared/bridge/inbox.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { Clock } from '../../runtime/clock.ts'

/** Heartbeat that a window sends every few seconds. */
export interface WindowBeat {
  windowId: string
  permission: 'granted' | 'denied' | 'default' | 'unsupported'
  visible: boolean
  route?: Route | undefined
  closing?: boolean | undefined
}

/** Outcome of the request to raise a notification. `no-window`: no window is open, or none has permission. */
export type Raised = NotificationOutcome | 'timeout' | 'no-window'

/** Open windows. One elected window raises the notifications. */
export interface Windows {
  /** @returns true if a user has just arrived: no window was open before, or none was visible for a while */
  recordBeat(beat: WindowBeat): boolean
  /** Routes that the user sees now. */
  listShownRoutes(): Route[]
  readonly mayRaise: boolean
  /**
   * Asks the elected window. If it does not answer or has no permission, the next window is asked, under the same
   * tag.
   */
  raise(notification: Notification): Promise<Raised>
  recordOutcome(windowId: string, tag: string, outcome: NotificationOutcome): void
}

export interface WindowsDeps {
  clock: Clock
  ask: (windowId: string, notification: Notification) => void
}

/** Browsers run the timers of a hidden tab only once a minute. */
export const WINDOW_ALIVE_MS = 90_000
export const ANSWER_MS = 4_000
/** If no user was present for this time, the next user triggers a full fetch. */
const AWAY_MS = 5 * 60_000

interface Known extends WindowBeat {
  at: number
}

export function createWindows({ clock, ask }: WindowsDeps): Windows {
  const windows = new Map<string, Known>()
  const waiting = new Map<string, { windowId: string; answer: (outcome: Raised) => void }>()
  let elected: string | null = null
  let seenAt = -Infinity

  /** Absolute difference: after the clock is set back, a closed window must not count as alive for ever. */
  const listAlive = () =>
    [...windows.values()].filter(({ at }) => Math.abs(clock.now() - at) < WINDOW_ALIVE_MS)

  /**
   * Keeps the elected window while it can notify, because only the same window can replace its notifications.
   * Otherwise elects the window with the latest heartbeat.
   */
  function electWindow(tried: ReadonlySet<string>): string | null {
    const able = listAlive().filter(
      ({ windowId, permission }) => permission === 'granted' && !tried.has(windowId),
    )
    if (able.some(({ windowId }) => windowId === elected)) return elected
    elected = able.toSorted((a, b) => b.at - a.at)[0]?.windowId ?? null
    return elected
  }

  async function askWindow(windowId: string, notification: Notification): Promise<Raised> {
    const key = `${windowId} ${notification.tag}`
    const patience = new AbortController()
    const answered = new Promise<Raised>((answer) => waiting.set(key, { windowId, answer }))
    ask(windowId, notification)
    const outcome = await Promise.race([
      answered,
      clock.sleep(ANSWER_MS, patience.signal).then(() => 'timeout' as const),
    ])
    patience.abort()
    waiting.delete(key)
    return outcome
  }

  return {
    recordBeat(beat) {
      const now = clock.now()
      const absent = Math.abs(now - seenAt) > AWAY_MS
      const isFirst = listAlive().length === 0
      if (beat.closing === true) {
        windows.delete(beat.windowId)
        // A closing window will not answer any more. Its requests go to the next window at once.
        for (const { windowId, answer } of waiting.values()) if (windowId === beat.windowId) answer('timeout')
        return false
      }
      windows.set(beat.windowId, { ...beat, at: now })
      if (beat.visible) seenAt = now
      return isFirst || (beat.visible && absent)
    },
    listShownRoutes: () => listAlive().flatMap(({ visible, route }) => (visible && route ? [route] : [])),
    get mayRaise() {
      return electWindow(new Set()) !== null
    },
    async raise(notification) {
      const tried = new Set<string>()
      let last: Raised = 'no-window'
      for (let one = electWindow(tried); one !== null; one = electWindow(tried)) {
        tried.add(one)
        last = await askWindow(one, notification)
        if (last === 'shown') return last
        const known = windows.get(one)
        if (known && last === 'denied') windows.set(one, { ...known, permission: 'denied' })
        // The tab is closed or asleep. Its next heartbeat registers it again.
        if (last === 'timeout') windows.delete(one)
      }
      return last
    },
    recordOutcome: (windowId, tag, outcome) => waiting.get(`${windowId} ${tag}`)?.answer(outcome),
  }
}
