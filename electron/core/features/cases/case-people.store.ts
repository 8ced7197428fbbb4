import type Database from 'better-sqlite3-multiple-ciphers'
import { type CasePerson, peopleOf, personKey } from '#shared/domain/case-person.ts'
import { itemFinder } from '#shared/domain/search-text.ts'
import type { CaseIndex } from './case-index.store.ts'
import type { StoredAnnotations } from './case-rows.store.ts'

type Parties = Pick<
  StoredAnnotations,
  'client' | 'seller_name' | 'seller_tax_id' | 'buyer_name' | 'buyer_tax_id'
>

/** Procedures read for one search: a palette is answered at every key. More letters find the others. */
const MAX_READ = 300

/** Finds people of procedures by name or identifier: those of the latest procedures first. */
export function createCasePeople(db: Database.Database, index: CaseIndex) {
  const parties = db.prepare<[number], Parties>(
    'SELECT client, seller_name, seller_tax_id, buyer_name, buyer_tax_id FROM desk WHERE seq = ?',
  )

  return function people(text: string, limit: number): CasePerson[] {
    const found = new Map<string, CasePerson>()
    const isFound = itemFinder(text)
    let read = 0
    for (const seq of index.latestByPeople(text)) {
      const row = parties.get(seq)
      for (const person of row ? peopleIn(row) : []) {
        const key = personKey(person)
        if (!found.has(key) && isFound(wordsOf(person))) found.set(key, person)
      }
      if (found.size >= limit || ++read === MAX_READ) break
    }
    return [...found.values()].slice(0, limit)
  }
}

const peopleIn = (row: Parties): CasePerson[] =>
  peopleOf({
    client: row.client,
    sellerName: row.seller_name,
    sellerTaxId: row.seller_tax_id,
    buyerName: row.buyer_name,
    buyerTaxId: row.buyer_tax_id,
  })

const wordsOf = ({ name, taxId }: CasePerson) => ({ codes: [taxId], texts: [name] })
