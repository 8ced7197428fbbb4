import type { CircuitBreaker, Permit } from './circuit-breaker.ts'
import type { Clock } from './clock.ts'

/** `urgent`: the user waits for the answer. `scheduled`: the request is automatic. */
export type Priority = 'urgent' | 'scheduled'

export interface RateLimiter {
  /**
   * Resolves when the next call may be made. Urgent calls go first. If `signal` aborts, it resolves at once without
   * using a slot.
   */
  slot(signal: AbortSignal, priority: Priority): Promise<void>
}

export interface RateLimiterOptions {
  /** Monotonic clock, in milliseconds. */
  ticks?: () => number
  /** Share of the cap for scheduled calls. The rest stays free for urgent calls. */
  scheduledShare?: number
}

/**
 * Share of the interactive lane's cap for scheduled calls. A user who waits for a report causes a poll every 150 ms.
 * These polls take up to five of eight calls in the time that most reports last.
 */
export const INTERACTIVE_SCHEDULED_SHARE = 3 / 8

interface Waiter {
  priority: Priority
  go: () => void
}

/**
 * Allows at most `perSecond` calls in any one second. Below one, calls are at least its inverse apart. The operator's
 * own limits are unknown, so the cap is ours, and no schedule exceeds it.
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

  /** Milliseconds until a call of this priority may be made. */
  const computeMsUntil = (priority: Priority): number => {
    const now = ticks()
    return priority === 'urgent' ? all.until(now) : Math.max(all.until(now), scheduled.until(now))
  }

  function recordCall(priority: Priority): void {
    all.add(ticks())
    if (priority === 'scheduled') scheduled.add(ticks())
  }

  const firstWaiting = () => waiting.find(({ priority }) => priority === 'urgent') ?? waiting[0]

  function serveWaiting(): void {
    let next = firstWaiting()
    while (next && computeMsUntil(next.priority) === 0) {
      const { priority, go } = next
      waiting = waiting.filter((one) => one !== next)
      recordCall(priority)
      go()
      next = firstWaiting()
    }
    timer?.abort()
    timer = null
    if (next) void wakeAfter(computeMsUntil(next.priority))
  }

  async function wakeAfter(ms: number): Promise<void> {
    const mine = new AbortController()
    timer = mine
    await clock.sleep(ms, mine.signal)
    if (!mine.signal.aborted) serveWaiting()
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
          serveWaiting()
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(waiter)
        serveWaiting()
      })
    },
  }
}

/** Sliding window: at most `calls` calls within `within` milliseconds. */
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

export interface Admission {
  breaker: CircuitBreaker
  /** Limiter of the interactive lane, for requests that the user waits for. */
  limiter: RateLimiter
  /** Limiter of the background lane. Retries of failing resources use its slots, never interactive slots. */
  background: RateLimiter
}

export interface AdmitOptions {
  signal: AbortSignal
  /** True if the user waits for the answer. */
  urgent: boolean
  lane?: 'interactive' | 'background'
}

/**
 * Waits until one request may be sent: for the backoff of its resource, the connection, and the rate limit.
 * @returns `null` if `signal` aborts; the permit is then released
 */
export async function admit(
  { breaker, limiter, background }: Admission,
  resource: string,
  { signal, urgent, lane = 'interactive' }: AdmitOptions,
): Promise<Permit | null> {
  const permit = await breaker.acquire(resource, { signal, urgent })
  if (!permit) return null
  const isScheduled = lane === 'background' || (permit.isRetry && !urgent)
  const from = isScheduled ? background : limiter
  await from.slot(signal, urgent ? 'urgent' : 'scheduled')
  if (!signal.aborted) return permit
  permit.release()
  return null
}

/** Retry delays that the user can skip. */
export interface SkippableWait {
  /** Ends the wait under way, or the next wait. */
  skip(): void
  /** Signal for sleeps. It aborts with the owner, or when the user skips. */
  signal(): AbortSignal
  /** Admits the next request, urgently if the user skipped the wait. Returns `null` once the owner is stopped. */
  admit(admission: Admission, resource: string, urgent: boolean): Promise<Permit | null>
}

/** @param stopping aborts when the owner stops */
export function createSkippableWait(stopping: AbortSignal): SkippableWait {
  let wake = new AbortController()
  const signal = () => AbortSignal.any([stopping, wake.signal])
  return {
    skip: () => wake.abort(),
    signal,
    async admit(admission, resource, urgent) {
      const permit = await admit(admission, resource, { signal: signal(), urgent })
      if (!wake.signal.aborted || stopping.aborted) return permit
      wake = new AbortController()
      return permit ?? admit(admission, resource, { signal: stopping, urgent: true })
    },
  }
}
