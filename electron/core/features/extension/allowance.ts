/** Bounds how often something may be requested: so many at once, and so many a second after that. */
export interface Allowance {
  /** Takes this much of it. @returns 0, or the milliseconds until it may be taken; then nothing was */
  spend(cost?: number): number
}

/** After the wait that `take` returned, the sum may fall short by an error of floating point smaller than this. */
const ROUNDING = 1e-9

/** @param elapsed monotonic milliseconds */
export function createAllowance(
  elapsed: () => number,
  { perSecond, burst }: { perSecond: number; burst: number },
): Allowance {
  let left = burst
  let at = elapsed()
  return {
    spend(cost = 1) {
      const now = elapsed()
      left = Math.min(burst, left + (Math.max(0, now - at) / 1_000) * perSecond)
      at = now
      // More than it ever holds: it takes all of it.
      const needed = Math.min(cost, burst)
      if (left + ROUNDING < needed) return Math.ceil(((needed - left) / perSecond) * 1_000)
      left = Math.max(0, left - needed)
      return 0
    },
  }
}
