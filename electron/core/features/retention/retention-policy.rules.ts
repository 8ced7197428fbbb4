import type { OfficeSettings } from '#shared/bridge/office.ts'

/** An ended resource, as retention needs it. */
export interface Ended {
  /** Time it entered its final state. */
  since: number
  isPinned: boolean
  blockedAt: number | null
}

export interface RetentionLimits extends Pick<OfficeSettings, 'retentionDays' | 'blockedDays'> {
  now: number
  /** Time of the previous run; `null` without one. */
  lastRun: number | null
}

export type RetentionState = 'shown' | 'blocked' | 'erased'

/**
 * Retention state of an ended resource: visible for the days set, then blocked, and later
 * erased. By calendar days, so that daylight saving has no effect. Blocking is undone when it is no longer
 * due; erasing has to be due on two calendar days, so that a temporarily wrong clock erases nothing.
 */
export function retentionOf({ since, isPinned, blockedAt }: Ended, limits: RetentionLimits): RetentionState {
  const { now, lastRun, retentionDays, blockedDays } = limits
  // Blocked in the future: the clock was wrong then.
  if (isPinned || retentionDays === 0 || !isOlder(since, retentionDays, now)) return 'shown'
  if (blockedAt === null || blockedAt > now) return 'blocked'
  const wasDue = lastRun !== null && dayOf(lastRun) < dayOf(now) && isOlder(blockedAt, blockedDays, lastRun)
  return wasDue && isOlder(blockedAt, blockedDays, now) ? 'erased' : 'blocked'
}

/** Compares calendar days of this PC's zone: yesterday at any hour is a day ago. */
const isOlder = (at: number, days: number, now: number): boolean => at < daysBefore(now, days)

/** Midnight of the day so many days before. */
export function daysBefore(now: number, days: number): number {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime()
}

const dayOf = (at: number): number => daysBefore(at, 0)

/** Start of the next day. */
export const nextDay = (now: number): number => daysBefore(now, -1)
