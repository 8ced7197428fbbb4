const MINUTE_MS = 60_000

/** Number of wrong attempts without a wait. Mistyping is common. */
export const FREE_TRIES = 5
const WAITS_MS = [MINUTE_MS / 2, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS] as const

/** Wait in milliseconds after this number of wrong attempts. */
export function waitAfter(failures: number): number {
  if (failures < FREE_TRIES) return 0
  return WAITS_MS[Math.min(failures - FREE_TRIES, WAITS_MS.length - 1)] ?? 0
}

/** Remaining wait in milliseconds. Setting the clock back does not make the wait longer than its full length. */
export function waitLeft(waitUntil: number | null, failures: number, now: number): number {
  if (waitUntil === null) return 0
  return Math.max(0, Math.min(waitUntil - now, waitAfter(failures)))
}
