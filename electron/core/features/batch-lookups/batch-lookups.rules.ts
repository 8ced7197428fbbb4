import type { LookupView } from '#shared/bridge/lookup.ts'
import type { VerdictOutcome } from '#shared/domain/plate-verdict.ts'
import { appError, type AppError } from '#shared/bridge/result.ts'
import { SLOW_AFTER_MS } from '../reports/poll-schedule.rules.ts'
import { getDayBefore } from '../retention/retention-policy.rules.ts'

/** State of a plate in its batch. `asked`: the lookup was started, by the batch or by the user. */
export type BatchPlateState = 'waiting' | 'asked' | 'known' | 'answered' | 'failed'

export type KnownPlate = Pick<LookupView, 'verdict' | 'latest' | 'pending' | 'failed'>

export type BatchPlateStep =
  | { kind: 'settle'; state: 'known' | 'answered' | 'failed'; error: AppError | null }
  /** The lookup of the plate is open. `isAside`: the lookup takes long, so it must not block other lookups. */
  | { kind: 'open'; isAside: boolean }
  | { kind: 'ask' }

/**
 * Most lookups of batches in progress at once. With this number, scheduled requests stay below their share of the
 * rate limit.
 */
export const MAX_OPEN = 3
/** Most lookups aside (slow, or failing alone). With this many, no more lookups are started. */
export const MAX_ASIDE = 30
/** Most running batches of browsers in one account. */
export const MAX_RUNNING = 8
/** Days that a browser's batch is stored. Its verdicts stay. */
const MAX_DAYS = 30

/**
 * Decides the next step of a plate in a batch. After a restart the stored lookups are enough. `lookup` resumes an
 * open lookup. A lookup that its batch has not recorded yet is found open here.
 */
export function decidePlateStep(known: KnownPlate, isAsked: boolean, now: number): BatchPlateStep {
  const { pending, failed, latest } = known
  if (pending) return { kind: 'open', isAside: isAside(pending, now) }
  if (!isAsked)
    return hasVerdictOfDay(known, now) ? { kind: 'settle', state: 'known', error: null } : { kind: 'ask' }
  if (failed) return { kind: 'settle', state: 'failed', error: failed }
  if (latest) return { kind: 'settle', state: 'answered', error: null }
  // The lookup was neither answered nor refused, so the user cancelled it.
  return { kind: 'settle', state: 'failed', error: appError('cancelled') }
}

/**
 * True if the plate has an answer of this calendar day in the PC's zone. The answer is in the newest reduced report,
 * or in the report that decides the verdict. A report without an answer is requested again: it is free, and the
 * registry may answer now.
 */
export function hasVerdictOfDay({ verdict, latest }: KnownPlate, now: number): boolean {
  if (!verdict) return false
  const isOfDay = (at: number) => getDayBefore(at, 0) === getDayBefore(now, 0)
  return [latest, verdict.report].some(
    (report) =>
      report !== null &&
      report.outcome !== 'error' &&
      report.outcome !== 'unrecognised' &&
      isOfDay(report.checkedAt),
  )
}

/** True if a plate has an answer of this day, and no lookup in progress. */
export const isKnown = (view: KnownPlate, now: number): boolean => !view.pending && hasVerdictOfDay(view, now)

/**
 * Outcome of the last lookup of a plate; `null` if it was not answered. An earlier verdict does not count, even if it
 * is still valid.
 */
export function getAnsweredOutcome({ verdict, latest }: KnownPlate): VerdictOutcome | null {
  if (!verdict) return null
  const isAnswer = latest === null || (latest.outcome !== 'error' && latest.outcome !== 'unrecognised')
  return isAnswer || verdict.report.checkedAt >= latest.checkedAt ? verdict.outcome : null
}

/** Id of the batch of a day's watched plates. */
export const watchBatchId = (day: string): string => `${WATCH}${day}`
export const isWatchBatch = (id: string): boolean => id.startsWith(WATCH)
const WATCH = 'watch:'

/** Batches made before this time are deleted: the office's retention, and at most `MAX_DAYS`. */
export function computeBatchCutoff(now: number, retentionDays: number): number {
  return getDayBefore(now, retentionDays === 0 ? MAX_DAYS : Math.min(retentionDays, MAX_DAYS))
}

/** Plate lists made before this time are deleted. 0 if the office has no retention. */
export const computePlateListCutoff = (now: number, retentionDays: number): number =>
  retentionDays === 0 ? 0 : getDayBefore(now, retentionDays)

function isAside({ state, requestedAt }: NonNullable<KnownPlate['pending']>, now: number): boolean {
  if (state === 'queued' || state === 'slow') return true
  return state === 'processing' && now - requestedAt >= SLOW_AFTER_MS
}
