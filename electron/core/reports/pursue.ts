import type { Report } from '#shared/api/report.ts'
import type { Verdict } from '#shared/bridge/lookup.ts'
import { appError, fail, type AppError, type Result } from '#shared/bridge/result.ts'
import { normalisePlate } from '#shared/domain/plates/classify.ts'
import type { ServiceClient } from '../api/service-client.ts'
import type { Clock } from '../clock.ts'
import type { OpenQuestion } from '../db/lookup-queries.ts'
import type { ConnectionGate } from '../sync/connection.ts'
import type { RateLimiter } from '../sync/rate-limiter.ts'
import { isQuick, pollDelay, SLOW_AFTER_MS } from './poll-schedule.ts'
import { verdictOf } from './verdict-of.ts'

/** What a question tells of its own progress. Each is written down before the next step is taken. */
export interface QuestionEvents {
  accepted(reportId: string): Promise<void>
  queued(error: AppError): Promise<void>
  slow(): void
}

export type QuestionEnd =
  { kind: 'verdict'; verdict: Verdict } | { kind: 'failed'; error: AppError } | { kind: 'cancelled' }

export interface QuestionDeps {
  client: ServiceClient
  gate: ConnectionGate
  limiter: RateLimiter
  clock: Clock
}

/**
 * Asks about one plate until there is a verdict, an error that trying again cannot mend, or `signal`. A reduced
 * report costs nothing, so a creation whose outcome is unknown is simply made again; one that was accepted is
 * only ever read.
 */
export async function pursue(
  { client, gate, limiter, clock }: QuestionDeps,
  question: OpenQuestion,
  urgent: boolean,
  events: QuestionEvents,
  signal: AbortSignal,
): Promise<QuestionEnd> {
  const { vrm } = question
  let { reportId } = question
  let acceptedAt = question.requestedAt
  let slowPolls = 0
  let askedAgain = false
  let saidSlow = false

  for (let first = true; ; first = false) {
    await gate.enter(signal, urgent && first)
    await limiter.slot(signal)
    if (signal.aborted) {
      gate.abandoned()
      return { kind: 'cancelled' }
    }
    const answer = sameVehicle(
      vrm,
      reportId === null
        ? await client.createReducedReport(vrm, signal)
        : await client.getReport(reportId, signal),
    )
    if (!answer.ok) {
      const { error } = answer
      if (error.code === 'cancelled') {
        gate.abandoned()
        return { kind: 'cancelled' }
      }
      if (error.code === 'not-found' || error.code === 'rejected') gate.answered()
      else gate.failed(error)
      if (error.code === 'not-found' && reportId !== null && !askedAgain) {
        // The service has forgotten the report (its data was reset): the question itself still stands.
        askedAgain = true
        reportId = null
        continue
      }
      if (!error.retryable && error.code !== 'unauthorized') return { kind: 'failed', error }
      await events.queued(error)
      continue
    }
    gate.answered()
    const report = answer.value
    if (reportId !== report.id) {
      reportId = report.id
      acceptedAt = clock.now()
      await events.accepted(reportId)
    }
    const verdict = verdictOf(report, vrm, clock.now())
    if (verdict) return { kind: 'verdict', verdict }

    const elapsed = Math.max(0, clock.now() - acceptedAt)
    const delay = pollDelay(elapsed, slowPolls)
    if (delay === null) return { kind: 'failed', error: appError('report-stalled') }
    if (!isQuick(elapsed)) slowPolls++
    if (elapsed >= SLOW_AFTER_MS && !saidSlow) {
      saidSlow = true
      events.slow()
    }
    await clock.sleep(delay, signal)
  }
}

/** A verdict on another car, shown for this one, would be the worst answer of all. */
function sameVehicle(vrm: string, answer: Result<Report>): Result<Report> {
  if (!answer.ok || normalisePlate(answer.value.vrm) === vrm) return answer
  return fail(appError('bad-answer', { detail: 'the answer is about another plate' }))
}
