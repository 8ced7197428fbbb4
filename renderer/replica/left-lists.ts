import type { LeftRange } from './range-query.ts'

/** Those left the longest ago go first. */
const KEPT = 4

/** A list that is being looked at. */
export interface OpenList<R> {
  /** As it was left the last time. */
  left: LeftRange<R> | undefined
  /** It is no longer looked at. What was read for another account, or before a lock, is not kept. */
  leave(rows: LeftRange<R> | undefined): void
}

/** Lists as they were left, so that whoever comes back sees them at once, while they are asked again. */
export function createLeftLists() {
  const lists = new Map<string, LeftRange<unknown>>()
  let generation = 0
  return {
    /** @param key names the list and says what is asked of it: rows of one kind have always the same names */
    open<R>(key: string): OpenList<R> {
      const opened = generation
      return {
        left: lists.get(key) as LeftRange<R> | undefined,
        leave(rows) {
          if (rows === undefined || opened !== generation) return
          lists.delete(key)
          lists.set(key, rows)
          const [oldest] = lists.keys()
          if (lists.size > KEPT && oldest !== undefined) lists.delete(oldest)
        },
      }
    },
    clear() {
      generation += 1
      lists.clear()
    },
  }
}

export type LeftLists = ReturnType<typeof createLeftLists>
