import type { Log } from '#shared/server/log.ts'
import { createFairQueue } from './fair-queue.ts'
import {
  officeOf,
  type Write,
  type WriteArgs,
  type WriteName,
  type WriteOutcome,
  type WriteResult,
  type Written,
} from './writes.ts'

/** Why the store cannot be asked, or has not confirmed a write in time. It may still be committed later. */
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
   * is older than the deadline, this one is not confirmed within it, or the database failed.
   * @param size bytes that it keeps in memory while it waits
   */
  write<N extends WriteName>(name: N, args: WriteArgs<N>, size?: number): Promise<WriteResult<N>>
  /** Writes waiting or under way. */
  queued(): number
  /** Age of the oldest commit under way, in milliseconds; 0 without one. */
  commitAgeMs(): number
  /** Resolves once nothing is queued, or a commit is late. */
  drain(): Promise<void>
}

/** What takes batches: SQLite's thread, or transactions of PostgreSQL. */
export interface WriteBackend {
  /** Batches that it takes at a time. No office is in two of them. */
  readonly lanes: number
  /**
   * Runs them in one transaction: an outcome for each, after the commit. Rejects when none was committed, or when that
   * is not known.
   */
  run(writes: readonly Write[]): Promise<WriteOutcome[]>
  close(): Promise<void>
}

export interface WriteQueue extends Writer {
  /** Finishes what is queued, unless a commit is late, and closes the backend. */
  stop(): Promise<void>
}

interface Waiting {
  write: Write
  /** Its office: what fairness is between. */
  key: number | null
  size: number
  settle: (outcome: WriteOutcome | StoreBusyError) => void
  isSettled: boolean
}

interface Batch {
  sentAt: number
  keys: Set<number | null>
}

/** Time for which an office that held up others is kept apart from them. */
const APART_MS = 10_000

const MOST = { items: 512, bytes: 4 * 1024 * 1024 }

/**
 * Age of a batch under way from which others begin beside it, in milliseconds: longer than a commit takes. Sooner they
 * would be small, and a batch costs as much as twenty of its events.
 */
const BESIDE_MS = 20

/** Longest time to a commit before callers are told to come back. */
const DEADLINE_MS = 3_000

/**
 * Group commit: when the backend is free it gets whatever is queued, so that a single write waits for one commit and a
 * burst shares it. What a commit holds up for long goes on beside it.
 */
