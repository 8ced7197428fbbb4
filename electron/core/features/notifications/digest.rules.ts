import type { NotificationSettings } from '#shared/bridge/inbox.ts'
import { eventClass, WATCH_CHANGED } from '#shared/domain/event-class.ts'
import { isPaused } from '#shared/domain/notification-pause.ts'
import { isQuiet } from '#shared/domain/quiet-hours.ts'
import type { NotificationRow } from '../inbox/inbox.store.ts'
import type { Decision } from './policy.rules.ts'

/** A digest tells of the changes since the first one that the digest before did not. */
export const DIGEST_MS = 60 * 60_000
/** Longest wait until it is looked at again: a PC that slept, or whose clock was changed, is not an hour late. */
export const DIGEST_LOOK_MS = 60_000

/**
 * True if a change waits for the hourly digest. A change that asks something of the user never waits, and neither does a
 * report that the user requested: one of a watched plate was not.
 */
export const isForDigest = (
  { actionable, event }: Pick<NotificationRow, 'actionable' | 'event'>,
  { digest }: Pick<NotificationSettings, 'digest'>,
): boolean => digest && !actionable && (eventClass(event) !== 'report' || event === WATCH_CHANGED)

/**
 * True if a decision lets a change wait. Pauses and quiet hours put the digest off, with what changes in them: it is
 * then told in one piece, and nothing is raised meanwhile.
 */
export const canWait = (decision: Decision): boolean =>
  decision.raise || decision.why === 'paused' || decision.why === 'quiet'

/**
 * Milliseconds until the digest of the waiting changes may be raised, or is to be looked at again; 0: now. It is
 * counted from the store's rows alone, so that a restart changes nothing.
 * @param rows oldest first
 */
export function digestWait(
  rows: readonly Pick<NotificationRow, 'seenAt'>[],
  { quiet, pausedUntil }: Pick<NotificationSettings, 'quiet' | 'pausedUntil'>,
  now: number,
): number {
  const [oldest] = rows
  if (!oldest) return Infinity
  const waited = now - oldest.seenAt
  // Seen in the future: the clock was set back, and it has waited long enough.
  if (waited >= 0 && waited < DIGEST_MS) return Math.min(DIGEST_MS - waited, DIGEST_LOOK_MS)
  return isPutOff({ quiet, pausedUntil }, now) ? DIGEST_LOOK_MS : 0
}

/** True while no digest is raised, nor raised again. */
export const isPutOff = (
  { quiet, pausedUntil }: Pick<NotificationSettings, 'quiet' | 'pausedUntil'>,
  now: number,
): boolean => isPaused(pausedUntil, now) || isQuiet(quiet, now)

const DIGEST = ':digest:'
/** Tag of a digest that begins at a row. It is known by its tag when it is raised again after a restart. */
export const digestTag = (scope: string, seq: number): string => `${scope}${DIGEST}${seq}`
export const isDigestTag = (tag: string): boolean => tag.includes(DIGEST)
