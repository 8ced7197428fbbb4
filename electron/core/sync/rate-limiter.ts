import type { Clock } from '../clock.ts'

export interface RateLimiter {
  /** Resolves when the next call may be made, in the order asked; at once if `signal` aborts meanwhile. */
  slot(signal: AbortSignal): Promise<void>
}

/**
 * Never more than `perSecond` calls in any one second (below one: never closer than its inverse). The operator's own limits are unknown, so the cap is ours
 * and it beats every schedule (architecture.md section 4).
 * @param ticks a clock that is never set back, in milliseconds
 */
export function createRateLimiter(
  clock: Pick<Clock, 'sleep'>,
  perSecond: number,
  ticks: () => number = () => performance.now(),
): RateLimiter {
  const calls = Math.max(1, Math.floor(perSecond))
  const within = (calls / perSecond) * 1000
  /** When each of the last `calls` was, or will be, let through. */
  const granted: number[] = []
  return {
    async slot(signal) {
      const now = ticks()
      const oldest = granted.length >= calls ? granted.shift() : undefined
      const at = Math.max(now, oldest === undefined ? now : oldest + within)
      granted.push(at)
      if (at > now) await clock.sleep(at - now, signal)
    },
  }
}
