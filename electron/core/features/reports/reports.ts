import type { Report } from '#shared/api/report.ts'
import { appError, fail, type AppError, type Result } from '#shared/bridge/result.ts'
import { normalisePlate } from '#shared/domain/plates/classify.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import { type Admission, createSkippableWait } from '../../runtime/admission.ts'
import type { Permit } from '../../runtime/circuit-breaker.ts'
import type { Clock } from '../../runtime/clock.ts'
import { PATIENT_MS, SLOW_AFTER_MS, computePollDelay, isQuick } from './poll-schedule.rules.ts'

/** Polls a report at once when an event of the service names it. */
export interface ReportWakes {
  /** Call this when an event named the report. A report of another PC of the office has no waiting request here. */
  wake(reportId: string): void
  /**
   * Sleeps until an event names the report, or for `ms`. While events arrive for the reports of this PC, the sleep
   * lasts at least a second. Polling is then only a fallback, and the service's rate limit is left to other requests.
   */
  sleep(reportId: string, ms: number, signal: AbortSignal): Promise<void>
}

/**
 * Number of remembered events. An event may arrive before the answer with the id of its report, or while a request
 * for the report is in flight. The next sleep then ends at once.
 */
const REMEMBERED = 100
const NET_MS = 1_000

/** @param relayed returns true while every event arrives at once */
export function createReportWakes(clock: Pick<Clock, 'sleep'>, relayed: () => boolean): ReportWakes {
  const named = new Set<string>()
  /** True once an event has named a report of this PC. The operator then sends events for reports. */
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

/** Report that was requested. */
export interface ReportPolling<T> {
  vrm: string
  requestedAt: number
  /** Set once the service has accepted the request. From then on only the answer is fetched. */
  reportId: string | null
  /**
   * Requests a report. It runs again if the service has lost the first report. Without this function, only `reportId`
   * is fetched.
   */
  create?: (signal: AbortSignal) => Promise<Result<Report>>
  /** Extracts the result of a finished report, or `null` while the registry is still working. */
  read: (report: Report, now: number) => T | null
}

/** Progress of polling a report. Each event is stored before the next step. */
export interface ReportPollingEvents {
  accepted(reportId: string): Promise<void>
  queued(error: AppError): Promise<void>
  slow(): void
}

export type ReportPollingEnd<T> =
  { kind: 'answer'; answer: T } | { kind: 'failed'; error: AppError } | { kind: 'cancelled' }

export interface ReportPollingDeps extends Admission {
  client: ServiceClient
  clock: Clock
  /** If absent, the report is only polled. */
  wakes?: Pick<ReportWakes, 'sleep'>
}

export interface ReportPriority {
  /**
   * Admits the next request. `null` once the caller has stopped. After a failure, urgent requests become normal
   * requests.
   */
  admit(admission: Admission, resource: string, hasFailed: boolean): Promise<Permit | null>
  /**
   * Makes the next request urgent because a user waits now. This includes a request that already waits for admission.
   */
  raise(): void
}

export function createReportPriority(signal: AbortSignal, isUrgent: boolean): ReportPriority {
  const wait = createSkippableWait(signal)
  let urgent = isUrgent
  return {
    admit: (admission, resource, hasFailed) => wait.admit(admission, resource, urgent && !hasFailed),
    raise() {
      if (urgent) return
      urgent = true
      wait.skip()
    },
  }
}

/** Resource of a plate. Its failures delay only requests about this plate. */
export const reportResource = (vrm: string): string => `report ${vrm}`

/**
 * Polls one report until an answer, a permanent error, or `signal`. `create` may run again when its outcome is
 * unknown, so it must be free of charge. A paid report is created elsewhere (`electron/core/features/complete`) and
 * only polled here.
 */
export async function pollReport<T>(
  deps: ReportPollingDeps,
  { vrm, create, read, ...wantedReport }: ReportPolling<T>,
  priority: Pick<ReportPriority, 'admit'>,
  events: ReportPollingEvents,
  signal: AbortSignal,
): Promise<ReportPollingEnd<T>> {
  const { client, clock, wakes } = deps
  let { reportId } = wantedReport
  let hasFailed = false
  let isQueued = false
  let acceptedAt = wantedReport.requestedAt
  let slowPolls = 0
  let askedAgain = false
  let saidSlow = false
  let isLate = false

  for (;;) {
    const permit = await priority.admit(deps, reportResource(vrm), hasFailed)
    if (!permit) return { kind: 'cancelled' }
    const asked = reportId === null ? create?.(signal) : client.getReport(reportId, signal)
    const answer = permit.report(requireSameVehicle(vrm, (await asked) ?? fail(appError('not-found'))))
    if (!answer.ok) {
      const { error } = answer
      if (error.code === 'cancelled') return { kind: 'cancelled' }
      if (error.code === 'not-found' && reportId !== null && create && !askedAgain) {
        // The service has lost the report, because its data were reset. The request is still open.
        askedAgain = true
        reportId = null
        continue
      }
      if (!error.retryable && error.code !== 'unauthorized') return { kind: 'failed', error }
      hasFailed = true
      isQueued = true
      await events.queued(error)
      continue
    }
    const report = answer.value
    if (reportId !== report.id) acceptedAt = clock.now()
    if (reportId !== report.id || isQueued) {
      reportId = report.id
      isQueued = false
      await events.accepted(reportId)
    }
    const finished = read(report, clock.now())
    if (finished !== null) return { kind: 'answer', answer: finished }

    const elapsed = Math.max(0, clock.now() - acceptedAt)
    const delay = computePollDelay(elapsed, slowPolls)
    // Poll once more before giving up: the PC may have slept, without any poll during the sleep.
    if (delay === null && isLate) return { kind: 'failed', error: appError('report-stalled') }
    isLate = delay === null
    if (!isQuick(elapsed)) slowPolls++
    if (elapsed >= SLOW_AFTER_MS && !saidSlow) {
      saidSlow = true
      events.slow()
    }
    const pause = delay ?? PATIENT_MS
    await (wakes ? wakes.sleep(report.id, pause, signal) : clock.sleep(pause, signal))
  }
}

/** Rejects a report about another vehicle. It must never be shown for this plate. */
export function requireSameVehicle(vrm: string, answer: Result<Report>): Result<Report> {
  if (!answer.ok || normalisePlate(answer.value.vrm) === vrm) return answer
  return fail(appError('wrong-plate'))
}
