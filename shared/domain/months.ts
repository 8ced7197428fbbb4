import { isoDay, startOfDay } from './iso-day.ts'

/** Months of the calendar as YYYY-MM, in this PC's zone: they sort and compare as texts. */

/** First and last month of a period, both within it. */
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

/** Month so many months after another. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const total = year * 12 + number - 1 + months
  return `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}`
}

/** Months of a period in order, `MAX_MONTHS` at the most; none if it ends before it begins. */
export function monthsOf({ from, to }: Months): string[] {
  const months: string[] = []
  for (let month = from; month <= to && months.length < MAX_MONTHS; month = addMonths(month, 1))
    months.push(month)
  return months
}

/** First moment of a period, and of the month after it. */
export const boundsOf = ({ from, to }: Months): [from: number, until: number] => [
  startOfMonth(from),
  startOfMonth(addMonths(to, 1)),
]

/** First moment of each month, and of the one after the last: what `monthAt` looks a moment up in. */
export const monthBounds = (months: readonly string[]): number[] => {
  const last = months.at(-1)
  return last === undefined ? [] : [...months, addMonths(last, 1)].map(startOfMonth)
}

/** Place of the month of a moment among those of `bounds`; -1 outside of them. */
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
