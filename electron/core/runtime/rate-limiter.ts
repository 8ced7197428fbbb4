import type { Clock } from './clock.ts'

/** `urgent`: the user waits for the answer; `scheduled`: an automatic request. */
export type Priority = 'urgent' | 'scheduled'

export interface RateLimiter {
  /** Resolves when the next call may be made, urgent ones first; at once if `signal` aborts, which takes no slot. */
  slot(signal: AbortSignal, priority: Priority): Promise<void>
}

export interface RateLimiterOptions {
  /** Monotonic clock, in milliseconds. */
  ticks?: () => number
  /** Share of the cap for scheduled calls: the rest stays free for urgent ones. */
  scheduledShare?: number
}

/**
 * Share of the interactive lane's cap for calls that are not urgent. A user waiting for a report causes a
 * poll every 150 ms, which takes up to five of eight calls in the time that most of them last.
 */
export const INTERACTIVE_SCHEDULED_SHARE = 3 / 8

interface Waiter {
  priority: Priority
  go: () => void
}

/**
 * Never more than `perSecond` calls in any one second (below one: never closer than its inverse). The operator's own
 * limits are unknown, so the cap is ours and it beats every schedule.
 */
export function createRateLimiter(
  clock: Pick<Clock, 'sleep'>,
  perSecond: number,
  { ticks = () => performance.now(), scheduledShare = 1 }: RateLimiterOptions = {},
): RateLimiter {
  const calls = Math.max(1, Math.floor(perSecond))
  const within = (calls / perSecond) * 1000
  const all = createWindow(calls, within)
  const scheduled = createWindow(Math.max(1, Math.floor(calls * scheduledShare)), within)
  let waiting: Waiter[] = []
  let timer: AbortController | null = null

  /** Milliseconds until a call of that priority may be made. */
  const until = (priority: Priority): number => {
    const now = ticks()
    return priority === 'urgent' ? all.until(now) : Math.max(all.until(now), scheduled.until(now))
  }

  function grant(priority: Priority): void {
    all.add(ticks())
    if (priority === 'scheduled') scheduled.add(ticks())
  }

  const firstWaiting = () => waiting.find(({ priority }) => priority === 'urgent') ?? waiting[0]

  function serve(): void {
    let next = firstWaiting()
    while (next && until(next.priority) === 0) {
      const { priority, go } = next
      waiting = waiting.filter((one) => one !== next)
      grant(priority)
      go()
      next = firstWaiting()
    }
    timer?.abort()
    timer = null
    if (next) void wakeAfter(until(next.priority))
  }

  async function wakeAfter(ms: number): Promise<void> {
    const mine = new AbortController()
    timer = mine
    await clock.sleep(ms, mine.signal)
    if (!mine.signal.aborted) serve()
  }

  return {
    slot(signal, priority) {
      if (signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const waiter: Waiter = {
          priority,
          go() {
            signal.removeEventListener('abort', leave)
            resolve()
          },
        }
        const leave = () => {
          waiting = waiting.filter((other) => other !== waiter)
          resolve()
          serve()
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(waiter)
        serve()
      })
    },
  }
}

/** The last `calls` granted, of which none may be younger than `within` for another. */
function createWindow(calls: number, within: number) {
  const granted: number[] = []
  return {
    add(at: number) {
      granted.push(at)
      if (granted.length > calls) granted.shift()
    },
    until(now: number): number {
      const oldest = granted.length < calls ? undefined : granted[0]
      return oldest === undefined ? 0 : Math.max(0, oldest + within - now)
    },
  }
}
