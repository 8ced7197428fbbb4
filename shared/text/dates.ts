import { byNumber } from './grammar.ts'
import { writeDay, type Months, startOfMonth } from '../domain/calendar.ts'

/**
 * Dates, ages and moments in Spanish. Moments are epoch milliseconds, shown in this PC's zone. The present is always
 * a parameter.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** Clocks of two machines differ by seconds. Up to this difference a future moment is "just now". */
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
 * «hace 12 s», «hace 6 min», «hace 2 h», «hace 1 día», «hace 3 días». From one week on, the date `11/11/2025`.
 * Rounded down.
 *
 * A moment in the future, beyond the clock skew, was stored before this PC's clock was set back. Its age is unknown,
 * so the date is shown.
 * @param fromMs the moment, epoch milliseconds
 * @param nowMs the present, epoch milliseconds
 * @returns '' if either number is no moment
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
 * Shortest unambiguous form: `14:02` today, `11/11` this year, otherwise `11/11/2025`.
 * @param ms the moment, epoch milliseconds
 * @param nowMs the present, epoch milliseconds
 * @returns '' if `ms` is no moment
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
 * @returns '' if `ms` is no moment
 */
export function dateTime(ms: number): string {
  const at = partsOf(ms)
  return at ? `${at.dayMonth}/${at.year} · ${at.clock}` : ''
}

export const clock = (at: number) => {
  const date = new Date(at)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** DD/MM/YYYY. */
export const fullDate = writeDay

/** DD/MM. */
export const dayMonth = (at: number) => fullDate(at).slice(0, 5)

export const sameDay = (a: number, b: number) => fullDate(a) === fullDate(b)

/** «el 11/11/2026 a las 13:52». */
export const datedMoment = (at: number) => `el ${fullDate(at)} a las ${clock(at)}`

/** «las 13:52» today, «el 11/11 a las 13:52» this year, otherwise with the year. */
export function moment(at: number, now: number): string {
  if (sameDay(at, now)) return `las ${clock(at)}`
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return `el ${sameYear ? dayMonth(at) : fullDate(at)} a las ${clock(at)}`
}

/** «a las 13:52» today, otherwise like `moment`: time of an action. */
export function atMoment(at: number, now: number): string {
  return sameDay(at, now) ? `a ${moment(at, now)}` : moment(at, now)
}

/** «hoy 08:31», «ayer 17:02», «el 11/11»: time of an action, after a comma or a verb. */
export function doneWhen(at: number, now: number): string {
  if (sameDay(at, now)) return `hoy ${clock(at)}`
  if (sameDay(at, now - DAY)) return `ayer ${clock(at)}`
  return `el ${clockOrDate(at, now)}`
}

/** «Hoy», «El 11/11», «El 11/11/2025»: a day that starts a sentence. */
export function day(at: number, now: number): string {
  if (sameDay(at, now)) return `Hoy a las ${clock(at)}`
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return `El ${sameYear ? dayMonth(at) : fullDate(at)}`
}

/** «hace 9 días», «hace 4 meses», «hace 2 años»: age of any moment, for places that also show its date. */
export function longAge(at: number, now: number): string {
  const days = Math.floor((now - at) / DAY)
  if (days < 7) return relativeAge(at, now)
  if (days < 60) return `hace ${days} días`
  if (days < 730) return `hace ${Math.floor(days / 30)} meses`
  return `hace ${Math.floor(days / 365)} años`
}

/** «hoy 13:12», «17/11», «17/11/2025»: moment in a column. */
export const shortWhen = (at: number, now: number): string =>
  sameDay(at, now) ? `hoy ${clock(at)}` : clockOrDate(at, now)

// Created on first use: the first screen loads this module and shows no month.
let longMonths: Intl.DateTimeFormat | undefined
let shortMonths: Intl.DateTimeFormat | undefined

/** «noviembre de 2026». */
export const monthName = (month: string): string => {
  longMonths ??= new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric' })
  return longMonths.format(startOfMonth(month))
}

/** «nov». */
export const shortMonth = (month: string): string => {
  shortMonths ??= new Intl.DateTimeFormat('es-ES', { month: 'short' })
  return shortMonths.format(startOfMonth(month)).replace('.', '')
}

/** «noviembre de 2026», «enero de 2026 a noviembre de 2026». */
export const periodName = ({ from, to }: Months): string =>
  from === to ? monthName(from) : `${monthName(from)} a ${monthName(to)}`
