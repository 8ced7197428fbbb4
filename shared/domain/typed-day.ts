import { daysAfter, daysUntil, writeDay } from './calendar.ts'
import { asItLooks } from './normalize-text.ts'

/** Calendar days as typed. A day is its first midnight in this PC's zone, in epoch milliseconds. */

const OLDEST_YEAR = 1900
/** A year of two digits up to this many years ahead is of this century. It is a typing error and no day of 1930. */
const CENTURY_AHEAD = 10

/** Result of reading a typed day. `future`: the day exists and is in the future. */
export type TypedDay =
  | { kind: 'day'; day: number; text: string }
  | { kind: 'future'; day: number; text: string }
  | { kind: 'invalid' }

/**
 * Reads a day in any usual notation: `05/11/2026`, `5-11-26`, `5.11.2026`, `05112026`, `051126`, `2026-11-05`, `5 de
 * noviembre de 2026`, `5-nov-26`. `5/11` is the latest such day up to today.
 * A weekday before the day and an hour after it are ignored. A moment with a zone is a day of this PC's zone. A
 * number of five figures is a day of a spreadsheet, unless it is a typed day.
 * @param now epoch milliseconds
 * @returns the day, with its text as DD/MM/YYYY, the stored form
 */
export function readTypedDay(typed: string, now: number): TypedDay {
  const text = tidyTyped(typed)
  const bare = withoutTime(text)
  const day = zonedDay(text) ?? serialDay(text, now) ?? partsDay(bare, now) ?? compactIsoDay(bare)
  if (day === null) return { kind: 'invalid' }
  return { kind: daysUntil(day, now) > 0 ? 'future' : 'day', day, text: writeDay(day) }
}

/** Day of a stored text (D/M/YYYY), or `null`. The result does not depend on today. */
export function parseDay(text: string): number | null {
  const [, day, month, year] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.normalize('NFKC').trim()) ?? []
  return year === undefined ? null : dayOf(Number(year), Number(month), Number(day))
}

/** Stored form of a typed day, DD/MM/YYYY. An invalid day stays as typed. */
export function tidyDay(typed: string, now: number): string {
  const read = readTypedDay(typed, now)
  return read.kind === 'invalid' ? typed : read.text
}

