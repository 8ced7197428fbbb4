import type Database from 'better-sqlite3-multiple-ciphers'
import { FIRST_TERM_DAYS, legalDaysOf } from '#shared/domain/procedures/deadlines.ts'
import { daysAfter } from '#shared/domain/calendar.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { sameNameKey, searchText, phoneCode, type Searchable, writtenIn } from '#shared/domain/search-text.ts'
import { serverTime } from '../changes/events.rules.ts'
import { casePeople, personKey } from '#shared/domain/parties.ts'
import { namesOfType, stringOrEmpty, documentNames, listIn, reachIn } from './cases.rules.ts'

/**
 * SQL functions called by the triggers of migration-names.ts, migration-case-search.ts and migration-figures.ts.
 * Every connection to a store has them.
 */
export function addCaseFunctions(db: Database.Database): void {
  const deterministic = { deterministic: true }
  // Key of a client, by which procedures are grouped and sorted.
  db.function('client_key', deterministic, clientKeyOf)
  db.function('folded', deterministic, (text) => foldText(stringOrEmpty(text)).trim())
  db.function('legal_day', deterministic, legalDayOf)
  // Migrations before migration-names.ts call these three names.
  db.function('desk_order', deterministic, clientKeyOf)
  db.function('desk_day', deterministic, legalDayOf)
  db.function('desk_text', { ...deterministic, varargs: true }, casesText)
  // Reads a time of the service with the clock of the moment at which it was seen (`serverTime`).
  db.function('figure_time', deterministic, (text, seenAt) =>
    typeof text === 'string' ? serverTime(text, Number(seenAt)) : null,
  )
  addCaseSearchFunctions(db)
}

const clientKeyOf = (name: unknown): string => sameNameKey(stringOrEmpty(name))

/**
 * Legal day of a procedure as a calendar day of this PC's zone; `null` without one.
 * @param which 0 for the first legal day, 1 for the last
 */
function legalDayOf(type: unknown, contractDate: unknown, which: unknown): number | null {
  const days = legalDaysOf(stringOrEmpty(type), stringOrEmpty(contractDate))
  const day = which === 0 ? days[0] : days.at(-1)
  return day === undefined ? null : calendarDay(day)
}

/** Calendar day in this PC's zone, as a sortable number: 20261121. */
export function calendarDay(at: number): number {
  const date = new Date(at)
  return date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate()
}

/**
 * Chooses the current legal day of a procedure from its first and last legal day (`calendarDay`, 0 without one). The
 * first day counts until it is past, then the last day. A contract dated in the future has no deadline: its first
 * term ends later than a term that begins today.
 */
export function runningLegalDay(now: number): (first: number, last: number) => number {
  const today = calendarDay(now)
  const latestFirst = calendarDay(daysAfter(now, FIRST_TERM_DAYS))
  return (first, last) => (first > latestFirst ? 0 : first >= today ? first : last)
}

/** Midnight of a calendar day in this PC's zone. */
export const midnightOf = (day: number): number =>
  new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100).getTime()

/**
 * Search words of a procedure in the migrations before migration-case-search.ts. Later migrations call `case_text`.
 */
function casesText(...values: unknown[]): string {
  const [id, vrm, vin, label, type, invoice, client, seller, sellerTaxId, buyer, buyerTaxId, notes] =
    values.map(stringOrEmpty)
  return searchText({
    plate: vrm ?? '',
    codes: [vin, invoice, sellerTaxId, buyerTaxId, id].map((code) => code ?? ''),
    texts: [client, seller, buyer, notes, ...namesOfType(type, label)].map((text) => text ?? ''),
  })
}

/** SQL functions of the search words of procedures (migration-case-search.ts). */
function addCaseSearchFunctions(db: Database.Database): void {
  const varying = { deterministic: true, varargs: true } as const
  db.function('case_text', varying, caseText)
  db.function('case_people', varying, (...values) => searchText(peopleWords(values)))
  db.function('case_person_keys', varying, (...values) =>
    JSON.stringify(casePeople(partiesIn(values)).map(personKey)),
  )
  // The part of a stored record that the search reads. A change of another part re-indexes nothing.
  db.function('case_reach_in', { deterministic: true }, (stored) =>
    JSON.stringify(reachIn(stringOrEmpty(stored))),
  )
}

/** Index of the first argument of `case_text` about people: their names and identifiers are its last arguments. */
const PEOPLE_AT = 13

function partiesIn(values: readonly unknown[]) {
  const [client = '', sellerName = '', sellerTaxId = '', buyerName = '', buyerTaxId = ''] =
    values.map(stringOrEmpty)
  return { client, sellerName, sellerTaxId, buyerName, buyerTaxId }
}

const peopleWords = (values: readonly unknown[]): Searchable => {
  const people = casePeople(partiesIn(values))
  return { codes: people.map(({ taxId }) => taxId), texts: people.map(({ name }) => name) }
}

/** Search words of a procedure without its people, who have a column of their own. */
function caseText(...values: unknown[]): string {
  const [id, vrm, vin, label, type, invoice, notes, vehicle, labels, given, supplied, generated, reach] =
    values.map(stringOrEmpty)
  const documents = [
    ...listIn(given ?? '').map(stringOrEmpty),
    ...documentNames(listIn(supplied ?? '')),
    ...documentNames(listIn(generated ?? '')),
  ]
  const reached = listIn(reach ?? '').map((stored) => reachIn(stringOrEmpty(stored)))
  const words: Searchable = {
    plate: vrm ?? '',
    codes: [vin ?? '', invoice ?? '', id ?? ''],
    whole: [
      ...reached.map(({ email }) => email),
      ...reached.map(({ phone }) => phoneCode(phone)),
      ...writtenIn(notes ?? ''),
    ],
    addresses: reached.map(({ userEmail }) => userEmail),
    texts: [
      notes ?? '',
      vehicle ?? '',
      ...namesOfType(type, label),
      ...listIn(labels ?? '').map(stringOrEmpty),
      ...documents,
    ],
  }
  return searchText(words, peopleWords(values.slice(PEOPLE_AT)))
}
