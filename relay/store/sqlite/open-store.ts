import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import type { Store, StoreListener } from '../store.ts'
import { WriteQueue, type WriteBackend } from '../write-queue.ts'
import { affectsInboxes, type WriteOutcome } from '../writes.ts'
import { ensureEpoch, markStampClosed } from './copies.ts'
import { createMemoryPairings } from './memory-pairings.ts'
import { openReader } from './open.ts'
import { createAlarmReads, createListReads, createReceiptReads } from './reads.ts'
import { openSecretFile } from './secret-file.ts'
import type { WriterData, WriterReply, WriterRequest } from './serve-writes.ts'

export interface SqliteDeps {
  /** Data directory, locked by this process. */
  directory: string
  clock: Clock
  log: Log
  /** Entry of the writer thread: `writer.ts` beside this file, or a built file. */
  writerEntry: URL
  /** Deadline of a write. */
  commitDeadlineMs?: number
}

/** Opens the store of a single process over files. One thread writes, and the main thread reads the same file. */
export function openSqliteStore({ directory, clock, log, writerEntry, commitDeadlineMs }: SqliteDeps): Store {
  const file = join(directory, 'relay.db')
  const guardFile = join(directory, 'epoch-guard')
  const secrets = openSecretFile(join(directory, 'secrets.json'))
  let epoch = ''
  const db = openReader(file, (opened, found) => {
    const settled = ensureEpoch(opened, guardFile, found)
    epoch = settled.epoch
    if (settled.isNew) log.info('a new epoch: every PC looks at its open files again')
  })
  const { forgetInboxes, ...list } = createListReads(db)
  let listener: StoreListener | null = null
  const backend = createWriterThread({
    entry: writerEntry,
    data: { file, guardFile, epoch },
    clock,
    log,
    onRestart() {
      forgetInboxes()
      listener?.onMoved('all')
    },
  })
  const writer = new WriteQueue({
    backend,
    log,
    ...(commitDeadlineMs !== undefined && { deadlineMs: commitDeadlineMs }),
    onCommit: (writes, ms) => listener?.onCommitted(writes, ms),
    onWritten(written) {
      if (affectsInboxes(written)) forgetInboxes()
      listener?.onWritten(written)
    },
  })
  return {
    epoch,
    reader: { ...list, ...createAlarmReads(db), ...createReceiptReads(db) },
    writer,
    secrets,
    pairings: createMemoryPairings({ clock, key: secrets.key }),
    setListener: (given) => void (listener = given),
    readings: async () => ({
      relay_database_bytes: statSync(file).size,
      relay_database_wal_bytes: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    }),
    isLeader: async () => true,
    // There is no other process.
    sendPresence: async () => {},
    presenceMs: 60_000,
    async close() {
      await writer.stop()
      db.close()
      markStampClosed(file)
    },
  }
}

const RESTART_MS = 250

interface Batch {
  request: WriterRequest
  resolve: (outcomes: WriteOutcome[]) => void
  reject: (error: Error) => void
}

/** Runs the writer thread, which takes one batch at a time. A thread that dies is restarted. */
function createWriterThread(deps: {
  /** Entry of the thread: its source, or a built file. */
  entry: URL
  data: WriterData
  clock: Clock
  log: Log
  /** Called after a restart: the last commit may not have been reported. */
  onRestart: () => void
}): WriteBackend {
  const { entry, data, clock, log, onRestart } = deps
  let batch: Batch | null = null
  let isStopping = false
  /** `null` between the end of a thread and the next start. A batch waits meanwhile. */
  let thread: Worker | null = startThread()

  function startThread(): Worker {
    const worker = new Worker(entry, { workerData: data })
    worker.on('message', (reply: WriterReply) => onReply(worker, reply))
    worker.on('error', (error) => log.error('the writer failed', error))
    worker.on('exit', onExit)
    return worker
  }

  function onExit(): void {
    thread = null
    failBatch('the writer ended')
    if (isStopping) return
    log.error('the writer ended; starting another')
    clock.after(RESTART_MS, () => {
      if (isStopping) return
      thread = startThread()
      onRestart()
      if (batch !== null) thread.postMessage(batch.request)
    })
  }

  function onReply(worker: Worker, reply: WriterReply): void {
    if (reply.kind === 'closed') return void worker.terminate()
    if (reply.kind === 'failed') return failBatch(`${reply.code} ${reply.message}`)
    const done = batch
    batch = null
    done?.resolve(reply.outcomes)
  }

  function failBatch(message: string): void {
    const failed = batch
    batch = null
    failed?.reject(new Error(message))
  }

  return {
    lanes: 1,
    run: (writes) =>
      new Promise((resolve, reject) => {
        batch = { request: { kind: 'batch', writes }, resolve, reject }
        thread?.postMessage(batch.request)
      }),
    async close() {
      isStopping = true
      const last = thread
      if (last === null) return failBatch('the relay is stopping')
      const ended = new Promise<void>((resolve) => last.once('exit', () => resolve()))
      last.postMessage({ kind: 'close' } satisfies WriterRequest)
      await ended
    },
  }
}
