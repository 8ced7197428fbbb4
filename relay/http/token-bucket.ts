import type { Clock } from '#shared/server/clock.ts'

export interface TokenBuckets {
  /** Takes one token of that key; false if it has none. */
  take(key: string): boolean
  /** True while a token that was taken has not come back. */
  isUsed(key: string): boolean
}

/** Keys remembered at once: an address that tries again after that many others has a full bucket. */
const MAX_KEYS = 10_000

/** A rate limit for each key: `burst` at once, `perSecond` in the long run. */
export function createTokenBuckets(
  clock: Pick<Clock, 'now'>,
  { perSecond, burst }: { perSecond: number; burst: number },
): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>()
  function tokensOf(key: string, now: number): number {
    const bucket = buckets.get(key)
    if (bucket === undefined) return burst
    // A clock that was set back refills nothing.
    const refill = (Math.max(0, now - bucket.at) / 1_000) * perSecond
    return Math.min(burst, bucket.tokens + refill)
  }
  return {
    isUsed: (key) => tokensOf(key, clock.now()) < burst,
    take(key) {
      const now = clock.now()
      const tokens = tokensOf(key, now)
      const isTaken = tokens >= 1
      // At the end of the map's order: the longest unused goes first.
      buckets.delete(key)
      buckets.set(key, { tokens: isTaken ? tokens - 1 : tokens, at: now })
      const [oldest] = buckets.keys()
      if (buckets.size > MAX_KEYS && oldest !== undefined) buckets.delete(oldest)
      return isTaken
    },
  }
}