/** Lower case without accents, with plain spaces and dashes. */
const tidyTyped = (typed: string): string =>
  asItLooks(typed)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\d)[·_\\](?=\d)/g, '/')
    .replace(/^[ (["']+|[ )\]"'.,;]+$/g, '')

const CLOCK = '(?:[01]?\\d|2[0-3])'
const HALF = '(?: ?[ap]\\.? ?m\\.?)?'
const HOURS = ' ?(?:h|hs|hrs|horas?)\\.?'
/** Hour after a day: `10:30`, `T10:30:00.000`, `a las 10.30 h`. A point alone separates the figures of a day. */
const TIME_AFTER = new RegExp(
  `(?:,? |,|t)(?:a las? )?(?:${CLOCK}:[0-5]\\d(?::[0-5]\\d(?:[.,]\\d+)?)?${HALF}(?:${HOURS})?|${CLOCK}\\.[0-5]\\d${HOURS})$` +
    `|,? a las? ${CLOCK}(?:\\.[0-5]\\d)?${HALF}(?:${HOURS})?$`,
)
const TIME_BEFORE = new RegExp(`^${CLOCK}:[0-5]\\d(?::[0-5]\\d)?(?:${HOURS})?,? (?=\\d)`)
const WEEKDAY =
  /^(?:(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|lun|mie|jue|vie|sab|dom|mar(?= ?\.?,? \d{1,2}[/.-])|dilluns|dimarts|dimecres|dijous|divendres|dissabte|diumenge|mon|tue|wed|thu|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\.?,? ?(?=\D|\d))(?=(?:a|el|dia|\d|[a-z]{3,}\.? \d))/
const BEFORE_DAY = /^(?:(?:a|el|al|en|dia|fecha:?) ?)+(?=\d)/

const withoutTime = (text: string): string =>
  text
    .replace(TIME_AFTER, '')
    .replace(TIME_BEFORE, '')
    .replace(WEEKDAY, '')
    .replace(BEFORE_DAY, '')
    .replace(/ ?([/-]|\.(?= ?\d)) ?/g, '$1')
    .trim()

/** Names of the months without accents, in Spanish, Catalan, Galician, Portuguese, English and Basque. */
const MONTH_NAMES = [
  'enero gener xaneiro janeiro january urtarrilaren urtarrilak',
  'febrero febrer febreiro fevereiro february otsailaren otsailak',
  'marzo marc marco march martxoaren martxoak',
  'abril april apirilaren apirilak',
  'mayo maig maio may maiatzaren maiatzak',
  'junio juny xuno junho june ekainaren ekainak',
  'julio juliol xullo julho july uztailaren uztailak',
  'agosto agost august abuztuaren abuztuak',
  'septiembre setiembre setembre setembro september irailaren irailak',
  'octubre outubro october urriaren urriak',
  'noviembre novembre novembro november azaroaren azaroak',
  'diciembre desembre decembro dezembro december abenduaren abenduak',
].map((names) => names.split(' '))
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']

/** Number of a month, 1 to 12, by its name or at least three letters of it. `null` for other words. */
export function monthOfName(name: string): number | null {
  const word = tidyTyped(name).replace(/\.$/, '')
  if (word.length < 3) return null
  const month = MONTH_NAMES.findIndex((names) => names.some((one) => one.startsWith(word)))
  return month < 0 ? null : month + 1
}

/** Day in this PC's zone of a moment with a zone, as programs write it. */
function zonedDay(text: string): number | null {
  const found =
    /^(\d{4})-(\d{2})-(\d{2})[t ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:z|utc|[+-]\d{2}(?::?\d{2})?)$/.exec(
      text,
    )
  if (!found || dayOf(Number(found[1]), Number(found[2]), Number(found[3])) === null) return null
  const iso = text
    .replace(' ', 't')
    .replace(',', '.')
    .replace(/ ?utc$| (?=[+-])/, (zone) => (zone === ' ' ? '' : 'z'))
  const at = Date.parse(iso.replace(/([+-]\d{2})$/, '$1:00').toUpperCase())
  return Number.isFinite(at) ? daysAfter(at, 0) : null
}

const SERIAL_YEARS = 30

/**
 * Day of a spreadsheet's number: days since 30/12/1899. Only recent days count, and no number that is a typed day
 * without its zero (`41126` is 4/11/26).
 */
function serialDay(text: string, now: number): number | null {
  const [, digits = '', rest] = /^(\d{5})([.,]\d+)?$/.exec(text) ?? []
  if (digits === '') return null
  const [day, month, year] = [digits.slice(0, 1), digits.slice(1, 3), digits.slice(3)]
  if (rest === undefined && dayOf(fullYear(year, now), Number(month), Number(day)) !== null) return null
  const at = new Date(1899, 11, 30 + Number(digits))
  const age = new Date(now).getFullYear() - at.getFullYear()
  return age >= -1 && age <= SERIAL_YEARS ? at.getTime() : null
}

function partsDay(text: string, now: number): number | null {
  const parts = partsOf(text, now)
  if (!parts) return null
  return parts.year === undefined ? latestDay(parts, now) : dayOf(parts.year, parts.month, parts.day)
}

/** `20261105`, which is no day as DDMMYYYY. */
function compactIsoDay(text: string): number | null {
  const [, year, month, day] = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
  return year === undefined ? null : dayOf(Number(year), Number(month), Number(day))
}

const NUMERIC_FORMS = [
  /^(?<day>\d{1,2})[/.\- ](?<month>\d{1,2})(?:[/.\- ](?<year>\d{4}|\d{2}))?$/,
  /^(?<year>\d{4})[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})$/,
]
const NAMED_FORMS = [
  /^(?<day>\d{1,2})(?:\.?o(?= )|st|nd|rd|th)?[ ./-]?(?:de |d['’])?(?<month>[a-z]{3,})\.?(?:,? (?:de |del |del ano )?|[./-])?(?<year>\d{4}|\d{2})?$/,
  /^(?<month>[a-z]{3,})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/,
  /^(?<year>\d{4})(?:\.?e?ko)?[ ./-](?<month>[a-z]{3,})[ ./-](?<day>\d{1,2})(?:an?)?$/,
]
const ROMAN_FORM = /^(?<day>\d{1,2})[./ -](?<month>[ivx]{1,4})[./ -](?<year>\d{4}|\d{2})$/

function partsOf(text: string, now: number): { day: number; month: number; year?: number } | null {
  const first = (forms: readonly RegExp[]) => forms.map((form) => form.exec(text)?.groups).find(Boolean)
  const numeric = first(NUMERIC_FORMS)
  const named = first(NAMED_FORMS)
  const roman = ROMAN_FORM.exec(text)?.groups
  const found = numeric ?? roman ?? named
  if (!found) return null
  const month = numeric
    ? Number(numeric['month'])
    : roman
      ? 1 + ROMAN.indexOf(roman['month'] ?? '')
      : monthOfName(named?.['month'] ?? '')
  const { day, year } = found
  if (month === null || month === 0) return null
  return { day: Number(day), month, ...(year !== undefined && { year: fullYear(year, now) }) }
}

function dayOf(year: number, month: number, day: number): number | null {
  const date = new Date(year, month - 1, day)
  const exists = date.getDate() === day && date.getMonth() === month - 1
  return exists && year >= OLDEST_YEAR ? date.getTime() : null
}

/** Latest occurrence of a day and month. 29/02 may be years ago. */
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
