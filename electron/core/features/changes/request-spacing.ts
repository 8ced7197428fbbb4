import type { Clock } from '../../runtime/clock.ts'

/** Time between two requests about one resource that events cause. */
export const SPACING_MS = 500

/** Times of the last requests about each resource, so that a burst of events is not one request each. */
export interface RequestSpacing {
  sent(key: string): void
  /** Milliseconds until the next request about it. */
  left(key: string): number
}

/** Entries after which old ones are dropped. */
const MANY = 200

export function createSpacing({ elapsed }: Pick<Clock, 'elapsed'>): RequestSpacing {
  const last = new Map<string, number>()

  const left = (at: number): number => {
    const ms = at + SPACING_MS - elapsed()
    return ms > 0 && ms <= SPACING_MS ? ms : 0
  }

  return {
    sent(key) {
      // Set again, so that the map is ordered by time.
      last.delete(key)
      last.set(key, elapsed())
      if (last.size <= MANY) return
      for (const [old, at] of last) {
        if (left(at) > 0) break
        last.delete(old)
      }
    },
    left: (key) => left(last.get(key) ?? -Infinity),
  }
}
