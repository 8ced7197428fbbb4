import type { Db } from './open.ts'

/** Runs a write at once, in a transaction of its own. */
export type QuickWrite = <T>(work: () => T) => T

/**
 * Transaction without an fsync, for bookkeeping that a power cut may lose (a process that ends loses
 * nothing). Order with earlier writes is kept, and the next durable commit includes it.
 */
export function createQuickWrite(db: Db): QuickWrite {
  return (work) => {
    db.pragma('synchronous = NORMAL')
    try {
      return db.transaction(work).immediate()
    } finally {
      db.pragma('synchronous = FULL')
    }
  }
}
