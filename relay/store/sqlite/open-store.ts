import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import type { Store, StoreListener } from '../store.ts'
import { createWriteQueue } from '../write-queue.ts'
import { isStale, type WriteName } from '../writes.ts'
import { alarmReads } from './alarm.reads.ts'
import { settleEpoch } from './epoch-guard.ts'
import { stampClosed } from './file-stamp.ts'
import { listReads } from './list.reads.ts'
import { createMemoryPairings } from './memory-pairings.ts'
import { openReader } from './open.ts'
import { receiptReads } from './receipt.reads.ts'
import { openSecretFile } from './secret-file.ts'
import { createWriterThread } from './writer-thread.ts'

export interface SqliteDeps {
  /** Data directory, already locked for this process. */
  directory: string
  clock: Clock
  log: Log
  /** Entry of the writer's thread: `writer.ts` beside this file, or a built one. */
  writerEntry: URL
  /** Longest time to a commit. */
  commitDeadlineMs?: number
}

/** Writes that change no office as the inbox sees it, and come often. */
const OF_EVENTS: ReadonlySet<WriteName> = new Set(['ingest', 'quarantine', 'probe', 'canary', 'ack', 'see'])

/** The store of one process in files: one thread writes, and the main thread reads the same file. */
export function openSqliteStore({ directory, clock, log, writerEntry, commitDeadlineMs }: SqliteDeps): Store {
  const file = join(directory, 'relay.db')
  const guardFile = join(directory, 'epoch-guard')
  const secrets = openSecretFile(join(directory, 'secrets.json'))
  let epoch = ''
  const db = openReader(file, (opened, found) => {
    const settled = settleEpoch(opened, guardFile, found)
    epoch = settled.epoch
    if (settled.isNew) log.info('a new epoch: every PC looks at its open files again')
  })
  const { forgetInboxes, ...list } = listReads(db)
  let listener: StoreListener | null = null
  const backend = createWriterThread({
    entry: writerEntry,
    data: { file, guardFile, epoch },
    clock,
    log,
    onRestart() {
      forgetInboxes()
      listener?.moved('all')
    },
  })
  const { stop, ...writer } = createWriteQueue({
    backend,
    log,
    ...(commitDeadlineMs !== undefined && { deadlineMs: commitDeadlineMs }),
    onCommit: (writes, ms) => listener?.committed(writes, ms),
    onWritten(written) {
      if (!OF_EVENTS.has(written.name) || isStale(written)) forgetInboxes()
      listener?.written(written)
    },
  })
  return {
    epoch,
    reader: { ...list, ...alarmReads(db), ...receiptReads(db) },
    writer,
    secrets,
    pairings: createMemoryPairings({ clock, key: secrets.key }),
    follow: (given) => void (listener = given),
    readings: async () => ({
      relay_database_bytes: statSync(file).size,
      relay_database_wal_bytes: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    }),
    leads: async () => true,
    presenceMs: 60_000,
    async close() {
      await stop()
      db.close()
      stampClosed(file)
    },
  }
}
