import type { Clock } from '#shared/server/clock.ts'

export interface TokenBuckets {
  /** Takes one token of a key. False if the bucket is empty. */
  takeToken(key: string): boolean
  /** True while the bucket of a key is not full. */
  isUsed(key: string): boolean
}

/** Maximum number of buckets. Evicted keys start with a full bucket again. */
const MAX_KEYS = 10_000

/** Rate limit per key: `burst` at once, `perSecond` in the long run. */
export function createTokenBuckets(
  clock: Pick<Clock, 'now'>,
  { perSecond, burst }: { perSecond: number; burst: number },
): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>()
  function countTokens(key: string, now: number): number {
    const bucket = buckets.get(key)
    if (bucket === undefined) return burst
    // A clock that was set back adds no tokens.
    const refill = (Math.max(0, now - bucket.at) / 1_000) * perSecond
    return Math.min(burst, bucket.tokens + refill)
  }
  return {
    isUsed: (key) => countTokens(key, clock.now()) < burst,
    takeToken(key) {
      const now = clock.now()
      const tokens = countTokens(key, now)
      const isTaken = tokens >= 1
      // Moves the key to the end of the map, so the first key is the least recently used.
      buckets.delete(key)
      buckets.set(key, { tokens: isTaken ? tokens - 1 : tokens, at: now })
      const [oldest] = buckets.keys()
      if (buckets.size > MAX_KEYS && oldest !== undefined) buckets.delete(oldest)
      return isTaken
    },
  }
}
