/** Calendar days: the first midnight of each in this PC's zone, in epoch milliseconds. */

const DAY_MS = 86_400_000

/** DD/MM/YYYY. */
export function writeDay(day: number): string {
  const date = new Date(day)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`
}

/** Day so many calendar days after another. Daylight saving has no effect. */
export function daysAfter(day: number, days: number): number {
  const date = new Date(day)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
}

/** Whole days left until that day: 0 on the day itself, negative after it. Daylight saving has no effect. */
export const daysUntil = (day: number, now: number): number =>
  Math.round((daysAfter(day, 0) - daysAfter(now, 0)) / DAY_MS)
