import type Database from 'better-sqlite3-multiple-ciphers'
import { peopleOf, personKey } from '#shared/domain/case-person.ts'
import { phoneCode, type Searchable, searchText, writtenIn } from '#shared/domain/search-text.ts'
import { documentNames, listIn, namesOfType, reachIn, textOf } from './case-search.rules.ts'

/** SQL functions of the search words of procedures (migration-case-search.ts). */
export function addCaseSearchFunctions(db: Database.Database): void {
  const varying = { deterministic: true, varargs: true } as const
  db.function('case_text', varying, caseText)
  db.function('case_people', varying, (...values) => searchText(peopleWords(values)))
  db.function('case_person_keys', varying, (...values) =>
    JSON.stringify(peopleOf(partiesIn(values)).map(personKey)),
  )
  // What of a stored record the search takes: a change of anything else builds no words again.
  db.function('case_reach_in', { deterministic: true }, (stored) => JSON.stringify(reachIn(textOf(stored))))
}

/** The names and identifiers of its people are the last arguments of `case_text`. */
const PEOPLE_AT = 13

function partiesIn(values: readonly unknown[]) {
  const [client = '', sellerName = '', sellerTaxId = '', buyerName = '', buyerTaxId = ''] = values.map(textOf)
  return { client, sellerName, sellerTaxId, buyerName, buyerTaxId }
}

const peopleWords = (values: readonly unknown[]): Searchable => {
  const people = peopleOf(partiesIn(values))
  return { codes: people.map(({ taxId }) => taxId), texts: people.map(({ name }) => name) }
}

/** Words of a procedure besides those of its people, which are in a column of their own. */
function caseText(...values: unknown[]): string {
  const [id, vrm, vin, label, type, invoice, notes, vehicle, labels, given, supplied, generated, reach] =
    values.map(textOf)
  const documents = [
    ...listIn(given ?? '').map(textOf),
    ...documentNames(listIn(supplied ?? '')),
    ...documentNames(listIn(generated ?? '')),
  ]
  const reached = listIn(reach ?? '').map((stored) => reachIn(textOf(stored)))
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
      ...listIn(labels ?? '').map(textOf),
      ...documents,
    ],
  }
  return searchText(words, peopleWords(values.slice(PEOPLE_AT)))
}
