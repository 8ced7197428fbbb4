import type { OfficeSettings } from '#shared/bridge/settings.ts'

/** Ended resource, with the data that retention needs. */
export interface Ended {
  /** Time when the resource entered its final state. */
  since: number
  isPinned: boolean
  blockedAt: number | null
}

export interface RetentionLimits extends Pick<OfficeSettings, 'retentionDays' | 'blockedDays'> {
  now: number
  /** Time of the previous run. `null` before the first run. */
  lastRun: number | null
}

export type RetentionState = 'shown' | 'blocked' | 'erased'

/**
 * Retention state of an ended resource: visible for the configured days, then blocked, and later erased. Days are
 * calendar days, so daylight saving has no effect. Blocking is undone when it is no longer due. Erasing must be due
 * on two calendar days, so that a temporarily wrong clock erases nothing.
 */
export function computeRetention(
  { since, isPinned, blockedAt }: Ended,
  limits: RetentionLimits,
): RetentionState {
  const { now, lastRun, retentionDays, blockedDays } = limits
  // A time of blocking in the future means that the clock was wrong then.
  if (isPinned || retentionDays === 0 || !isOlder(since, retentionDays, now)) return 'shown'
  if (blockedAt === null || blockedAt > now) return 'blocked'
  const wasDue = lastRun !== null && getDay(lastRun) < getDay(now) && isOlder(blockedAt, blockedDays, lastRun)
  return wasDue && isOlder(blockedAt, blockedDays, now) ? 'erased' : 'blocked'
}

/** Compares calendar days in the time zone of this PC: any hour of yesterday is one day ago. */
const isOlder = (at: number, days: number, now: number): boolean => at < getDayBefore(now, days)

/** Midnight of the day that is this number of days earlier. */
export function getDayBefore(now: number, days: number): number {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime()
}

const getDay = (at: number): number => getDayBefore(at, 0)

/** Start of the next day. */
export const getNextDay = (now: number): number => getDayBefore(now, -1)
