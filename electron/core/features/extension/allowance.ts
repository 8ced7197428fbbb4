/** Limits how often something may be requested: `burst` at once, and `perSecond` after that. */
export interface Allowance {
  /** Spends this cost. @returns 0, or the milliseconds until the cost can be spent. Then nothing was spent */
  spend(cost?: number): number
}

/** After the wait that `spend` returned, rounding may leave the sum short by less than this. */
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
      // The cost is more than the bucket ever holds: the bucket is emptied.
      const needed = Math.min(cost, burst)
      if (left + ROUNDING < needed) return Math.ceil(((needed - left) / perSecond) * 1_000)
      left = Math.max(0, left - needed)
      return 0
    },
  }
}
