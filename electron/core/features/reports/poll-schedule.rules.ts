/**
 * Polling schedule of a report open on screen: every 150 ms for
 * three seconds, in which nearly all of them finish, then ever more slowly.
 */
const FIRST_SECONDS_MS = 3_000
const QUICK_MS = 150
const SLOWING_MS: readonly number[] = [500, 1_000, 2_000, 3_000, 5_000, 8_000]
const PATIENT_AFTER_MS = 120_000
export const PATIENT_MS = 30_000

/** After this the screen shows that it takes longer than usual. */
export const SLOW_AFTER_MS = 15_000
/**
 * After this, and one more question, the request is closed as `report-stalled`: the service has forgotten a report that
 * takes this long.
 */
export const STALLED_AFTER_MS = 15 * 60_000

/**
 * Milliseconds until the next poll, or `null` to give up.
 * @param elapsedMs since the service accepted the request
 * @param slowPolls number of polls after the first three seconds
 */
export function pollDelay(elapsedMs: number, slowPolls: number): number | null {
  if (elapsedMs >= STALLED_AFTER_MS) return null
  if (elapsedMs < FIRST_SECONDS_MS) return QUICK_MS
  if (elapsedMs >= PATIENT_AFTER_MS) return PATIENT_MS
  return SLOWING_MS[Math.min(slowPolls, SLOWING_MS.length - 1)] ?? PATIENT_MS
}

export const isQuick = (elapsedMs: number): boolean => elapsedMs < FIRST_SECONDS_MS
