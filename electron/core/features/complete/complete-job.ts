import { appError, type AppError } from '#shared/bridge/result.ts'
import { pollReport, reportResource, sameVehicle } from '../reports/reports.ts'
import { admit } from '../../runtime/admission.ts'
import type { Permit } from '../../runtime/circuit-breaker.ts'
import { isStale, type Job, type JobBody, type StepEnd } from '../../runtime/job-runner.ts'
import { completeReportOf } from './complete-report-of.rules.ts'
import type { CompleteReportsDeps } from './complete-reports.ts'
import { wasNotDone } from '../../api/delivery.ts'

/** One request for a complete report, from its written state to its answer. */
export interface CompleteJob extends JobBody {
  readonly vrm: string
  /** Why the report, which was accepted, cannot be read now, and when it is tried again. */
  readonly trouble: ReadingTrouble | null
}

export interface ReadingTrouble {
  error: AppError
  nextAttemptAt?: number
}

/** Milliseconds until a registry that was not available is asked again; after the last one, the person decides. */
export const RETRY_DELAYS_MS: readonly number[] = [60_000, 300_000, 900_000]
/** Until a report that was accepted and cannot be read now is looked at again. */
export const LOOK_AGAIN_MS = 5 * 60_000

export function createCompleteJob(
  deps: CompleteReportsDeps & { onStep: () => Promise<void> },
  job: Job,
  vrm: string,
): CompleteJob {
  const { call, client, clock, breaker, assumptions, onStep } = deps
  const { id, signal, write } = job
  // It is paid for once it has left.
  job.isAwaited = true
  let trouble: ReadingTrouble | null = null

  async function step(): Promise<StepEnd> {
    const request = await call('completeRequest', id)
    switch (request?.state) {
      case 'queued':
        await send()
        break
      case 'processing':
        await follow(request.reportId, request.acceptedAt ?? clock.now(), request.attempts)
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
    // The person has said yes to paying: it neither waits for the connection nor is it tried again by itself.
    const permit = await admit(deps, `complete ${vrm}`, { signal, urgent: true })
    try {
      if (permit) await sendWith(permit)
    } finally {
      permit?.release()
    }
  }

  async function sendWith(permit: Permit): Promise<void> {
    const wanted = clock.now()
    // From this line on, whatever ends us leaves it uncertain, and it is never sent again by itself.
    await write(() => call('completeStep', id, 'sending', null))
    // A full disk delayed this for too long: do not send.
    if (isStale(wanted, clock.now()))
      return write(() => call('completeStep', id, 'failed', appError('cancelled')))
    await onStep()
    // Stopped just now: nothing of it has left, and nothing is paid for.
    if (signal.aborted) return write(() => call('completeStep', id, 'queued', null))
    const answer = permit.settle(sameVehicle(vrm, await client.createCompleteReport(vrm, job.cut)))
    if (answer.ok) return write(() => call('completeAccepted', id, answer.value.id, clock.now()))
    const state = wasNotDone(answer.error) ? 'failed' : 'uncertain'
    return write(() => call('completeStep', id, state, answer.error))
  }

  async function follow(reportId: string | null, acceptedAt: number, attempts: number) {
    const events = {
      accepted: () => told(null),
      queued(error: AppError) {
        const at = breaker.backoff(reportResource(vrm))?.retryAt ?? breaker.state.nextAttemptAt
        return told({ error, ...(at !== undefined && { nextAttemptAt: at }) })
      },
      slow: () => undefined,
    }
    const polling = {
      vrm,
      reportId,
      requestedAt: acceptedAt,
      read: (report: Parameters<typeof completeReportOf>[0], now: number) =>
        completeReportOf(report, vrm, now),
    }
    const end = await pollReport(deps, polling, true, events, signal)
    if (end.kind === 'cancelled') return
    // It was accepted, so it may be paid for: whatever keeps it from being read, nobody may say that it was not done.
    if (end.kind === 'failed' && end.error.code === 'not-found')
      return write(() => call('completeStep', id, 'uncertain', end.error))
    if (end.kind === 'failed') {
      await told({ error: end.error, nextAttemptAt: clock.now() + LOOK_AGAIN_MS })
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

  function told(next: ReadingTrouble | null): Promise<void> {
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
