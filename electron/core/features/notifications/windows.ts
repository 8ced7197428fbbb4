import type { Notification, NotificationOutcome } from '#shared/bridge/inbox.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { Clock } from '../../runtime/clock.ts'

/** Heartbeat of a window, every few seconds. */
export interface WindowBeat {
  windowId: string
  permission: 'granted' | 'denied' | 'default' | 'unsupported'
  visible: boolean
  route?: Route | undefined
  closing?: boolean | undefined
}

/** Outcome of asking the windows to raise a notification; `no-window`: none is open, or none is allowed to. */
export type Raised = NotificationOutcome | 'timeout' | 'no-window'

/** Open windows, and the one that raises the notifications. */
export interface Windows {
  /** @returns true if a user has just arrived: before, there was no window, or none in use */
  beat(beat: WindowBeat): boolean
  /** Routes in front of the user. */
  shown(): Route[]
  readonly mayRaise: boolean
  /** Asks the elected window; if it does not answer or may not, the next one, under the same tag. */
  raise(notification: Notification): Promise<Raised>
  outcome(windowId: string, tag: string, outcome: NotificationOutcome): void
}

export interface WindowsDeps {
  clock: Clock
  ask: (windowId: string, notification: Notification) => void
}

/** Browsers let a hidden tab's timers run once a minute. */
export const WINDOW_ALIVE_MS = 90_000
export const ANSWER_MS = 4_000
/** After so long without a user, their return triggers a full fetch. */
const AWAY_MS = 5 * 60_000

interface Known extends WindowBeat {
  at: number
}

export function createWindows({ clock, ask }: WindowsDeps): Windows {
  const windows = new Map<string, Known>()
  const waiting = new Map<string, { windowId: string; answer: (outcome: Raised) => void }>()
  let elected: string | null = null
  let seenAt = -Infinity

  /** Absolute: a clock that was set back must not keep a window alive for ever. */
  const alive = () => [...windows.values()].filter(({ at }) => Math.abs(clock.now() - at) < WINDOW_ALIVE_MS)

  /** Keeps the elected window, so that notifications replace each other; else the latest heartbeat. */
  function elect(tried: ReadonlySet<string>): string | null {
    const able = alive().filter(
      ({ windowId, permission }) => permission === 'granted' && !tried.has(windowId),
    )
    if (able.some(({ windowId }) => windowId === elected)) return elected
    elected = able.toSorted((a, b) => b.at - a.at)[0]?.windowId ?? null
    return elected
  }

  async function askOne(windowId: string, notification: Notification): Promise<Raised> {
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
    beat(beat) {
      const now = clock.now()
      const absent = Math.abs(now - seenAt) > AWAY_MS
      const nobody = alive().length === 0
      if (beat.closing === true) {
        windows.delete(beat.windowId)
        // It will not answer any more: the next one is tried at once.
        for (const { windowId, answer } of waiting.values()) if (windowId === beat.windowId) answer('timeout')
        return false
      }
      windows.set(beat.windowId, { ...beat, at: now })
      if (beat.visible) seenAt = now
      return nobody || (beat.visible && absent)
    },
    shown: () => alive().flatMap(({ visible, route }) => (visible && route ? [route] : [])),
    get mayRaise() {
      return elect(new Set()) !== null
    },
    async raise(notification) {
      const tried = new Set<string>()
      let last: Raised = 'no-window'
      for (let one = elect(tried); one !== null; one = elect(tried)) {
        tried.add(one)
        last = await askOne(one, notification)
        if (last === 'shown') return last
        const known = windows.get(one)
        if (known && last === 'denied') windows.set(one, { ...known, permission: 'denied' })
        // Its tab is closed or asleep: it re-registers with its next heartbeat.
        if (last === 'timeout') windows.delete(one)
      }
      return last
    },
    outcome: (windowId, tag, outcome) => waiting.get(`${windowId} ${tag}`)?.answer(outcome),
  }
}
