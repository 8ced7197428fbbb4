import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { registryVehicle } from '../registry/vehicle.ts'
import { reducedOutcome } from './sentinels.ts'
import type { ReportStore } from './store.ts'

/** So that a long backlog does not hold up the requests that arrive meanwhile. */
const BATCH = 200
const RETRY_MS = 1_000
/** Never one longer sleep: the machine's clock may be set, and a timer beyond 24 days would fire at once. */
const LONGEST_SLEEP_MS = 60_000

export interface ReportSettler {
  /** Settles what fell due while nobody was running, and goes on from there. */
  start(): void
  /** A report due then was stored: wakes up in time for it. */
  expect(dueMs: number): void
  stop(): void
}

/**
 * The registry's answers. When each is due is in the store, not in a timer, so a restart loses none: one
 * timer waits for the earliest, and each batch is settled in one transaction.
 */
export function createReportSettler(deps: { reports: ReportStore; clock: Clock; log: Log }): ReportSettler {
  const { reports, clock, log } = deps
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
      settleDue()
      const next = reports.nextDueMs()
      if (next !== null) sleepUntil(next)
    } catch (error) {
      log.error('reports could not be settled, trying again', error)
      sleepUntil(clock.now() + RETRY_MS)
    }
  }

  function settleDue(): void {
    const now = clock.now()
    const due = reports.due(now, BATCH)
    if (due.length === 0) return
    reports.atomically(() => {
      for (const { id, vrm } of due) {
        const outcome = reducedOutcome(vrm)
        reports.settle(id, outcome, outcome.status === 'completed' ? registryVehicle(vrm) : null, now)
      }
    })
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