export function createWriteQueue(deps: {
  backend: WriteBackend
  log: Log
  deadlineMs?: number
  maxQueued?: number
  maxQueuedBytes?: number
  onCommit?: (writes: number, ms: number) => void
  /** Each write that was committed, in order, even when its caller no longer waits. */
  onWritten?: (written: Written) => void
}): WriteQueue {
  const { backend, log, deadlineMs = DEADLINE_MS, onCommit, onWritten } = deps
  const { maxQueued = 20_000, maxQueuedBytes = 64 * 1024 * 1024 } = deps
  const queue = createFairQueue<Waiting>()
  const underWay = new Set<Batch>()
  /** Offices whose rows another session holds, and until when they have batches of their own. */
  const apart = new Map<number | null, number>()
  let sent = 0
  let isStopping = false
  let beside: NodeJS.Timeout | undefined

  const ageOf = ({ sentAt }: Batch) => performance.now() - sentAt
  const commitAgeMs = () => Math.max(0, ...[...underWay].map(ageOf))
  const isHeld = (key: number | null) => [...underWay].some(({ keys }) => keys.has(key))

  function isApart(key: number | null): boolean {
    const until = apart.get(key)
    if (until === undefined) return false
    if (until < performance.now()) apart.delete(key)
    return apart.has(key)
  }
  /** What is next for a free lane: one is always left to offices that nothing holds up. */
  function takeNext(): Waiting[] {
    const taken = queue.take(MOST, (key) => isApart(key) || isHeld(key))
    const held = [...underWay].filter(({ keys }) => [...keys].some(isApart)).length
    if (taken.length > 0 || held >= Math.max(1, backend.lanes - 1)) return taken
    const next = [...apart.keys()].find((key) => queue.countOf(key) > 0 && !isHeld(key))
    return next === undefined ? [] : queue.take(MOST, (key) => key !== next)
  }

  async function send(all: readonly Waiting[]): Promise<void> {
    // The caller was told to come back: storing it now would only make the queue longer.
    const waiting = all.filter(({ isSettled }) => !isSettled)
    if (waiting.length === 0) return
    const batch = { sentAt: performance.now(), keys: new Set(waiting.map(({ key }) => key)) }
    underWay.add(batch)
    sent += waiting.length
    try {
      settle(waiting, await backend.run(waiting.map(({ write }) => write)))
      onCommit?.(waiting.length, ageOf(batch))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      log.error(`a commit failed: ${message}`)
      for (const each of waiting) each.settle(new StoreBusyError('failed', message))
    }
    sent -= waiting.length
    underWay.delete(batch)
    sendNext()
  }

  function settle(waiting: readonly Waiting[], outcomes: readonly WriteOutcome[]): void {
    for (const [index, each] of waiting.entries()) {
      const outcome = outcomes[index] ?? { ok: false, message: 'without an outcome' }
      if (outcome.ok) onWritten?.({ ...each.write, value: outcome.value } as Written)
      if (outcome.ok || outcome.isBusy !== true) each.settle(outcome)
      else {
        apart.set(each.key, performance.now() + APART_MS)
        each.settle(new StoreBusyError('failed', outcome.message))
      }
    }
  }

  /** Milliseconds until a batch may begin. */
  function wait(): number {
    if (underWay.size === 0 || queue.count() >= MOST.items) return 0
    return Math.max(0, BESIDE_MS - Math.min(...[...underWay].map(ageOf)))
  }

  function sendNext(): void {
    clearTimeout(beside)
    while (underWay.size < backend.lanes && queue.count() > 0) {
      const ms = wait()
      if (ms > 0) {
        beside = setTimeout(sendNext, ms)
        return
      }
      const taken = takeNext()
      if (taken.length === 0) return
      void send(taken)
    }
  }

  function refusal(key: number | null): StoreBusyError | null {
    if (isStopping) return new StoreBusyError('stopping', 'the relay is stopping')
    // One office fills half of it at most.
    if (queue.count() >= maxQueued || queue.countOf(key) >= maxQueued / 2 || queue.bytes() >= maxQueuedBytes)
      return new StoreBusyError('full', 'the queue is full')
    const late = [...underWay].filter((batch) => ageOf(batch) > deadlineMs)
    if (late.length === backend.lanes || late.some(({ keys }) => keys.has(key)))
      return new StoreBusyError('late', 'a commit is late')
    return null
  }

  async function drain(): Promise<void> {
    while (queue.count() + sent > 0 && commitAgeMs() < deadlineMs)
      await new Promise((resolve) => setTimeout(resolve, 5))
  }

  return {
    write<N extends WriteName>(name: N, args: WriteArgs<N>, size = 256) {
      const write = { name, args } as Write
      const key = officeOf(write)
      const refused = refusal(key)
      if (refused !== null) return Promise.reject(refused)
      return new Promise<WriteResult<N>>((resolve, reject) => {
        const timer = setTimeout(
          () => waiting.settle(new StoreBusyError('late', 'not committed in time')),
          deadlineMs,
        )
        const waiting: Waiting = {
          write,
          key,
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
        sendNext()
      })
    },
    queued: () => queue.count() + sent,
    commitAgeMs,
    drain,
    async stop() {
      isStopping = true
      await drain()
      await backend.close()
    },
  }
}

/** Times that a step of a start is tried again, a second apart, while the database is busy. */
const START_TRIES = 10

/** Does a step of a start, for which no one waits: a busy store is asked again for ten times. */
export async function patiently<T>(work: () => Promise<T>, tries = START_TRIES): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreBusyError) || tries === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return patiently(work, tries - 1)
  }
}
