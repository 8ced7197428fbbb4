import type { AppError } from '#shared/bridge/result.ts'
import { TRY_AGAIN_MS } from '../../runtime/retry-delays.ts'
import { wasNotDone } from '../../api/delivery.ts'
import { isInDoubt, notDone, type Submission } from './submission.rules.ts'

const LONGEST_WAIT_MS = 60_000

/** What a step that failed means for what is being sent. */
export type Failure =
  /** We cut it off ourselves: whoever takes it up looks at what was begun. */
  | { means: 'cut' }
  /** The service does not know the draft any more. */
  | { means: 'gone' }
  /** The draft takes no such step any more. */
  | { means: 'conflict' }
  /** The service does not take the data. */
  | { means: 'refused' }
  /** It may have been confirmed: it is looked at until somebody answers, which does nothing. */
  | { means: 'doubt'; submission: Submission; waitMs: number }
  /** Nobody is there, or only a person can change it: it waits for the person's word. */
  | { means: 'pause'; submission: Submission }
  | { means: 'again'; submission: Submission; waitMs: number }

/** Only a person changes this. */
const HOPELESS: ReadonlySet<AppError['code']> = new Set([
  'unauthorized',
  'key-missing',
  'address-changed',
  'proxy-login',
])

/**
 * @param failures in a row before this one
 * @param what failed: the step that was begun, or only a look at what became of it, which says nothing of it
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
  const isOver = failures >= TRY_AGAIN_MS.length || waitMs === undefined || waitMs > LONGEST_WAIT_MS
  return isOver || HOPELESS.has(error.code)
    ? { means: 'pause', submission }
    : { means: 'again', submission, waitMs }
}
