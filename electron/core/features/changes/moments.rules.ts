/** A service's clock may be ahead of this PC's, but not by days: a later time is invalid. */
const BELIEVABLE_AHEAD_MS = 86_400_000

/** ISO 8601 to milliseconds, or `null` when it is missing, unreadable or implausible. */
export function serverTime(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const at = Date.parse(text)
  if (!Number.isFinite(at) || at <= 0 || at > now + BELIEVABLE_AHEAD_MS) return null
  return at
}

/** Displayed time: never later than when it was seen. */
export const shownTime = (serverAt: number | null, seenAt: number): number =>
  serverAt === null ? seenAt : Math.min(serverAt, seenAt)
