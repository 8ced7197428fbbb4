import type Database from 'better-sqlite3-multiple-ciphers'
import { FIRST_TERM_DAYS, legalDaysOf } from '#shared/domain/procedures/deadlines.ts'
import { daysAfter } from '#shared/domain/calendar.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { sameNameKey, searchText, phoneCode, type Searchable, writtenIn } from '#shared/domain/search-text.ts'
import { serverTime } from '../changes/events.rules.ts'
import { casePeople, personKey } from '#shared/domain/parties.ts'
import { namesOfType, stringOrEmpty, documentNames, listIn, reachIn } from './cases.rules.ts'

/**
 * SQL functions called by the triggers of migration-cases.ts, of migration-case-search.ts and of
 * migration-figures.ts. Every connection
 * to a store has them.
 */
export function addCaseFunctions(db: Database.Database): void {
  const deterministic = { deterministic: true }
  db.function('desk_text', { ...deterministic, varargs: true }, casesText)
  // Key of a client, by which procedures are grouped and sorted.
  db.function('desk_order', deterministic, (text) => sameNameKey(stringOrEmpty(text)))
  db.function('folded', deterministic, (text) => foldText(stringOrEmpty(text)).trim())
  // Midnight of this PC's zone, as its calendar day.
  db.function('desk_day', deterministic, (type, contractDate, which) => {
    const days = legalDaysOf(stringOrEmpty(type), stringOrEmpty(contractDate))
    const day = which === 0 ? days[0] : days.at(-1)
    return day === undefined ? null : calendarDay(day)
  })
  // Of the service, as it was seen then: see `serverTime`.
  db.function('figure_time', deterministic, (text, seenAt) =>
    typeof text === 'string' ? serverTime(text, Number(seenAt)) : null,
  )
  addCaseSearchFunctions(db)
}

/** Calendar day in this PC's zone, as a sortable number: 20261121. */
export function calendarDay(at: number): number {
  const date = new Date(at)
  return date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate()
}

/**
 * Current legal day at `now`, of the first and last ones of a procedure (`calendarDay`, 0 without one): the
 * one that runs or, once they are past, the last. A first term that ends later than a term signed today
 * belongs to a contract dated in the future, which has no deadline.
 */
export function runningLegalDay(now: number): (first: number, last: number) => number {
  const today = calendarDay(now)
  const latestFirst = calendarDay(daysAfter(now, FIRST_TERM_DAYS))
  return (first, last) => (first > latestFirst ? 0 : first >= today ? first : last)
}

/** Midnight of that day in this PC's zone. */
export const midnightOf = (day: number): number =>
  new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100).getTime()

/** Words of stores that are not migrated yet: `case_text` and `case_people` since. */
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
  // What of a stored record the search takes: a change of anything else builds no words again.
  db.function('case_reach_in', { deterministic: true }, (stored) =>
    JSON.stringify(reachIn(stringOrEmpty(stored))),
  )
}

/** The names and identifiers of its people are the last arguments of `case_text`. */
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

/** Words of a procedure besides those of its people, which are in a column of their own. */
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
