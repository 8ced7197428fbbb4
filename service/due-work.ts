import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** So that a long backlog does not hold up the requests that arrive meanwhile. */
const BATCH = 200
const RETRY_MS = 1_000
/** Never one longer sleep: the machine's clock may be set, and a timer beyond 24 days would fire at once. */
const LONGEST_SLEEP_MS = 60_000

/** Work that falls due at a time that is in the store. */
export interface DueWork {
  /** Does what fell due while nobody was running, and goes on from there. */
  start(): void
  /** Something due then was stored: wakes up in time for it. */
  expect(dueMs: number): void
  stop(): void
}

/**
 * When each thing is due is in the store, not in a timer, so a restart loses none: one timer waits for the
 * earliest, and each batch is done in one transaction by `run`.
 */
export function createDueWork(deps: {
  /** Of what, for the log. */
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
    const wait = Math.min(Math.max(timeMs - clock.now(), 0), LONGEST_SLEEP_MS)
    cancel = clock.after(wait, wake)
  }

  function wake(): void {
    wakeAt = Infinity
    if (!running) return
    try {
      run(clock.now(), BATCH)
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
