import { byNumber } from '../text/grammar.ts'

/**
 * Age and date of a moment, for display. Lone ages and dates: moments inside a sentence are
 * `shared/text/dates.ts`. All times are epoch milliseconds, said in this PC's zone; "now" is always passed in.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** Clocks of two machines differ by seconds: up to here a future moment is "just now". */
const CLOCK_SKEW = MINUTE

const two = (value: number) => String(value).padStart(2, '0')

/** Parts of a moment in this PC's zone, or `null` for an invalid one (NaN, outside the range of a Date). */
function partsOf(ms: number) {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return null
  return {
    year: date.getFullYear(),
    dayMonth: `${two(date.getDate())}/${two(date.getMonth() + 1)}`,
    clock: `${two(date.getHours())}:${two(date.getMinutes())}`,
  }
}

/**
 * «hace 12 s», «hace 6 min», «hace 2 h», «hace 1 día», «hace 3 días» under a week; after that the date,
 * `11/11/2025`. Rounded down: never more than the real age.
 *
 * A future moment, beyond the clock skew, was stored before this PC's clock was set back: its age is unknown,
 * so the date is given instead of a negative age or a false "just now".
 * @param fromMs the moment, epoch milliseconds
 * @param nowMs the present, epoch milliseconds
 * @returns '' when either number is not a moment
 */
export function relativeAge(fromMs: number, nowMs: number): string {
  const parts = partsOf(fromMs)
  if (!parts || Number.isNaN(nowMs)) return ''
  const age = nowMs - fromMs
  if (age >= WEEK || age < -CLOCK_SKEW) return `${parts.dayMonth}/${parts.year}`
  if (age < SECOND) return 'hace un momento'
  if (age < MINUTE) return `hace ${Math.floor(age / SECOND)} s`
  if (age < HOUR) return `hace ${Math.floor(age / MINUTE)} min`
  if (age < DAY) return `hace ${Math.floor(age / HOUR)} h`
  const days = Math.floor(age / DAY)
  return byNumber(days, 'hace 1 día', `hace ${days} días`)
}

/**
 * Shortest unambiguous form: `14:02` today, `11/11` another day of this year, `11/11/2025` otherwise.
 * @param ms the moment, epoch milliseconds
 * @param nowMs the present, epoch milliseconds
 * @returns '' when `ms` is not a moment
 */
export function clockOrDate(ms: number, nowMs: number): string {
  const at = partsOf(ms)
  if (!at) return ''
  const now = partsOf(nowMs)
  if (now?.year !== at.year) return `${at.dayMonth}/${at.year}`
  return now.dayMonth === at.dayMonth ? at.clock : at.dayMonth
}

/**
 * `20/11/2026 · 14:05`.
 * @param ms the moment, epoch milliseconds
 * @returns '' when `ms` is not a moment
 */
export function dateTime(ms: number): string {
  const at = partsOf(ms)
  return at ? `${at.dayMonth}/${at.year} · ${at.clock}` : ''
}
