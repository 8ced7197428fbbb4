import { wordsOf } from './search-text.ts'
import { cleanTaxId } from './tax-id.ts'

/** Person or company of a case, as its annotations say: the client has no identifier. */
export interface CasePerson {
  name: string
  /** Compact (`cleanTaxId`); '' without one. */
  taxId: string
}

/** Annotated names and identifiers of a case. */
export interface CaseParties {
  client: string
  sellerName: string
  sellerTaxId: string
  buyerName: string
  buyerTaxId: string
}

/** Characters shown of an identifier: screens face the counter. */
const TAIL = 3

/** End of an identifier, by which people of one name are told apart. '' without one. */
export const personTail = (taxId: string): string => cleanTaxId(taxId).slice(-TAIL)

const nameKey = (name: string): string => wordsOf(name).join(' ')

/**
 * Identity of a person among the cases: the identifier, whichever way it was typed; the name without one. Two
 * people of one name are two, and one name under three identifiers is three. '' without a name or an identifier.
 */
export function personKey({ name, taxId }: CasePerson): string {
  const id = cleanTaxId(taxId)
  if (id !== '') return `id:${id}`
  const words = nameKey(name)
  return words === '' ? '' : `name:${words}`
}

/** People of a case, each once: a client that is one of its parties has the identifier of that party. */
export function peopleOf(parties: CaseParties): CasePerson[] {
  const { client, sellerName, sellerTaxId, buyerName, buyerTaxId } = parties
  const known: CasePerson[] = [
    { name: buyerName.trim(), taxId: cleanTaxId(buyerTaxId) },
    { name: sellerName.trim(), taxId: cleanTaxId(sellerTaxId) },
  ]
  const same = known.find(({ name }) => name !== '' && nameKey(name) === nameKey(client))
  const all = [...known, { name: client.trim(), taxId: same?.taxId ?? '' }]
  const people = new Map<string, CasePerson>()
  for (const person of all) {
    const key = personKey(person)
    if (key !== '' && !people.has(key)) people.set(key, person)
  }
  return [...people.values()]
}
