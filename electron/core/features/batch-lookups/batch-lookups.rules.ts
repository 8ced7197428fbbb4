import type { LookupView } from '#shared/bridge/lookup.ts'
import type { VerdictOutcome } from '#shared/domain/plate-verdict.ts'
import { appError, type AppError } from '#shared/bridge/result.ts'
import { SLOW_AFTER_MS } from '../reports/poll-schedule.rules.ts'
import { daysBefore } from '../retention/retention-policy.rules.ts'

/** State of a plate in its batch. `asked`: its lookup was started, here or by the user. */
export type BatchPlateState = 'waiting' | 'asked' | 'known' | 'answered' | 'failed'

export type KnownPlate = Pick<LookupView, 'verdict' | 'latest' | 'pending' | 'failed'>

export type BatchPlateStep =
  | { kind: 'settle'; state: 'known' | 'answered' | 'failed'; error: AppError | null }
  /** Its lookup is open. `isAside`: it waits for long, and must not keep the others waiting. */
  | { kind: 'open'; isAside: boolean }
  | { kind: 'ask' }

/** Lookups of batches under way at once: with them, scheduled requests stay below their share of the limiter. */
export const MAX_OPEN = 3
/** Lookups that wait aside (slow, or failing alone): with so many, no more are started. */
export const MAX_ASIDE = 30
/** Running batches of browsers, in one account. */
export const MAX_RUNNING = 8
/** Days that a browser's batch is kept. Its verdicts stay. */
const MAX_DAYS = 30

/**
 * Decides what a plate of a batch needs, from all that is known of it. A restart needs nothing else: an open lookup is
 * resumed by `lookup`, and a lookup that was stored but not yet noted in its batch is found open here.
 */
export function plateStep(known: KnownPlate, isAsked: boolean, now: number): BatchPlateStep {
  const { pending, failed, latest } = known
  if (pending) return { kind: 'open', isAside: isAside(pending, now) }
  if (!isAsked)
    return hasVerdictOfDay(known, now) ? { kind: 'settle', state: 'known', error: null } : { kind: 'ask' }
  if (failed) return { kind: 'settle', state: 'failed', error: failed }
  if (latest) return { kind: 'settle', state: 'answered', error: null }
  // Neither answered nor refused: the user cancelled it.
  return { kind: 'settle', state: 'failed', error: appError('cancelled') }
}

/**
 * True if the plate was answered on this calendar day of the PC's zone, by the newest reduced report or by the report
 * that decides. A report without an answer is requested again: it is free, and the registry may answer now.
 */
export function hasVerdictOfDay({ verdict, latest }: KnownPlate, now: number): boolean {
  if (!verdict) return false
  const isOfDay = (at: number) => daysBefore(at, 0) === daysBefore(now, 0)
  return [latest, verdict.report].some(
    (report) =>
      report !== null &&
      report.outcome !== 'error' &&
      report.outcome !== 'unrecognised' &&
      isOfDay(report.checkedAt),
  )
}

/** True if a plate has an answer of this day, and none is on its way. */
export const isKnown = (view: KnownPlate, now: number): boolean => !view.pending && hasVerdictOfDay(view, now)

/**
 * Outcome that a plate's last lookup was answered with. `null` without an answer: a verdict of before is none, however
 * much it still stands.
 */
export function answeredOutcome({ verdict, latest }: KnownPlate): VerdictOutcome | null {
  if (!verdict) return null
  const isAnswer = latest === null || (latest.outcome !== 'error' && latest.outcome !== 'unrecognised')
  return isAnswer || verdict.report.checkedAt >= latest.checkedAt ? verdict.outcome : null
}

/** Batch of the watched plates of a day. */
export const watchBatchId = (day: string): string => `${WATCH}${day}`
export const isWatchBatch = (id: string): boolean => id.startsWith(WATCH)
const WATCH = 'watch:'

/** Batches made before this are forgotten: the office's retention, and never longer than a month. */
export function batchesKeptFrom(now: number, retentionDays: number): number {
  return daysBefore(now, retentionDays === 0 ? MAX_DAYS : Math.min(retentionDays, MAX_DAYS))
}

/** Lists made before this are forgotten: the office's retention, which may be none. */
export const plateListsKeptFrom = (now: number, retentionDays: number): number =>
  retentionDays === 0 ? 0 : daysBefore(now, retentionDays)

function isAside({ state, requestedAt }: NonNullable<KnownPlate['pending']>, now: number): boolean {
  if (state === 'queued' || state === 'slow') return true
  return state === 'processing' && now - requestedAt >= SLOW_AFTER_MS
}
