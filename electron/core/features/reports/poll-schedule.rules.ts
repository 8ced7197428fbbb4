/**
 * Polling schedule of a report that is open on screen. The first three seconds have a poll every 150 ms, because
 * nearly all reports finish in that time. Later polls become ever slower.
 */
const FIRST_SECONDS_MS = 3_000
const QUICK_MS = 150
const SLOWING_MS: readonly number[] = [500, 1_000, 2_000, 3_000, 5_000, 8_000]
const PATIENT_AFTER_MS = 120_000
export const PATIENT_MS = 30_000

/** After this time the screen shows that the report takes longer than usual. */
export const SLOW_AFTER_MS = 15_000
/**
 * After this time and one more poll, the request is closed as `report-stalled`. The service has then forgotten the
 * report.
 */
export const STALLED_AFTER_MS = 15 * 60_000

/**
 * Milliseconds until the next poll, or `null` to give up.
 * @param elapsedMs time since the service accepted the request
 * @param slowPolls number of polls after the first three seconds
 */
export function computePollDelay(elapsedMs: number, slowPolls: number): number | null {
  if (elapsedMs >= STALLED_AFTER_MS) return null
  if (elapsedMs < FIRST_SECONDS_MS) return QUICK_MS
  if (elapsedMs >= PATIENT_AFTER_MS) return PATIENT_MS
  return SLOWING_MS[Math.min(slowPolls, SLOWING_MS.length - 1)] ?? PATIENT_MS
}

export const isQuick = (elapsedMs: number): boolean => elapsedMs < FIRST_SECONDS_MS
