/** Time that background polling takes for every open procedure, at so many requests a second. */

/** Size of a large office, used to explain the limits. */
export const SWEEP_EXAMPLE = 2_000

/** Rounded minutes, at least one. */
export function sweepMinutes(open: number, perSecond: number): number {
  if (!(perSecond > 0) || !(open > 0)) return 1
  return Math.max(1, Math.round(open / perSecond / 60))
}
