const DAY_MS = 86_400_000
/** Retry delay after a failure, in milliseconds. */
const AGAIN_MS = 3_600_000

/**
 * Time of the next scheduled copy, or never.
 * @param lastAt the last whole one; one in the future (the clock was set back) does not delay this one
 * @param failedAt the last attempt, if it failed
 */
export function nextBackupAt(
  everyDays: number,
  lastAt: number | null,
  failedAt: number | null,
  now: number,
): number | null {
  if (everyDays === 0) return null
  if (failedAt !== null && failedAt <= now) return failedAt + AGAIN_MS
  if (lastAt === null || lastAt > now) return now
  return lastAt + everyDays * DAY_MS
}

/**
 * True if the reminder for a copy is due.
 * @param since the last copy, or the oldest data; `null` without data
 */
export const isDue = (remindDays: number, since: number | null, now: number): boolean =>
  remindDays > 0 && since !== null && now - since >= remindDays * DAY_MS
