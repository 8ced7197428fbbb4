import type Database from 'better-sqlite3-multiple-ciphers'
import { FIRST_TERM_DAYS, legalDaysOf } from '#shared/domain/procedures/deadlines.ts'
import { daysAfter } from '#shared/domain/calendar.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { sameNameKey, searchText, phoneCode, type Searchable, writtenIn } from '#shared/domain/search-text.ts'
import { parseServerTime } from '../changes/events.rules.ts'
import { casePeople, personKey } from '#shared/domain/parties.ts'
import { listTypeNames, stringOrEmpty, listDocumentNames, listIn, readReach } from './cases.rules.ts'

/**
 * SQL functions called by the triggers of migration-names.ts, migration-case-search.ts and migration-figures.ts.
 * Every connection to a store has them.
 */
export function addCaseFunctions(db: Database.Database): void {
  const deterministic = { deterministic: true }
  // Key of a client, by which procedures are grouped and sorted.
  db.function('client_key', deterministic, buildClientKey)
  db.function('folded', deterministic, (text) => foldText(stringOrEmpty(text)).trim())
  db.function('legal_day', deterministic, computeLegalDay)
  // Migrations before migration-names.ts call these three names.
  db.function('desk_order', deterministic, buildClientKey)
  db.function('desk_day', deterministic, computeLegalDay)
  db.function('desk_text', { ...deterministic, varargs: true }, buildSearchText)
  // Reads a time of the service with the clock of the moment at which it was seen (`parseServerTime`).
  db.function('figure_time', deterministic, (text, seenAt) =>
    typeof text === 'string' ? parseServerTime(text, Number(seenAt)) : null,
  )
  addCaseSearchFunctions(db)
}

/** SQL for the make and model of a plate, from its latest report. */
export const vehicleOf = (vrm: string): string =>
  `(SELECT v.vehicle FROM case_vehicle v WHERE v.vrm = ${vrm})`

const buildClientKey = (name: unknown): string => sameNameKey(stringOrEmpty(name))

/**
 * Legal day of a procedure as a calendar day of this PC's zone; `null` without one.
 * @param which 0 for the first legal day, 1 for the last
 */
function computeLegalDay(type: unknown, contractDate: unknown, kind: unknown): number | null {
  const days = legalDaysOf(stringOrEmpty(type), stringOrEmpty(contractDate))
  const day = kind === 0 ? days[0] : days.at(-1)
  return day === undefined ? null : toCalendarDay(day)
}

/** Calendar day in this PC's zone, as a sortable number: 20261121. */
export function toCalendarDay(at: number): number {
  const date = new Date(at)
  return date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate()
}

/**
 * Chooses the current legal day of a procedure from its first and last legal day (`toCalendarDay`, 0 without one). The
 * first day counts until it is past, then the last day. A contract dated in the future has no deadline: its first
 * term ends later than a term that begins today.
 */
export function createLegalDayPicker(now: number): (first: number, last: number) => number {
  const today = toCalendarDay(now)
  const latestFirst = toCalendarDay(daysAfter(now, FIRST_TERM_DAYS))
  return (first, last) => (first > latestFirst ? 0 : first >= today ? first : last)
}

/** Midnight of a calendar day in this PC's zone. */
export const getMidnight = (day: number): number =>
  new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100).getTime()

/**
 * Search words of a procedure in the migrations before migration-case-search.ts. Later migrations call `case_text`.
 */
function buildSearchText(...values: unknown[]): string {
  const [id, vrm, vin, label, type, invoice, client, seller, sellerTaxId, buyer, buyerTaxId, notes] =
    values.map(stringOrEmpty)
  return searchText({
    plate: vrm ?? '',
    codes: [vin, invoice, sellerTaxId, buyerTaxId, id].map((code) => code ?? ''),
    texts: [client, seller, buyer, notes, ...listTypeNames(type, label)].map((text) => text ?? ''),
  })
}

/** SQL functions of the search words of procedures (migration-case-search.ts). */
function addCaseSearchFunctions(db: Database.Database): void {
  const varying = { deterministic: true, varargs: true } as const
  db.function('case_text', varying, buildCaseText)
  db.function('case_people', varying, (...values) => searchText(readPeopleWords(values)))
  db.function('case_person_keys', varying, (...values) =>
    JSON.stringify(casePeople(readParties(values)).map(personKey)),
  )
  // The part of a stored record that the search reads. A change of another part re-indexes nothing.
  db.function('case_reach_in', { deterministic: true }, (stored) =>
    JSON.stringify(readReach(stringOrEmpty(stored))),
  )
}

/** Index of the first argument of `case_text` about people: their names and identifiers are its last arguments. */
const PEOPLE_AT = 13

function readParties(values: readonly unknown[]) {
  const [client = '', sellerName = '', sellerTaxId = '', buyerName = '', buyerTaxId = ''] =
    values.map(stringOrEmpty)
  return { client, sellerName, sellerTaxId, buyerName, buyerTaxId }
}

const readPeopleWords = (values: readonly unknown[]): Searchable => {
  const people = casePeople(readParties(values))
  return { codes: people.map(({ taxId }) => taxId), texts: people.map(({ name }) => name) }
}

/** Search words of a procedure without its people, who have a column of their own. */
function buildCaseText(...values: unknown[]): string {
  const [id, vrm, vin, label, type, invoice, notes, vehicle, labels, given, supplied, generated, reach] =
    values.map(stringOrEmpty)
  const documents = [
    ...listIn(given ?? '').map(stringOrEmpty),
    ...listDocumentNames(listIn(supplied ?? '')),
    ...listDocumentNames(listIn(generated ?? '')),
  ]
  const reached = listIn(reach ?? '').map((stored) => readReach(stringOrEmpty(stored)))
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
      ...listTypeNames(type, label),
      ...listIn(labels ?? '').map(stringOrEmpty),
      ...documents,
    ],
  }
  return searchText(words, readPeopleWords(values.slice(PEOPLE_AT)))
}
