import type { Clock } from '../clock.ts'

export interface RateLimiter {
  /** Resolves when the next call may be made, in the order asked; at once if `signal` aborts meanwhile. */
  slot(signal: AbortSignal): Promise<void>
}

/**
 * Never more than `perSecond` calls in any one second. The operator's own limits are unknown, so the cap is ours
 * and it beats every schedule (architecture.md section 4).
 * @param ticks a clock that is never set back, in milliseconds
 */
export function createRateLimiter(
  clock: Pick<Clock, 'sleep'>,
  perSecond: number,
  ticks: () => number = () => performance.now(),
): RateLimiter {
  /** When each of the last `perSecond` calls was, or will be, let through. */
  const granted: number[] = []
  return {
    async slot(signal) {
      const now = ticks()
      const oldest = granted.length >= perSecond ? granted.shift() : undefined
      const at = Math.max(now, oldest === undefined ? now : oldest + 1000)
      granted.push(at)
      if (at > now) await clock.sleep(at - now, signal)
    },
  }
}
