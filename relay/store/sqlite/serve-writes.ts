import type { Write, WriteOutcome, Writes } from '../writes.ts'
import { countEventsEver, openGuard } from './copies.ts'
import { createIngestWrites, createReceiptWrites, createRetentionWrites } from './event.writes.ts'
import { createAlarmWrites, createOfficeWrites, createSealingWrites } from './office.writes.ts'
import type { Db } from './open.ts'
import { createRecordWrites } from './record.writes.ts'

export interface WriterData {
  file: string
  guardFile: string
  epoch: string
}

/** Message to the thread: the writes of one transaction, or a request to end. */
export type WriterRequest = { kind: 'batch'; writes: readonly Write[] } | { kind: 'close' }

/** Message from the thread: an outcome for each write after the commit, or the reason of a failure. */
export type WriterReply =
  | { kind: 'committed'; outcomes: WriteOutcome[] }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'closed' }

/**
 * Runs each batch in one transaction, and replies after its commit. A write that throws fails alone. If SQLite rolled
 * the transaction back (disk full, I/O error), the whole batch fails.
 *
 * A savepoint copies every page that it changes, up to a tenth of the relay's work. Therefore a batch first runs
 * without savepoints. If a write throws, the batch is rolled back and runs again with one savepoint per write.
 */
export function createWriteServer(
  db: Db,
  { guardFile, epoch }: WriterData,
  reply: (reply: WriterReply) => void,
): (request: WriterRequest) => void {
  const writes: Writes = {
    ...createIngestWrites(db),
    ...createOfficeWrites(db),
    ...createSealingWrites(db),
    ...createReceiptWrites(db),
    ...createRecordWrites(db),
    ...createAlarmWrites(db),
    ...createRetentionWrites(db),
  }
  const guard = openGuard(guardFile, epoch, countEventsEver(db))
  const run = ({ name, args }: Write): unknown => writes[name](args as never)
  const savepoint = db.transaction(run)

  function runApart(write: Write): WriteOutcome {
    try {
      return { ok: true, value: savepoint(write) }
    } catch (error) {
      if (!db.inTransaction) throw error
      return { ok: false, message: readMessage(error) }
    }
  }
  const runTogether = db.transaction((batch: readonly Write[]): WriteOutcome[] =>
    batch.map((write) => ({ ok: true, value: run(write) })),
  )
  const runEachApart = db.transaction((batch: readonly Write[]): WriteOutcome[] => batch.map(runApart))

  function runAll(batch: readonly Write[]): WriteOutcome[] {
    try {
      return runTogether.immediate(batch)
    } catch {
      return runEachApart.immediate(batch)
    }
  }

  function close(): void {
    guard.close()
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
  }

  return (request) => {
    if (request.kind === 'close') {
      close()
      reply({ kind: 'closed' })
      return
    }
    try {
      const outcomes = runAll(request.writes)
      guard.write(countEventsEver(db))
      reply({ kind: 'committed', outcomes })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'ERROR'
      reply({ kind: 'failed', code, message: readMessage(error) })
    }
  }
}

const readMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
