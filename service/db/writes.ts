import type { Db } from './open.ts'

/** Runs a durable write: resolves once it is on the disk. */
export type Write = <T>(work: () => T) => Promise<T>

interface Waiting {
  run: () => void
  commit: () => void
  fail: (cause: unknown) => void
}

/**
 * One transaction, and so one fsync, for all the writes that arrive in one turn of the event loop: a single
 * write is not delayed, and a burst shares the fsync. Each write is a savepoint, so that one that throws
 * fails alone.
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
