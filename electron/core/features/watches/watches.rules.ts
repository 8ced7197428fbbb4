import { isoDay, startOfDay } from '#shared/domain/calendar.ts'
import { FAILED_DAYS, nextWatchDay, type WatchDays } from '#shared/domain/watch-days.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { getDayBefore } from '../retention/retention-policy.rules.ts'

/** Data that decide when a watched plate is looked up. Days are in this PC's calendar, `YYYY-MM-DD`. */
export interface WatchTimes {
  vrm: string
  days: WatchDays
  /** Last day of the watch. */
  until: string
  /** Last day on which the lookup was queued or the queue requested it. `null` before the first lookup. */
  askedDay: string | null
}

/** The lookups of one day are spread over two hours, before the office opens. */
const FIRST_HOUR = 6
const SPREAD_MINUTES = 120

/**
 * Time of the next lookup of a watched plate, or `null` if no lookup is left. A time in the past means that the
 * lookup is due. The first lookup is due at once, because later reports are compared with it. After the PC was off
 * for several watch days, only one lookup is made.
 */
export function computeNextLookupAt(watch: WatchTimes, now: number): number | null {
  const today = isoDay(now)
  if (today > watch.until) return null
  if (watch.askedDay === null) return startOfDay(today)
  const day = nextWatchDay(watch.days, clampAskedDay(watch.askedDay, now))
  if (day > watch.until) return null
  return day < today ? startOfDay(day) : computeSlot(watch.vrm, day)
}

/**
 * A day in the future comes from a wrong clock and counts as today. Otherwise the plate would not be looked up until
 * that day.
 */
export function clampAskedDay(askedDay: string, now: number): string {
  const today = isoDay(now)
  return askedDay > today ? today : askedDay
}

/** Time of the lookup on a day. It is the same every day for a plate, and differs between most plates. */
function computeSlot(vrm: string, day: string): number {
  let hash = 0
  for (const character of vrm) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return new Date(startOfDay(day)).setHours(FIRST_HOUR, hash % SPREAD_MINUTES)
}

/**
 * New number of failed days after an error. A refused plate reaches the limit at once, because it will not be
 * accepted tomorrow either.
 */
export const countFailedDays = ({ code }: Pick<AppError, 'code'>, before: number): number =>
  code === 'rejected' || code === 'invalid-plate' ? FAILED_DAYS : before + 1

/**
 * First day of the watches that are not deleted. The office's retention decides; 0 days delete nothing. If the
 * previous run is earlier than now, its time counts, so a temporarily wrong clock erases nothing.
 */
export const computeWatchCutoff = (now: number, lastRun: number | null, retentionDays: number): string =>
  retentionDays === 0 ? '' : isoDay(getDayBefore(Math.min(now, lastRun ?? now), retentionDays))
