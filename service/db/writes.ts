import type { Db } from './open.ts'

/** Runs a durable write. The promise resolves once the write is on the disk. */
export type Write = <T>(work: () => T) => Promise<T>

interface Waiting {
  run: () => void
  commit: () => void
  fail: (cause: unknown) => void
}

/**
 * Runs all writes of one turn of the event loop in one transaction, with one fsync. A single write is not delayed.
 * Each write is a savepoint, so a write that throws fails alone.
 */
export function createGroupCommit(db: Db): Write {
  let queue: Waiting[] = []
  const savepoint = db.transaction((run: () => void) => run())

  const runAll = db.transaction((batch: readonly Waiting[]) => {
    const kept: Waiting[] = []
    for (const waiting of batch) {
      try {
        savepoint(waiting.run)
        kept.push(waiting)
      } catch (error) {
        waiting.fail(error)
      }
    }
    return kept
  })

  function flush(): void {
    const batch = queue
    queue = []
    try {
      for (const waiting of runAll.immediate(batch)) waiting.commit()
    } catch (error) {
      for (const waiting of batch) waiting.fail(error)
    }
  }

  return <T>(work: () => T) =>
    new Promise<T>((resolve, reject) => {
      let commit = () => {}
      const run = () => {
        const value = work()
        commit = () => resolve(value)
      }
      queue.push({ run, commit: () => commit(), fail: reject })
      if (queue.length === 1) setImmediate(flush)
    })
}

/** Runs a write at once, in a transaction of its own. */
export type QuickWrite = <T>(work: () => T) => T

/**
 * Runs a transaction without an fsync, for records that a power cut may lose. The end of the process loses nothing.
 * Writes keep their order, and the next durable commit includes them.
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
