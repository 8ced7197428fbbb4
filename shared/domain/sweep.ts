/** How long the background takes to look at every open procedure, at so many requests a second. */

/** The size of a large desk: what the limits are explained with. */
export const SWEEP_EXAMPLE = 2_000

/** Minutes, at least one, rounded as a person says them. */
export function sweepMinutes(open: number, perSecond: number): number {
  if (!(perSecond > 0) || !(open > 0)) return 1
  return Math.max(1, Math.round(open / perSecond / 60))
}
