import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'

/** Limits a batch so that a long backlog does not delay incoming requests. */
const BATCH_SIZE = 200
const RETRY_MS = 1_000
/** Longest sleep. The machine's clock may be set meanwhile, and a timer beyond 24 days fires at once. */
const MAX_SLEEP_MS = 60_000

/** Work with due times kept in the store. */
export interface DueWork {
  /** Runs the work that fell due while the service was stopped, then continues from there. */
  start(): void
  /** Wakes up in time for work that was just stored with this due time. */
  expect(dueMs: number): void
  stop(): void
}

/**
 * Runs work at due times that are in the store, so a restart loses none. One timer waits for the earliest due time.
 * `run` handles one batch in one transaction.
 */
export function createDueWork(deps: {
  /** Name of the work in the log. */
  name: string
  clock: Clock
  log: Log
  nextDueMs: () => number | null
  run: (nowMs: number, limit: number) => void
}): DueWork {
  const { name, clock, log, nextDueMs, run } = deps
  let running = false
  let wakeAt = Infinity
  let cancel = () => {}

  function sleepUntil(timeMs: number): void {
    cancel()
    wakeAt = timeMs
    const wait = Math.min(Math.max(timeMs - clock.now(), 0), MAX_SLEEP_MS)
    cancel = clock.after(wait, wake)
  }

  function wake(): void {
    wakeAt = Infinity
    if (!running) return
    try {
      run(clock.now(), BATCH_SIZE)
      const next = nextDueMs()
      if (next !== null) sleepUntil(next)
    } catch (error) {
      log.error(`${name} could not be settled, trying again`, error)
      sleepUntil(clock.now() + RETRY_MS)
    }
  }

  return {
    start() {
      running = true
      wake()
    },
    expect(dueMs) {
      if (running && dueMs < wakeAt) sleepUntil(dueMs)
    },
    stop() {
      running = false
      cancel()
    },
  }
}
