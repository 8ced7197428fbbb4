/**
 * Days and months of the calendar in this PC's zone.
 *
 * - A day as a number is its first midnight, in epoch milliseconds.
 * - An ISO day is YYYY-MM-DD and a month YYYY-MM. Both sort and compare as texts.
 */

const DAY_MS = 86_400_000

/** Writes a day as DD/MM/YYYY. */
export function writeDay(day: number): string {
  const date = new Date(day)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`
}

/** Day that is a number of calendar days after another. Daylight saving has no effect. */
export function daysAfter(day: number, days: number): number {
  const date = new Date(day)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
}

/** Whole days until a day: 0 on the day itself, negative after it. Daylight saving has no effect. */
export const daysUntil = (day: number, now: number): number =>
  Math.round((daysAfter(day, 0) - daysAfter(now, 0)) / DAY_MS)

/** ISO day of a moment. */
export function isoDay(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** First moment of an ISO day. */
export function startOfDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date).getTime()
}

/** ISO day that is a number of days after another. */
export const addDays = (day: string, days: number): string => isoDay(daysAfter(startOfDay(day), days))

/** ISO day that is a number of working days after another: Monday to Friday, without public holidays. */
export function addWorkingDays(day: string, days: number): string {
  let last = day
  for (let left = days; left > 0;) {
    last = addDays(last, 1)
    const weekday = new Date(startOfDay(last)).getDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return last
}

/** Monday of the week of an ISO day. */
export function mondayOf(day: string): string {
  const weekday = new Date(startOfDay(day)).getDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** Period of months, both included. */
export interface Months {
  from: string
  to: string
}

export const MONTH = /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/
/** Longest period that is drawn. */
export const MAX_MONTHS = 60

/** Month of a moment. */
export const monthOf = (at: number): string => isoDay(at).slice(0, 7)

/** First moment of a month. */
export const startOfMonth = (month: string): number => startOfDay(`${month}-01`)

/** Month that is a number of months after another. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const total = year * 12 + number - 1 + months
  return `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}`
}

/** Months of a period in order, at most `MAX_MONTHS`. Empty if it ends before it begins. */
export function listMonths({ from, to }: Months): string[] {
  const months: string[] = []
  for (let month = from; month <= to && months.length < MAX_MONTHS; month = addMonths(month, 1))
    months.push(month)
  return months
}

/** First moment of a period, and of the month after it. */
export const periodBounds = ({ from, to }: Months): [from: number, until: number] => [
  startOfMonth(from),
  startOfMonth(addMonths(to, 1)),
]

/** First moments of the months and of the month after the last, for `monthAt`. */
export const monthBounds = (months: readonly string[]): number[] => {
  const last = months.at(-1)
  return last === undefined ? [] : [...months, addMonths(last, 1)].map(startOfMonth)
}

/** Index of a moment's month among those of `bounds`. -1 outside. */
export function monthAt(bounds: readonly number[], at: number): number {
  const last = bounds.length - 1
  if (last < 1 || !(at >= (bounds[0] as number)) || at >= (bounds[last] as number)) return -1
  let low = 0
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (at >= (bounds[middle] as number)) low = middle
    else high = middle
  }
  return low
}
