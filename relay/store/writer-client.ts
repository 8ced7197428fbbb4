import { Worker } from 'node:worker_threads'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import type {
  WriteArgs,
  WriteName,
  WriteOutcome,
  WriteResult,
  WriterData,
  Written,
  WriterReply,
  WriterRequest,
} from './writer-protocol.ts'

/** Why a write cannot be taken or has not been confirmed in time. It may still be committed later. */
export class StoreBusyError extends Error {
  readonly reason: 'full' | 'late' | 'failed' | 'stopping'

  constructor(reason: StoreBusyError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export interface Writer {
  /**
   * Resolves once the write is on the disk. Rejects with a `StoreBusyError` when the queue is full, a commit
   * is older than the deadline, this one is not confirmed within it, or SQLite failed.
   * @param size bytes that it keeps in memory while it waits
   */
  write<N extends WriteName>(name: N, args: WriteArgs<N>, size?: number): Promise<WriteResult<N>>
  /** Writes waiting or under way. */
  queued(): number
  /** Age of the commit under way, in milliseconds; 0 without one. */
  commitAgeMs(): number
  /** Resolves once nothing is queued, or a commit is late. */
  drain(): Promise<void>
  /** Finishes what is queued, folds the log into the file and ends the thread. */
  stop(): Promise<void>
}

interface Waiting {
  name: WriteName
  args: unknown
  size: number
  settle: (outcome: WriteOutcome | StoreBusyError) => void
  isSettled: boolean
}

const MAX_BATCH = 512
const MAX_BATCH_BYTES = 4 * 1024 * 1024
const RESTART_MS = 250

/**
 * Group commit without a timer: when the thread is free it gets whatever is queued, so that a single write
 * waits for one commit and a burst shares it.
 */
export function createWriter(deps: {
  /** The thread's entry: its source, or a built file. */
  entry: URL
  data: WriterData
  clock: Clock
  log: Log
  /** Longest time to a commit before callers are told to come back. */
  deadlineMs?: number
  maxQueued?: number
  maxQueuedBytes?: number
  onCommit?: (writes: number, ms: number) => void
  /** Each write that was committed, in order, even when its caller no longer waits. */
  onWritten?: (written: Written) => void
  /** After a thread ended: what it committed last may not have been told. */
  onRestart?: () => void
}): Writer {
  const { entry, data, clock, log, deadlineMs = 3_000, onCommit } = deps
  const { maxQueued = 20_000, maxQueuedBytes = 64 * 1024 * 1024 } = deps
  const { onWritten, onRestart } = deps
  let queue: Waiting[] = []
  let queuedBytes = 0
  let underWay: Waiting[] = []
  let sentAt = 0
  let isStopping = false
  let isRunning = false
  let thread = start()

  function start(): Worker {
    const worker = new Worker(entry, { workerData: data })
    isRunning = true
    worker.on('message', (reply: WriterReply) => onReply(reply))
    worker.on('error', (error) => log.error('the writer failed', error))
    worker.on('exit', () => onExit(worker))
    return worker
  }

  function onExit(worker: Worker): void {
    if (worker !== thread) return
    isRunning = false
    failBatch('the writer ended')
    if (isStopping) return
    log.error('the writer ended; starting another')
    clock.after(RESTART_MS, () => {
      if (isStopping) return
      thread = start()
      onRestart?.()
      sendNext()
    })
  }

  function onReply(reply: WriterReply): void {
    if (reply.kind === 'closed') {
      void thread.terminate()
      return
    }
    if (reply.kind === 'failed') {
      log.error(`a commit failed: ${reply.code} ${reply.message}`)
      failBatch(reply.code)
    } else {
      const batch = underWay
      underWay = []
      onCommit?.(batch.length, reply.ms)
      for (const [index, waiting] of batch.entries()) {
        const outcome = reply.outcomes[index]
        if (outcome === undefined) continue
        const { name, args } = waiting
        if (outcome.ok) onWritten?.({ name, args, value: outcome.value } as Written)
        waiting.settle(outcome)
      }
    }
    sendNext()
  }

  function failBatch(message: string): void {
    const batch = underWay
    underWay = []
    for (const waiting of batch) waiting.settle(new StoreBusyError('failed', message))
  }

  function sendNext(): void {
    if (!isRunning || underWay.length > 0) return
    const batch: Waiting[] = []
    let bytes = 0
    let taken = 0
    while (taken < queue.length && batch.length < MAX_BATCH && bytes < MAX_BATCH_BYTES) {
      const waiting = queue[taken++]
      if (waiting === undefined) break
      queuedBytes -= waiting.size
      // The caller was told to come back: storing it now would only make the queue longer.
      if (waiting.isSettled) continue
      batch.push(waiting)
      bytes += waiting.size
    }
    queue = queue.slice(taken)
    if (batch.length === 0) return
    underWay = batch
    sentAt = performance.now()
    post({ kind: 'batch', writes: batch.map(({ name, args }) => ({ name, args })) })
  }

  const post = (request: WriterRequest) => thread.postMessage(request)
  const commitAgeMs = () => (underWay.length === 0 ? 0 : performance.now() - sentAt)

  function refusal(): StoreBusyError | null {
    if (isStopping) return new StoreBusyError('stopping', 'the relay is stopping')
    if (queue.length >= maxQueued || queuedBytes >= maxQueuedBytes)
      return new StoreBusyError('full', 'the queue is full')
    if (commitAgeMs() > deadlineMs) return new StoreBusyError('late', 'a commit is late')
    return null
  }

  async function drain(): Promise<void> {
    while (isRunning && queue.length + underWay.length > 0 && commitAgeMs() < deadlineMs)
      await new Promise((resolve) => setTimeout(resolve, 5))
  }

  return {
    write<N extends WriteName>(name: N, args: WriteArgs<N>, size = 256) {
      const refused = refusal()
      if (refused !== null) return Promise.reject(refused)
      return new Promise<WriteResult<N>>((resolve, reject) => {
        const timer = setTimeout(
          () => waiting.settle(new StoreBusyError('late', 'not committed in time')),
          deadlineMs,
        )
        const waiting: Waiting = {
          name,
          args,
          size,
          isSettled: false,
          settle(outcome) {
            if (waiting.isSettled) return
            waiting.isSettled = true
            clearTimeout(timer)
            if (outcome instanceof StoreBusyError) reject(outcome)
            else if (outcome.ok) resolve(outcome.value as WriteResult<N>)
            else reject(new Error(outcome.message))
          },
        }
        queue.push(waiting)
        queuedBytes += size
        sendNext()
      })
    },
    queued: () => queue.length + underWay.length,
    commitAgeMs,
    drain,
    async stop() {
      isStopping = true
      await drain()
      if (!isRunning) return
      const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
      post({ kind: 'close' })
      await ended
    },
  }
}
