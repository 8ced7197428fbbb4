import type { OfficeSettings } from '#shared/bridge/office.ts'

/** What has ended, as retention sees it. */
export interface Ended {
  /** When it entered the state that it ended in. */
  since: number
  isPinned: boolean
  blockedAt: number | null
}

export interface RetentionLimits extends Pick<OfficeSettings, 'retentionDays' | 'blockedDays'> {
  now: number
  /** The run before this one; `null` when there was none. */
  lastRun: number | null
}

export type RetentionState = 'shown' | 'blocked' | 'erased'

/**
 * What becomes of what has ended (domain.md 7): in sight for the days set, then blocked, and later erased. By days of the
 * calendar, so that a change of hour moves nothing. Blocking is undone when it is no longer due; what cannot be undone
 * has to be due on two days of the calendar, so that a clock that was wrong for a while erases nothing.
 */
export function retentionOf({ since, isPinned, blockedAt }: Ended, limits: RetentionLimits): RetentionState {
  const { now, lastRun, retentionDays, blockedDays } = limits
  // Blocked in the future: the clock was wrong then.
  if (isPinned || retentionDays === 0 || !isOlder(since, retentionDays, now)) return 'shown'
  if (blockedAt === null || blockedAt > now) return 'blocked'
  const wasDue = lastRun !== null && dayOf(lastRun) < dayOf(now) && isOlder(blockedAt, blockedDays, lastRun)
  return wasDue && isOlder(blockedAt, blockedDays, now) ? 'erased' : 'blocked'
}

/** Of the calendar of this PC's zone: yesterday at any hour is a day ago. */
const isOlder = (at: number, days: number, now: number): boolean => at < daysBefore(now, days)

/** Midnight of the day that was so many days before. */
export function daysBefore(now: number, days: number): number {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime()
}

const dayOf = (at: number): number => daysBefore(at, 0)

/** When the next day begins. */
export const nextDay = (now: number): number => daysBefore(now, -1)
