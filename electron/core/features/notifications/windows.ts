import type { Notification, NotificationOutcome } from '#shared/bridge/inbox.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { Clock } from '../../runtime/clock.ts'

/** What a window says of itself, every few seconds. */
export interface WindowBeat {
  windowId: string
  permission: 'granted' | 'denied' | 'default' | 'unsupported'
  visible: boolean
  route?: Route | undefined
  closing?: boolean | undefined
}

/** What became of asking the windows to raise one. `nobody`: there is none that may. */
export type Raised = NotificationOutcome | 'timeout' | 'nobody'

/** The windows there are, and which of them raises the notifications. */
export interface Windows {
  /** @returns whether somebody has just come: there was nobody, or nobody who was looking */
  beat(beat: WindowBeat): boolean
  /** The places that people have in front of them. */
  shown(): Route[]
  readonly mayRaise: boolean
  /** Asks the elected window; when it does not answer or may not, the next one, under the same tag. */
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
/** From so long without a person on, coming back is worth looking at everything again. */
const AWAY_MS = 5 * 60_000

interface Known extends WindowBeat {
  at: number
}

export function createWindows({ clock, ask }: WindowsDeps): Windows {
  const windows = new Map<string, Known>()
  const waiting = new Map<string, { windowId: string; answer: (outcome: Raised) => void }>()
  let elected: string | null = null
  let seenAt = -Infinity

  /** A clock that was set back makes nobody immortal. */
  const alive = () => [...windows.values()].filter(({ at }) => Math.abs(clock.now() - at) < WINDOW_ALIVE_MS)

  /** The one that was elected stays, so that notifications replace each other; else the last to be heard of. */
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
        // It will not answer any more: the next one is asked at once.
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
      let last: Raised = 'nobody'
      for (let one = elect(tried); one !== null; one = elect(tried)) {
        tried.add(one)
        last = await askOne(one, notification)
        if (last === 'shown') return last
        const known = windows.get(one)
        if (known && last === 'denied') windows.set(one, { ...known, permission: 'denied' })
        // Its tab was closed, or sleeps: it is somebody again when it is next heard of.
        if (last === 'timeout') windows.delete(one)
      }
      return last
    },
    outcome: (windowId, tag, outcome) => waiting.get(`${windowId} ${tag}`)?.answer(outcome),
  }
}
