import type { LeftRange } from './range-query.ts'

/** Maximum lists; those left the longest ago go first. */
const KEPT = 4

/** List on screen. */
export interface OpenList<R> {
  /** State when it was last left. */
  left: LeftRange<R> | undefined
  /** Stores the list on leaving. Rows read for another account, or before a lock, are dropped. */
  leave(rows: LeftRange<R> | undefined): void
}

/** Lists as they were left, shown at once on return while they are read again. */
export function createLeftLists() {
  const lists = new Map<string, LeftRange<unknown>>()
  let generation = 0
  return {
    /** @param key list and its arguments: a key always has rows of the same type */
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
