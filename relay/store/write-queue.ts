import type { Log } from '#shared/server/log.ts'
import {
  getWriteOffice,
  type Write,
  type WriteArgs,
  type WriteName,
  type WriteOutcome,
  type WriteResult,
  type Written,
} from './writes.ts'

/** The store does not answer, or did not confirm a write in time. A late write may still be committed. */
export class StoreBusyError extends Error {
  readonly reason: 'full' | 'late' | 'failed' | 'stopping'

  constructor(reason: StoreBusyError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export interface Writer {
  /**
   * Resolves after the commit. Rejects with a `StoreBusyError` if the queue is full, if a commit is late, if this write
   * is not committed before the deadline, or if the database fails.
   * @param size bytes that the write keeps in memory while it is queued
   */
  write<N extends WriteName>(name: N, args: WriteArgs<N>, size?: number): Promise<WriteResult<N>>
  /** Number of writes that are queued or in a batch. */
  queued(): number
  /** Age of the oldest running batch, in milliseconds; 0 without one. */
  commitAgeMs(): number
  /** Resolves when the queue is empty, or when a commit is late. */
  drain(): Promise<void>
}

/** Executes batches: the SQLite thread, or transactions of PostgreSQL. */
export interface WriteBackend {
  /** Maximum number of parallel batches. No office is in two batches at a time. */
  readonly lanes: number
  /**
   * Runs the writes in one transaction and resolves after its commit, with one outcome per write. Rejects if nothing was
   * committed, or if the result is unknown.
   */
  run(writes: readonly Write[]): Promise<WriteOutcome[]>
  close(): Promise<void>
}

export interface WriteQueueDeps {
  backend: WriteBackend
  log: Log
  deadlineMs?: number
  /**
   * A second batch starts only after the first has run for this long, which is longer than a commit. An earlier start
   * would make small batches, and a batch costs as much as twenty events.
   */
  parallelAfterMs?: number
  maxQueued?: number
  maxQueuedBytes?: number
  onCommit?: (writes: number, ms: number) => void
  /** Called for each committed write, in commit order, even if its caller has given up. */
  onWritten?: (written: Written) => void
}

interface QueuedWrite {
  write: Write
  office: number | null
  size: number
  resolve: (outcome: WriteOutcome | StoreBusyError) => void
  isSettled: boolean
}

interface Batch {
  startedAt: number
  offices: Set<number | null>
}

interface BatchSize {
  items: number
  bytes: number
}

const MAX_BATCH: BatchSize = { items: 512, bytes: 4 * 1024 * 1024 }

/** An office whose row was locked by another session gets its own batches for this long. */
const ISOLATION_MS = 10_000

const PARALLEL_AFTER_MS = 20

/** Deadline of a write. After it, the caller is told to retry. */
const DEADLINE_MS = 3_000

/** Bytes that a write without a given size counts. */
const USUAL_SIZE = 256

/**
 * Queue of writes with group commit and fairness between offices.
 *
 * Group commit: a free backend gets all queued writes as one batch. A single write waits for one commit, and a burst
 * shares one. Fairness: a batch takes the same share of every office, so a busy office does not delay the others.
 */
export class WriteQueue implements Writer {
  readonly #deps: WriteQueueDeps &
    Required<Pick<WriteQueueDeps, 'deadlineMs' | 'parallelAfterMs' | 'maxQueued' | 'maxQueuedBytes'>>
  /** Queued writes by office. The next batch serves the offices in the order of this map. */
  readonly #queues = new Map<number | null, QueuedWrite[]>()
  #queuedCount = 0
  #queuedBytes = 0
  /** Running batches, and the number of their writes. */
  readonly #batches = new Set<Batch>()
  #runningCount = 0
  /** Offices that were locked by another session, with the end of their isolation. */
  readonly #isolatedUntil = new Map<number | null, number>()
  #isStopping = false
  #nextStart: NodeJS.Timeout | undefined

  constructor(deps: WriteQueueDeps) {
    this.#deps = {
      deadlineMs: DEADLINE_MS,
      parallelAfterMs: PARALLEL_AFTER_MS,
      maxQueued: 20_000,
      maxQueuedBytes: 64 * 1024 * 1024,
      ...deps,
    }
  }

  write<N extends WriteName>(name: N, args: WriteArgs<N>, size = USUAL_SIZE): Promise<WriteResult<N>> {
    const write = { name, args } as Write
    const office = getWriteOffice(write)
    const refusal = this.#findRefusal(office)
    if (refusal !== null) return Promise.reject(refusal)
    return new Promise<WriteResult<N>>((resolve, reject) => {
      const timer = setTimeout(
        () => queued.resolve(new StoreBusyError('late', 'not committed in time')),
        this.#deps.deadlineMs,
      )
      const queued: QueuedWrite = {
        write,
        office,
        size,
        isSettled: false,
        resolve(outcome) {
          if (queued.isSettled) return
          queued.isSettled = true
          clearTimeout(timer)
          if (outcome instanceof StoreBusyError) reject(outcome)
          else if (outcome.ok) resolve(outcome.value as WriteResult<N>)
          else reject(new Error(outcome.message))
        },
      }
      this.#enqueue(queued)
      this.#startBatches()
    })
  }

  queued(): number {
    return this.#queuedCount + this.#runningCount
  }

  commitAgeMs(): number {
    return Math.max(0, ...[...this.#batches].map(getBatchAge))
  }

  async drain(): Promise<void> {
    while (this.queued() > 0 && this.commitAgeMs() < this.#deps.deadlineMs)
      await new Promise((resolve) => setTimeout(resolve, 5))
  }

  /** Refuses new writes, drains the queue and closes the backend. A late commit is not waited for. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.drain()
    await this.#deps.backend.close()
  }

  #findRefusal(office: number | null): StoreBusyError | null {
    const { backend, deadlineMs, maxQueued, maxQueuedBytes } = this.#deps
    if (this.#isStopping) return new StoreBusyError('stopping', 'the relay is stopping')
    // One office may fill at most half of the queue.
    const own = this.#queues.get(office)?.length ?? 0
    if (this.#queuedCount >= maxQueued || own >= maxQueued / 2 || this.#queuedBytes >= maxQueuedBytes)
      return new StoreBusyError('full', 'the queue is full')
    const late = [...this.#batches].filter((batch) => getBatchAge(batch) > deadlineMs)
    if (late.length === backend.lanes || late.some(({ offices }) => offices.has(office)))
      return new StoreBusyError('late', 'a commit is late')
    return null
  }

  #enqueue(queued: QueuedWrite): void {
    const queue = this.#queues.get(queued.office)
    if (queue === undefined) this.#queues.set(queued.office, [queued])
    else queue.push(queued)
    this.#queuedCount += 1
    this.#queuedBytes += queued.size
  }

  /** Removes the oldest writes of an office. An office with more writes goes to the end of the order. */
  #dequeue(office: number | null, room: BatchSize): QueuedWrite[] {
    const queue = this.#queues.get(office) ?? []
    let [count, bytes] = [0, 0]
    for (const { size } of queue) {
      if (count === room.items || bytes >= room.bytes) break
      count += 1
      bytes += size
    }
    const rest = queue.slice(count)
    this.#queues.delete(office)
    if (rest.length > 0) this.#queues.set(office, rest)
    this.#queuedCount -= count
    this.#queuedBytes -= bytes
    return queue.slice(0, count)
  }

  /** Removes up to one batch of writes, in equal shares, from the offices that `isEligible` accepts. */
  #dequeueShares(isEligible: (office: number | null) => boolean): QueuedWrite[] {
    const taken: QueuedWrite[] = []
    let bytes = 0
    for (;;) {
      const offices = [...this.#queues.keys()].filter(isEligible)
      const share = Math.ceil((MAX_BATCH.items - taken.length) / offices.length)
      for (const office of offices) {
        const items = Math.min(share, MAX_BATCH.items - taken.length)
        const room = { items, bytes: MAX_BATCH.bytes - bytes }
        for (const queued of room.items > 0 && room.bytes > 0 ? this.#dequeue(office, room) : []) {
          taken.push(queued)
          bytes += queued.size
        }
      }
      if (offices.length === 0 || taken.length >= MAX_BATCH.items || bytes >= MAX_BATCH.bytes) return taken
    }
  }

  #isRunning(office: number | null): boolean {
    return [...this.#batches].some(({ offices }) => offices.has(office))
  }

  #isIsolated(office: number | null): boolean {
    const until = this.#isolatedUntil.get(office)
    if (until === undefined) return false
    if (until < performance.now()) this.#isolatedUntil.delete(office)
    return this.#isolatedUntil.has(office)
  }

  /** Removes the writes of the next batch. One lane always stays free for offices that are not isolated. */
  #dequeueBatch(): QueuedWrite[] {
    const taken = this.#dequeueShares((office) => !this.#isIsolated(office) && !this.#isRunning(office))
    const isolatedBatches = [...this.#batches].filter(({ offices }) =>
      [...offices].some((office) => this.#isIsolated(office)),
    )
    if (taken.length > 0 || isolatedBatches.length >= Math.max(1, this.#deps.backend.lanes - 1)) return taken
    const next = [...this.#isolatedUntil.keys()].find(
      (office) => this.#queues.has(office) && !this.#isRunning(office),
    )
    return next === undefined ? [] : this.#dequeueShares((office) => office === next)
  }

  /** Milliseconds until another batch may start. */
  #startDelayMs(): number {
    if (this.#batches.size === 0 || this.#queuedCount >= MAX_BATCH.items) return 0
    return Math.max(0, this.#deps.parallelAfterMs - Math.min(...[...this.#batches].map(getBatchAge)))
  }

  #startBatches(): void {
    clearTimeout(this.#nextStart)
    while (this.#batches.size < this.#deps.backend.lanes && this.#queuedCount > 0) {
      const ms = this.#startDelayMs()
      if (ms > 0) {
        this.#nextStart = setTimeout(() => this.#startBatches(), ms)
        return
      }
      const taken = this.#dequeueBatch()
      if (taken.length === 0) return
      void this.#runBatch(taken)
    }
  }

  async #runBatch(taken: readonly QueuedWrite[]): Promise<void> {
    const { backend, log, onCommit } = this.#deps
    // Callers of settled writes were told to retry: storing these writes too would only make the queue longer.
    const writes = taken.filter(({ isSettled }) => !isSettled)
    if (writes.length === 0) return
    const batch = { startedAt: performance.now(), offices: new Set(writes.map(({ office }) => office)) }
    this.#batches.add(batch)
    this.#runningCount += writes.length
    try {
      this.#settleBatch(writes, await backend.run(writes.map(({ write }) => write)))
      onCommit?.(writes.length, getBatchAge(batch))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      log.error(`a commit failed: ${message}`)
      for (const { resolve } of writes) resolve(new StoreBusyError('failed', message))
    }
    this.#runningCount -= writes.length
    this.#batches.delete(batch)
    this.#startBatches()
  }

  #settleBatch(writes: readonly QueuedWrite[], outcomes: readonly WriteOutcome[]): void {
    for (const [index, { write, office, resolve }] of writes.entries()) {
      const outcome = outcomes[index] ?? { ok: false, message: 'without an outcome' }
      if (outcome.ok) this.#deps.onWritten?.({ ...write, value: outcome.value } as Written)
      if (outcome.ok || outcome.isBusy !== true) resolve(outcome)
      else {
        this.#isolatedUntil.set(office, performance.now() + ISOLATION_MS)
        resolve(new StoreBusyError('failed', outcome.message))
      }
    }
  }
}

const getBatchAge = ({ startedAt }: Batch): number => performance.now() - startedAt

/** Tries of a start step while the database is busy, one second apart. */
const START_TRIES = 10

/** Runs a step of the start, and retries ten times while the store is busy. */
export async function retryWhileBusy<T>(work: () => Promise<T>, tries = START_TRIES): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreBusyError) || tries === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return retryWhileBusy(work, tries - 1)
  }
}
