import type { AppError } from '#shared/bridge/result.ts'
import { TRY_AGAIN_MS } from '../../runtime/retry-delays.ts'
import { wasNotDone } from '../../api/delivery.ts'
import { isInDoubt, notDone, type Submission } from './submission.rules.ts'

const MAX_WAIT_MS = 60_000

/** Effect of a failed step on the submission. */
export type Failure =
  /** Cut off by us: the next run fetches the outcome of the begun step. */
  | { means: 'cut' }
  /** The service no longer knows the draft. */
  | { means: 'gone' }
  /** The draft no longer accepts this step. */
  | { means: 'conflict' }
  /** The service rejects the data. */
  | { means: 'refused' }
  /** It may have been confirmed: it is fetched, without effect, until the service answers. */
  | { means: 'doubt'; submission: Submission; waitMs: number }
  /** The service is unreachable, or only the user can fix it: it waits for the user. */
  | { means: 'pause'; submission: Submission }
  | { means: 'again'; submission: Submission; waitMs: number }

/** Errors that only the user can resolve. */
const HOPELESS: ReadonlySet<AppError['code']> = new Set([
  'unauthorized',
  'key-missing',
  'address-changed',
  'proxy-login',
])

/**
 * @param failures consecutive ones before this one
 * @param what the failed operation: the begun step, or only a fetch of its outcome, which proves nothing
 */
export function interpretFailure(
  error: AppError,
  before: Submission,
  failures: number,
  what: 'step' | 'look' = 'step',
): Failure {
  if (error.code === 'cancelled') return { means: 'cut' }
  if (error.code === 'not-found' && before.procedureId !== null) return { means: 'gone' }
  if (what === 'step') {
    if (error.status === 409 && before.procedureId !== null) return { means: 'conflict' }
    if (error.code === 'rejected' || error.code === 'not-found') return { means: 'refused' }
  }
  const submission = what === 'step' && wasNotDone(error) ? notDone(before) : before
  if (isInDoubt(submission))
    return {
      means: 'doubt',
      submission,
      waitMs: TRY_AGAIN_MS[Math.min(failures, TRY_AGAIN_MS.length - 1)] ?? 0,
    }
  const waitMs = error.retryAfterMs ?? TRY_AGAIN_MS[failures]
  const isOver = failures >= TRY_AGAIN_MS.length || waitMs === undefined || waitMs > MAX_WAIT_MS
  return isOver || HOPELESS.has(error.code)
    ? { means: 'pause', submission }
    : { means: 'again', submission, waitMs }
}
