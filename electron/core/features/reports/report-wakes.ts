import type { Clock } from '../../runtime/clock.ts'

/** Wakes the polling of a report when an event of the service names it, so that its answer is read at once. */
export interface ReportWakes {
  /** An event named this report. Most belong to the office's other PCs, and nobody waits for them. */
  wake(reportId: string): void
  /** Sleeps until an event names the report, or for `ms`. */
  sleep(reportId: string, ms: number, signal: AbortSignal): Promise<void>
}

/**
 * An event may come before the answer that gives the report its id, or while a request for it is in flight: it
 * is remembered until the next sleep, of these last ones.
 */
const REMEMBERED = 100

export function createReportWakes(clock: Pick<Clock, 'sleep'>): ReportWakes {
  const named = new Set<string>()
  const sleeping = new Map<string, Set<AbortController>>()

  return {
    wake(reportId) {
      const sleepers = sleeping.get(reportId)
      if (sleepers) {
        for (const sleeper of sleepers) sleeper.abort()
        return
      }
      named.delete(reportId)
      named.add(reportId)
      const [oldest] = named
      if (named.size > REMEMBERED && oldest !== undefined) named.delete(oldest)
    },

    async sleep(reportId, ms, signal) {
      if (named.delete(reportId)) return
      const mine = new AbortController()
      const sleepers = sleeping.get(reportId) ?? new Set()
      sleeping.set(reportId, sleepers.add(mine))
      await clock.sleep(ms, AbortSignal.any([signal, mine.signal]))
      sleepers.delete(mine)
      if (sleepers.size === 0) sleeping.delete(reportId)
    },
  }
}
