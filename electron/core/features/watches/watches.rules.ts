import { isoDay, startOfDay } from '#shared/domain/calendar.ts'
import { FAILED_DAYS, nextWatchDay, type WatchDays } from '#shared/domain/watch-days.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { daysBefore } from '../retention/retention-policy.rules.ts'

/** What decides when a watched plate is looked up. Days are those of this PC's calendar, `YYYY-MM-DD`. */
export interface WatchTimes {
  vrm: string
  days: WatchDays
  /** Its last day. */
  until: string
  /** Last day that its lookup was given to the queue, or that the queue asked for it; `null` before the first. */
  askedDay: string | null
}

/** Lookups of one day are spread over two hours, before the office opens. */
const FIRST_HOUR = 6
const SPREAD_MINUTES = 120

/**
 * Time of the next lookup of a watched plate, `null` when none is left. It is due once it is past. The first is due at
 * once, for a report to compare with. Of the days that passed while the PC was off, one lookup is made.
 */
export function nextLookupAt(watch: WatchTimes, now: number): number | null {
  const today = isoDay(now)
  if (today > watch.until) return null
  if (watch.askedDay === null) return startOfDay(today)
  const day = nextWatchDay(watch.days, askedDayOf(watch.askedDay, now))
  if (day > watch.until) return null
  return day < today ? startOfDay(day) : slotOf(watch.vrm, day)
}

/** A day in the future was noted by a wrong clock: it counts as today, so that the plate is not forgotten until then. */
export function askedDayOf(askedDay: string, now: number): string {
  const today = isoDay(now)
  return askedDay > today ? today : askedDay
}

/** Its time of a day: always the same, and another one than that of most plates. */
function slotOf(vrm: string, day: string): number {
  let hash = 0
  for (const character of vrm) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return new Date(startOfDay(day)).setHours(FIRST_HOUR, hash % SPREAD_MINUTES)
}

/** Failed due days that an error counts for: a refused plate will not be accepted tomorrow. */
export const failedDaysOf = ({ code }: Pick<AppError, 'code'>, before: number): number =>
  code === 'rejected' || code === 'invalid-plate' ? FAILED_DAYS : before + 1

/**
 * Watches that ended before this day are forgotten: the office's retention, which may be none. The time of the run
 * before counts, if it is the earlier one, so that a clock that is wrong once erases nothing.
 */
export const watchesKeptFrom = (now: number, lastRun: number | null, retentionDays: number): string =>
  retentionDays === 0 ? '' : isoDay(daysBefore(Math.min(now, lastRun ?? now), retentionDays))
