const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Working hours of the office, in minutes since midnight: from nine to two. */
const OPENS = 9 * 60
const OPEN_MINUTES = 5 * 60

/** Turns ages into moments of an office: working days, in the morning, before now. */
export interface OfficeCalendar {
  readonly nowMs: number
  /** Moment of the working day that many days ago; the same share, 0 to 1, is the same time of day. */
  daysAgo(days: number, share: number): number
  minutesAgo(minutes: number): number
}

/** @param nowMs the moment that ages are counted from, in the time zone of this PC */
export function createOfficeCalendar(nowMs: number): OfficeCalendar {
  return {
    nowMs,
    daysAgo(days, share) {
      const day = new Date(nowMs - days * DAY_MS)
      const weekday = day.getDay()
      // Saturdays and Sundays count as the Friday before.
      day.setDate(day.getDate() - (weekday === 0 ? 2 : weekday === 6 ? 1 : 0))
      day.setHours(0, OPENS + Math.floor(share * OPEN_MINUTES), Math.floor(share * 3_600) % 60, 0)
      // Earlier than it opens today, the office has been at work for as long as it ever is.
      return Math.min(day.getTime(), nowMs - Math.ceil((1 - share) * OPEN_MINUTES) * MINUTE_MS)
    },
    minutesAgo: (minutes) => nowMs - minutes * MINUTE_MS,
  }
}
