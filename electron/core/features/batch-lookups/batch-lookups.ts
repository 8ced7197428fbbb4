import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Batch } from '#shared/host-protocol/messages.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { CircuitBreaker } from '../../runtime/circuit-breaker.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Lookup } from '../lookup/lookup.ts'

/**
 * Lookups of many plates. Each account has one queue, in its store. The queue starts a few lookups at a time in the
 * background, so that the user's lookups go first. `lookup` makes the requests, and resumes them after a restart.
 */
export interface BatchLookups {
  /** Starts a batch. The same id continues a batch. Fails with `rate-limited` if too many are running. */
  start(id: string, vrms: readonly string[]): Promise<Result<Batch>>
  get(id: string): Promise<Batch | null>
  /** Continues with the waiting plates after a batch changed in the store. */
  wake(): void
  /**
   * Average milliseconds between the answers of the last minutes; `null` with too few answers, or while batches wait.
   */
  pace(): number | null
  /**
   * Stops a batch: it starts no more lookups. Lookups in progress end by themselves, and their answers are stored.
   */
  stop(id: string): Promise<Batch | null>
  /** Called when the lookup of a plate has progressed. */
  handleLookupEnd(vrm: string): void
  /** Called when the connection changes. While the service is unreachable, every batch waits. */
  connectionChanged(): void
  /** Continues the batches of the last run, once `lookup` has resumed its own. */
  resume(): void
  /** Stops the queue. Running batches stay stored for the next start. */
  close(): Promise<void>
}

export interface BatchLookupsDeps {
  call: StoreCall
  clock: Clock
  log: Log
  supervisor: Supervisor
  breaker: Pick<CircuitBreaker, 'state'>
  lookup: Pick<Lookup, 'start' | 'isRunning'>
  onProgress: (batch: Batch) => void
}

/** Interval between attempts to restart lookups that ended without being stored (a full disk). */
const RESTART_EVERY_MS = 30_000
/** The pace is computed from the answers of this time, at most `PACE_OF_MOST` and at least `PACE_OF_LEAST`. */
const PACE_OF_MS = 120_000
const PACE_OF_MOST = 200
const PACE_OF_LEAST = 3
/** Wait suggested to a browser that has too many batches running. */
const FULL_RETRY_MS = 30_000

export function createBatchLookups(deps: BatchLookupsDeps): BatchLookups {
  const { call, clock, breaker, lookup, onProgress } = deps
  const loop = createBackgroundLoop({
    ...deps,
    name: 'batch-lookups',
    round: startDuePlates,
    onJump: () => loop.wake(),
  })
  let open: ReadonlySet<string> = new Set()
  let restartedAt = -Infinity
  /** Monotonic times of the last answers, in milliseconds. */
  let answeredAt: readonly number[] = []
  let isClosed = false

  const isHeld = () => isClosed || breaker.state.state === 'down' || breaker.state.state === 'unauthorized'

  /** @returns milliseconds until the next round, unless something wakes the loop earlier */
  async function startDuePlates(): Promise<number> {
    for (;;) {
      if (isHeld()) return Infinity
      const step = await call('batchStep', clock.now())
      open = new Set(step.open)
      recordAnswers(step.answered)
      for (const batch of step.changed) onProgress(batch)
      for (const plate of step.ask) {
        // The service is down now. The remaining plates are found again when it is back.
        if (isHeld()) return Infinity
        const started = await lookup.start(plate.vrm, { isBackground: true })
        if (started.ok) await call('batchPlateAsked', plate)
      }
      if (!step.more) return restart(step.open)
    }
  }

  function recordAnswers(count: number): void {
    const now = clock.elapsed()
    const recent = answeredAt.filter((at) => now - at < PACE_OF_MS)
    answeredAt = [...recent, ...Array.from({ length: count }, () => now)].slice(-PACE_OF_MOST)
  }

  /** Restarts open lookups that no job runs any more. Each lookup continues from its stored state. */
  async function restart(vrms: readonly string[]): Promise<number> {
    const lost: string[] = []
    for (const vrm of vrms) {
      // Check in this order: a lookup is stored as ended before it stops running.
      if (!lookup.isRunning(vrm) && (await call('openQuestion', vrm))) lost.push(vrm)
    }
    if (lost.length === 0) return Infinity
    const left = restartedAt + RESTART_EVERY_MS - clock.elapsed()
    if (left > 0) return left
    restartedAt = clock.elapsed()
    for (const vrm of lost) await lookup.start(vrm, { isBackground: true })
    return RESTART_EVERY_MS
  }

  return {
    async start(id, vrms) {
      const batch = await call('startBatch', id, vrms, clock.now())
      if (!batch) return fail(appError('rate-limited', { retryAfterMs: FULL_RETRY_MS }))
      loop.wake()
      return ok(batch)
    },

    get: (id) => call('batch', id),
    wake: loop.wake,

    pace() {
      recordAnswers(0)
      const [first] = answeredAt
      if (isHeld() || first === undefined || answeredAt.length < PACE_OF_LEAST) return null
      return (clock.elapsed() - first) / answeredAt.length
    },

    async stop(id) {
      const batch = await call('stopBatch', id)
      if (batch) onProgress(batch)
      return batch
    },

    handleLookupEnd(vrm) {
      if (open.has(vrm)) loop.wake()
    },

    connectionChanged() {
      if (!isHeld()) loop.wake()
    },

    resume() {
      loop.start()
      loop.wake()
    },

    async close() {
      isClosed = true
      await loop.stop()
    },
  }
}
