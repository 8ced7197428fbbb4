import { byNumber } from '../text/grammar.ts'

/**
 * Age and date of a moment, for display. Lone ages and dates: moments inside a sentence are
 * `shared/text/app-dates.ts`. All times are epoch milliseconds; "now" is always passed in.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** Clocks of two machines differ by seconds: up to here a future moment is "just now". */
const CLOCK_SKEW = MINUTE

type Part = 'day' | 'month' | 'year' | 'hour' | 'minute'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? ''
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('es-ES', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  })
  formatters.set(key, made)
  return made
}

/** Parts of a moment, or `null` for an invalid one (NaN, outside the range of a Date). */
function partsOf(ms: number, timeZone: string | undefined): Record<Part, string> | null {
  if (Number.isNaN(new Date(ms).getTime())) return null
  const parts: Record<Part, string> = { day: '', month: '', year: '', hour: '', minute: '' }
  for (const { type, value } of formatterOf(timeZone).formatToParts(ms)) {
    if (type === 'day' || type === 'month' || type === 'year' || type === 'hour' || type === 'minute')
      parts[type] = value
  }
  // Some ICU versions drop the zero of a 2-digit part when several parts are requested.
  for (const part of ['day', 'month', 'hour', 'minute'] as const) parts[part] = parts[part].padStart(2, '0')
  return parts
}

/**
 * «hace 12 s», «hace 6 min», «hace 2 h», «hace 1 día», «hace 3 días» under a week; after that the date,
 * `11/11/2025`. Rounded down: never more than the real age.
 *
 * A future moment, beyond the clock skew, was stored before this PC's clock was set back: its age is unknown,
 * so the date is given instead of a negative age or a false "just now".
 * @param fromMs the moment, epoch milliseconds
 * @param nowMs the present, epoch milliseconds
 * @param timeZone IANA name, for the date; by default this PC's. A name that does not exist throws
 * RangeError.
 * @returns '' when either number is not a moment
 */
export function relativeAge(fromMs: number, nowMs: number, timeZone?: string): string {
  const parts = partsOf(fromMs, timeZone)
  if (!parts || Number.isNaN(nowMs)) return ''
  const age = nowMs - fromMs
  if (age >= WEEK || age < -CLOCK_SKEW) return `${parts.day}/${parts.month}/${parts.year}`
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
 * @param timeZone IANA name; by default this PC's. A name that does not exist throws RangeError.
 * @returns '' when `ms` is not a moment
 */
export function clockOrDate(ms: number, nowMs: number, timeZone?: string): string {
  const at = partsOf(ms, timeZone)
  if (!at) return ''
  const now = partsOf(nowMs, timeZone)
  if (now?.year !== at.year) return `${at.day}/${at.month}/${at.year}`
  if (now.month !== at.month || now.day !== at.day) return `${at.day}/${at.month}`
  return `${at.hour}:${at.minute}`
}

/**
 * `20/11/2026 · 14:05`.
 * @param ms the moment, epoch milliseconds
 * @param timeZone IANA name; this PC's when left out. A name that does not exist throws RangeError.
 * @returns '' when `ms` is not a moment
 */
export function dateTime(ms: number, timeZone?: string): string {
  const at = partsOf(ms, timeZone)
  return at ? `${at.day}/${at.month}/${at.year} · ${at.hour}:${at.minute}` : ''
}
