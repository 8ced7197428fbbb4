import type { Clock } from '../../runtime/clock.ts'

/** Wakes the polling of a report when an event of the service names it, so that its answer is read at once. */
export interface ReportWakes {
  /** An event named this report. Reports of the office's other PCs have no waiting request here. */
  wake(reportId: string): void
  /**
   * Sleeps until an event names the report, or for `ms`. While events come for the reports of this PC, it is a second
   * at least: polling is then the safety net, and leaves the service's limit to other requests.
   */
  sleep(reportId: string, ms: number, signal: AbortSignal): Promise<void>
}

/**
 * An event may come before the answer that gives the report its id, or while a request for it is in flight: it
 * is remembered until the next sleep, of these last ones.
 */
const REMEMBERED = 100
const NET_MS = 1_000

/** @param relayed true while every event arrives at once */
export function createReportWakes(clock: Pick<Clock, 'sleep'>, relayed: () => boolean): ReportWakes {
  const named = new Set<string>()
  /** An event has named a report of this PC: the operator sends them. */
  let isTold = false
  const sleeping = new Map<string, Set<AbortController>>()

  return {
    wake(reportId) {
      const sleepers = sleeping.get(reportId)
      if (sleepers) {
        isTold = true
        for (const sleeper of sleepers) sleeper.abort()
        return
      }
      named.delete(reportId)
      named.add(reportId)
      const [oldest] = named
      if (named.size > REMEMBERED && oldest !== undefined) named.delete(oldest)
    },

    async sleep(reportId, ms, signal) {
      if (named.delete(reportId)) {
        isTold = true
        return
      }
      const mine = new AbortController()
      const sleepers = sleeping.get(reportId) ?? new Set()
      sleeping.set(reportId, sleepers.add(mine))
      const rest = isTold && relayed() ? Math.max(ms, NET_MS) : ms
      await clock.sleep(rest, AbortSignal.any([signal, mine.signal]))
      sleepers.delete(mine)
      if (sleepers.size === 0) sleeping.delete(reportId)
    },
  }
}
