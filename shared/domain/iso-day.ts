import { daysAfter } from './calendar-day.ts'

/** Days of the calendar as YYYY-MM-DD, in this PC's zone: they sort and compare as texts. */

/** Day of a moment. */
export function isoDay(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** First moment of a day. */
export function startOfDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date).getTime()
}

/** Day so many days after another. */
export const addDays = (day: string, days: number): string => isoDay(daysAfter(startOfDay(day), days))

/** Monday of its week. */
export function mondayOf(day: string): string {
  const weekday = new Date(startOfDay(day)).getDay()
  return addDays(day, -((weekday + 6) % 7))
}
