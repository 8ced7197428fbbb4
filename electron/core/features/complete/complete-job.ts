import { appError, type AppError } from '#shared/bridge/result.ts'
import { createReportPriority, pollReport, reportResource, requireSameVehicle } from '../reports/reports.ts'
import { admit } from '../../runtime/admission.ts'
import type { Permit } from '../../runtime/circuit-breaker.ts'
import { isStale, type Job, type JobBody, type StepEnd } from '../../runtime/job-runner.ts'
import { toCompleteReport } from './complete.rules.ts'
import type { CompleteReportsDeps } from './complete-reports.ts'
import { wasNotDone } from '../../api/failures.ts'

/** Job of one complete report request, from its stored state to its answer. */
export interface CompleteJob extends JobBody {
  readonly vrm: string
  /** Reason that the accepted report cannot be read now, and time of the next attempt. */
  readonly trouble: ReadingTrouble | null
}

interface ReadingTrouble {
  error: AppError
  nextAttemptAt?: number
}

/** Retry delays in ms while the registry is unavailable; after the last one, the user decides. */
const RETRY_DELAYS_MS: readonly number[] = [60_000, 300_000, 900_000]
/** Delay in ms until an accepted report that is unreadable now is fetched again. */
export const LOOK_AGAIN_MS = 5 * 60_000

export function createCompleteJob(
  deps: CompleteReportsDeps & { onStep: () => Promise<void> },
  job: Job,
  vrm: string,
): CompleteJob {
  const { call, client, clock, breaker, assumptions, onStep } = deps
  const { id, signal, write } = job
  // A sent request is paid for, so a stop waits for its answer.
  job.isAwaited = true
  let trouble: ReadingTrouble | null = null

  async function step(): Promise<StepEnd> {
    const request = await call('completeRequest', id)
    // An accepted request is not lost: the next run continues to read it.
    job.isPaused = request?.state !== 'queued'
    switch (request?.state) {
      case 'queued':
        await send()
        break
      case 'processing':
        await followReport(request.reportId, request.acceptedAt ?? clock.now(), request.attempts)
        break
      case 'waiting':
        await clock.sleep(Math.max(0, (request.nextAttemptAt ?? 0) - clock.now()), signal)
        if (!signal.aborted) await write(() => call('completeStep', id, 'queued', null))
        break
      default:
        return 'over'
    }
    await onStep()
    return 'again'
  }

  async function send(): Promise<void> {
    const wanted = clock.now()
    // The user has agreed to pay, so the request neither waits for the connection nor is retried automatically.
    const permit = await admit(deps, `complete ${vrm}`, { signal, urgent: true })
    try {
      if (permit) await sendWith(permit, wanted)
    } finally {
      permit?.release()
    }
  }

  async function sendWith(permit: Permit, reportId: number): Promise<void> {
    // From here on an interruption leaves the request uncertain, and it is never resent automatically.
    await write(() => call('completeStep', id, 'sending', null))
    // The queue, a full disk or a sleeping PC delayed the request for too long, so it is not sent.
    if (isStale(reportId, clock.now()))
      return write(() => call('completeStep', id, 'failed', appError('cancelled')))
    await onStep()
    // The job has just been stopped: nothing has been sent, and nothing is paid for.
    if (signal.aborted) return write(() => call('completeStep', id, 'queued', null))
    const answer = permit.report(requireSameVehicle(vrm, await client.createCompleteReport(vrm, job.cut)))
    const { completeReportCents } = assumptions
    if (answer.ok)
      return write(() => call('completeAccepted', id, answer.value.id, clock.now(), completeReportCents))
    const state = wasNotDone(answer.error) ? 'failed' : 'uncertain'
    return write(() => call('completeStep', id, state, answer.error))
  }

  async function followReport(reportId: string | null, acceptedAt: number, attempts: number) {
    const events = {
      accepted: () => setTrouble(null),
      queued(error: AppError) {
        const at = breaker.backoff(reportResource(vrm))?.retryAt ?? breaker.state.nextAttemptAt
        return setTrouble({ error, ...(at !== undefined && { nextAttemptAt: at }) })
      },
      slow: () => undefined,
    }
    const polling = {
      vrm,
      reportId,
      requestedAt: acceptedAt,
      read: (report: Parameters<typeof toCompleteReport>[0], now: number) =>
        toCompleteReport(report, vrm, now),
    }
    const end = await pollReport(deps, polling, createReportPriority(signal, true), events, signal)
    if (end.kind === 'cancelled') return
    // The request was accepted, so it may be paid for. A failed read must not be reported as not done.
    if (end.kind === 'failed' && end.error.code === 'not-found')
      return write(() => call('completeStep', id, 'uncertain', end.error))
    if (end.kind === 'failed') {
      await setTrouble({ error: end.error, nextAttemptAt: clock.now() + LOOK_AGAIN_MS })
      await clock.sleep(LOOK_AGAIN_MS, AbortSignal.any([signal, breaker.retrying]))
      trouble = null
      return
    }
    const delay = RETRY_DELAYS_MS[attempts]
    const unavailable = end.answer.failure === 'service_unavailable'
    if (unavailable && delay !== undefined && !assumptions.failedCompleteReportIsCharged)
      return write(() => call('completeWaits', id, clock.now() + delay))
    return write(() => call('completeArrived', id, end.answer))
  }

  function setTrouble(next: ReadingTrouble | null): Promise<void> {
    trouble = next
    return onStep()
  }

  return {
    vrm,
    step,
    get trouble() {
      return trouble
    },
  }
}
