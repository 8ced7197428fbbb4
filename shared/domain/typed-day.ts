/** Calendar days as typed. A day is its first midnight in this PC's zone, in epoch milliseconds. */

const DAY_MS = 86_400_000
const OLDEST_YEAR = 1900
/** Two digits of a year this far ahead still mean this century: a typing error to be refused, not a day of 1930. */
const CENTURY_AHEAD = 10

/** Result of reading a typed day. `future`: it exists, but is in the future. */
export type TypedDay =
  | { kind: 'day'; day: number; text: string }
  | { kind: 'future'; day: number; text: string }
  | { kind: 'invalid' }

/**
 * Reads a day in any usual notation: `05/11/2026`, `5-11-26`, `5.11.2026`, `05112026`, `051126`,
 * `2026-11-05`, and `5/11`, which is the latest such day up to today.
 * @param now epoch milliseconds: the day of the present
 * @returns the day, and its text as DD/MM/YYYY, the only form that is stored
 */
export function readTypedDay(typed: string, now: number): TypedDay {
  const parts = partsOf(typed.normalize('NFKC').trim(), now)
  if (!parts) return { kind: 'invalid' }
  const day = parts.year === undefined ? latestDay(parts, now) : dayOf(parts.year, parts.month, parts.day)
  if (day === null) return { kind: 'invalid' }
  return { kind: daysUntil(day, now) > 0 ? 'future' : 'day', day, text: writeDay(day) }
}

/** Day of a stored text, D/M/YYYY, or `null` for anything else. Independent of today. */
export function parseDay(text: string): number | null {
  const [, day, month, year] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.normalize('NFKC').trim()) ?? []
  return year === undefined ? null : dayOf(Number(year), Number(month), Number(day))
}

/** DD/MM/YYYY. */
export function writeDay(day: number): string {
  const date = new Date(day)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`
}

/** Stored form of a typed day, DD/MM/YYYY; an invalid one stays as typed. */
export function tidyDay(typed: string, now: number): string {
  const read = readTypedDay(typed, now)
  return read.kind === 'invalid' ? typed : read.text
}

/** Day so many calendar days after another. Daylight saving has no effect. */
export function daysAfter(day: number, days: number): number {
  const date = new Date(day)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
}

/** Whole days left until that day: 0 on the day itself, negative after it. Daylight saving has no effect. */
export const daysUntil = (day: number, now: number): number =>
  Math.round((daysAfter(day, 0) - daysAfter(now, 0)) / DAY_MS)

function partsOf(text: string, now: number): { day: number; month: number; year?: number } | null {
  const found =
    /^(?<day>\d{1,2})[/.\- ](?<month>\d{1,2})(?:[/.\- ](?<year>\d{4}|\d{2}))?$/.exec(text) ??
    /^(?<year>\d{4})[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})$/.exec(text) ??
    /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})$/.exec(text)
  if (!found?.groups) return null
  const { day, month, year } = found.groups
  return {
    day: Number(day),
    month: Number(month),
    ...(year !== undefined && { year: fullYear(year, now) }),
  }
}

function dayOf(year: number, month: number, day: number): number | null {
  const date = new Date(year, month - 1, day)
  const exists = date.getDate() === day && date.getMonth() === month - 1
  return exists && year >= OLDEST_YEAR ? date.getTime() : null
}

/** Latest occurrence of that day and month: 29/02 may be years ago. */
function latestDay({ day, month }: { day: number; month: number }, now: number): number | null {
  const thisYear = new Date(now).getFullYear()
  for (let year = thisYear; year > thisYear - 9; year--) {
    const found = dayOf(year, month, day)
    if (found !== null && daysUntil(found, now) <= 0) return found
  }
  return null
}

function fullYear(digits: string, now: number): number {
  const year = Number(digits)
  if (digits.length === 4) return year
  const thisYear = new Date(now).getFullYear()
  const century = thisYear - (thisYear % 100)
  return century + year <= thisYear + CENTURY_AHEAD ? century + year : century - 100 + year
}
