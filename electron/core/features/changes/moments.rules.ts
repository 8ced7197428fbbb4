/** A service's clock may run ahead of this PC's, but not by days: beyond this a time is taken for garbage. */
const BELIEVABLE_AHEAD_MS = 86_400_000

/** ISO 8601 to milliseconds, or `null` when it is missing, unreadable or absurd. */
export function serverTime(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const at = Date.parse(text)
  if (!Number.isFinite(at) || at <= 0 || at > now + BELIEVABLE_AHEAD_MS) return null
  return at
}

/** What a person is told: never later than when it was seen. */
export const shownTime = (serverAt: number | null, seenAt: number): number =>
  serverAt === null ? seenAt : Math.min(serverAt, seenAt)
