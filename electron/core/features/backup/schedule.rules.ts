const DAY_MS = 86_400_000
/** One that failed is tried again after. */
const AGAIN_MS = 3_600_000

/**
 * When the next copy is made by itself, or never.
 * @param lastAt the last whole one; one "of the future" (the clock was set back) does not keep this one waiting
 * @param failedAt the last try, if it failed
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
 * Whether it is time to ask for a copy.
 * @param since the last one, or since when there is anything to lose; `null` with nothing
 */
export const isDue = (remindDays: number, since: number | null, now: number): boolean =>
  remindDays > 0 && since !== null && now - since >= remindDays * DAY_MS
