import { Worker } from 'node:worker_threads'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import type { WriteBackend } from '../write-queue.ts'
import type { WriteOutcome } from '../writes.ts'
import type { WriterData, WriterReply, WriterRequest } from './writer-protocol.ts'

const RESTART_MS = 250

interface Batch {
  request: WriterRequest
  resolve: (outcomes: WriteOutcome[]) => void
  reject: (error: Error) => void
}

/** The writer's thread, which takes one batch at a time and is started again when it dies. */
export function createWriterThread(deps: {
  /** The thread's entry: its source, or a built file. */
  entry: URL
  data: WriterData
  clock: Clock
  log: Log
  /** After a thread ended: what it committed last may not have been told. */
  onRestart: () => void
}): WriteBackend {
  const { entry, data, clock, log, onRestart } = deps
  let batch: Batch | null = null
  let isStopping = false
  /** `null` between the end of one and the start of the next: a batch waits for it. */
  let thread: Worker | null = start()

  function start(): Worker {
    const worker = new Worker(entry, { workerData: data })
    worker.on('message', (reply: WriterReply) => onReply(worker, reply))
    worker.on('error', (error) => log.error('the writer failed', error))
    worker.on('exit', onExit)
    return worker
  }

  function onExit(): void {
    thread = null
    fail('the writer ended')
    if (isStopping) return
    log.error('the writer ended; starting another')
    clock.after(RESTART_MS, () => {
      if (isStopping) return
      thread = start()
      onRestart()
      if (batch !== null) thread.postMessage(batch.request)
    })
  }

  function onReply(worker: Worker, reply: WriterReply): void {
    if (reply.kind === 'closed') return void worker.terminate()
    if (reply.kind === 'failed') return fail(`${reply.code} ${reply.message}`)
    const done = batch
    batch = null
    done?.resolve(reply.outcomes)
  }

  function fail(message: string): void {
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
      if (last === null) return fail('the relay is stopping')
      const ended = new Promise<void>((resolve) => last.once('exit', () => resolve()))
      last.postMessage({ kind: 'close' } satisfies WriterRequest)
      await ended
    },
  }
}
