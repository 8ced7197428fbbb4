import { addDays, isoDay, startOfDay } from './calendar.ts'

/**
 * Days on which a watched plate is looked up. `working-day`: Monday to Friday. `week`: on those days, 1 for Monday to
 * 7 for Sunday. `days`: this many days after the last lookup.
 */
export type WatchDays =
  { every: 'working-day' } | { every: 'week'; on: number[] } | { every: 'days'; count: number }

/** Maximum number of watched plates. */
export const MAX_WATCHES = 500
export const MAX_WATCH_NOTE = 500
/** Maximum interval of `days`. */
export const MAX_WATCH_INTERVAL = 90
/** Maximum days of a watch. */
const MAX_WATCH_LENGTH = 365

/** Consecutive due days without an answer, after which the user is notified. */
export const FAILED_DAYS = 3

/** Filters of the watched plates: active ones, those among them that have changed, and ended ones. */
export const WATCH_FILTERS = ['active', 'changed', 'ended'] as const

const WORKING_DAYS: readonly number[] = [1, 2, 3, 4, 5]

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(startOfDay(day)).getDay() || 7

/** First day of a watch after a day. Daylight saving has no effect. */
export function nextWatchDay(days: WatchDays, after: string): string {
  if (days.every === 'days') return addDays(after, days.count)
  const on = days.every === 'week' ? days.on : WORKING_DAYS
  for (let day = addDays(after, 1); ; day = addDays(day, 1))
    if (on.length === 0 || on.includes(weekdayOf(day))) return day
}

/** Number of days of a watch after a day, up to its end: its maximum number of lookups. */
export function countWatchDays(days: WatchDays, after: string, until: string): number {
  let count = 0
  for (let day = nextWatchDay(days, after); day <= until; day = nextWatchDay(days, day)) count++
  return count
}

/** Default end: the same day of the next month, or the last day of that month. */
export function offeredEnd(now: number): string {
  const date = new Date(now)
  const lastOfNext = new Date(date.getFullYear(), date.getMonth() + 2, 0)
  const day = Math.min(date.getDate(), lastOfNext.getDate())
  return isoDay(new Date(lastOfNext.getFullYear(), lastOfNext.getMonth(), day).getTime())
}

/** True for a valid end of a watch: from today on, within a year. */
export function isWatchEnd(until: string, now: number): boolean {
  const today = isoDay(now)
  return until >= today && until <= addDays(today, MAX_WATCH_LENGTH)
}
