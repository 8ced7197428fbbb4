import type { Db } from './open.ts'

/** Runs a write at once, in a transaction of its own. */
export type QuickWrite = <T>(work: () => T) => T

/**
 * For bookkeeping that may be forgotten in a power cut (never by a process that ends): it does not wait for the
 * disk. What was written before stays in order, and the next durable commit takes this one along.
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
