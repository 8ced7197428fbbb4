import { wordsOf } from './search-text.ts'
import { cleanTaxId } from './tax-id.ts'
import { foldText } from './normalize-text.ts'

/** Person or company of a case, from its annotations. The client has no identifier of its own. */
export interface CasePerson {
  name: string
  /** Compact tax id (`cleanTaxId`), or empty. */
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

/** Shown characters of an identifier. Screens face the counter. */
const TAIL = 3

/** End of an identifier, which distinguishes people of one name. Empty without an identifier. */
export const personTail = (taxId: string): string => cleanTaxId(taxId).slice(-TAIL)

const nameKey = (name: string): string => wordsOf(name).join(' ')

/**
 * Identity of a person among the cases: the identifier in any notation, and otherwise the name.
 * One name with two identifiers is two people. Empty without a name and an identifier.
 */
export function personKey({ name, taxId }: CasePerson): string {
  const id = cleanTaxId(taxId)
  if (id !== '') return `id:${id}`
  const words = nameKey(name)
  return words === '' ? '' : `name:${words}`
}

/** People of a case, each once. A client that is one of its parties has that party's identifier. */
export function casePeople(parties: CaseParties): CasePerson[] {
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

/** Data that this account's records have of a person or company. */
export const KNOWN_FIELDS = [
  'fullname',
  'representativeIdNumber',
  'street',
  'zipCode',
  'municipalityName',
  'provinceName',
  'phone',
  'email',
] as const
export type KnownField = (typeof KNOWN_FIELDS)[number]
export type KnownValues = { readonly [F in KnownField]?: string | undefined }

export const KNOWN_PLACES = ['contact', 'case', 'draft', 'signature-request'] as const

/** Record that mentions the party, with the party's data in it. */
export interface KnownSource {
  from: (typeof KNOWN_PLACES)[number]
  /** Id of the record. With `from` it identifies a source. */
  id: string
  /** Epoch milliseconds of the last edit. */
  at: number
  /** Plate of a procedure or draft. Its chassis number while it has no plate. */
  vrm?: string | undefined
  vin?: string | undefined
  values: KnownValues
  /** Client or dealer of the procedure or draft. */
  client?: string | undefined
}

export interface KnownValue {
  value: string
  source: KnownSource
}

/** Records about one party, reduced to a value per field. */
export interface KnownFacts {
  /** Values to fill in. Those of an address have the same source. */
  best: { readonly [F in KnownField]?: KnownValue }
  /** Fields with several candidates, which only the user can choose from. They are not in `best`. */
  choices: { readonly [F in KnownField]?: readonly KnownValue[] }
}

/**
 * Fields in which a wrong value reaches another person. With two candidates none is filled in. A name or an address
 * comes from the address book, or from the latest record.
 */
const CHOSEN: readonly KnownField[] = ['representativeIdNumber', 'phone', 'email']
/** Fields that are filled in together, because two halves of addresses are no address. */
const ADDRESS = ['street', 'zipCode', 'municipalityName', 'provinceName'] as const satisfies KnownField[]
const isOfAddress = (field: KnownField): boolean => (ADDRESS as readonly KnownField[]).includes(field)

/** The address book precedes, because users maintain it. Then the latest record. */
const byTrust = (a: KnownSource, b: KnownSource): number =>
  Number(b.from === 'contact') - Number(a.from === 'contact') ||
  b.at - a.at ||
  (`${a.from} ${a.id}` < `${b.from} ${b.id}` ? -1 : 1)

/** Reduces the records of one party. The order of `sources` has no effect. */
export function knownFacts(sources: readonly KnownSource[]): KnownFacts {
  const trusted = sources.toSorted(byTrust)
  const best: { [F in KnownField]?: KnownValue } = {}
  const choices: { [F in KnownField]?: readonly KnownValue[] } = {}
  for (const field of KNOWN_FIELDS) {
    if (isOfAddress(field)) continue
    const values = distinct(field, trusted)
    if (values.length > 1 && CHOSEN.includes(field)) choices[field] = values
    else if (values[0]) best[field] = values[0]
  }
  const withAddress = trusted.find(({ values }) => ADDRESS.some((field) => textOf(values[field]) !== ''))
  for (const field of ADDRESS) {
    const value = textOf(withAddress?.values[field])
    if (withAddress && value !== '') best[field] = { value, source: withAddress }
  }
  return { best, choices }
}

function distinct(field: KnownField, sources: readonly KnownSource[]): KnownValue[] {
  const found: KnownValue[] = []
  for (const source of sources) {
    const value = textOf(source.values[field])
    if (value !== '' && !found.some((one) => isSameKnown(field, one.value, value)))
      found.push({ value, source })
  }
  return found
}

/** Proposal for the form's fields of a party. */
export interface KnownProposal {
  /** Empty fields with the value to fill in. */
  fills: { readonly [F in KnownField]?: KnownValue }
  /** Filled fields with a different known value. They are never overwritten. */
  differs: { readonly [F in KnownField]?: KnownValue }
  /** Fields with several known values, none of which is in the form. */
  choices: { readonly [F in KnownField]?: readonly KnownValue[] }
}

/**
 * Compares the known data with a form.
 * @param fields fields of the party; absent ones are not in the form
 */
export function knownProposal({ best, choices }: KnownFacts, fields: KnownValues): KnownProposal {
  const fills: { [F in KnownField]?: KnownValue } = {}
  const differs: { [F in KnownField]?: KnownValue } = {}
  const open: { [F in KnownField]?: readonly KnownValue[] } = {}
  // The form has another address, whose rest would not match this one.
  const isOther = ADDRESS.some((field) => {
    const typed = textOf(fields[field])
    const known = best[field]
    return typed !== '' && known !== undefined && !isSameKnown(field, typed, known.value)
  })
  for (const field of KNOWN_FIELDS) {
    const typed = fields[field]
    if (typed === undefined) continue
    const known = best[field]
    const several = choices[field]
    if (several && !several.some(({ value }) => isSameKnown(field, value, typed))) open[field] = several
    if (!known) continue
    if (typed.trim() !== '') {
      if (!isSameKnown(field, typed, known.value)) differs[field] = known
    } else if (!isOfAddress(field) || !isOther) fills[field] = known
  }
  return { fills, differs, choices: open }
}

/** Number of latest procedures that decide on the client. */
const MAX_CLIENT_CASES = 5
const MIN_CLIENT_CASES = 2

/**
 * Client or dealer that all recent procedures of a party had, if there are at least two. A party that changes dealers
 * has none.
 */
export function knownClient(sources: readonly KnownSource[]): KnownValue | null {
  const recent = sources
    .filter(({ client }) => textOf(client) !== '')
    .toSorted(byTrust)
    .slice(0, MAX_CLIENT_CASES)
  const [first] = recent
  if (!first || recent.length < MIN_CLIENT_CASES) return null
  const value = textOf(first.client)
  return recent.every(({ client }) => isSameKnown('fullname', textOf(client), value))
    ? { value, source: first }
    : null
}

/**
 * True if two values are equal, ignoring spaces and case. In names and addresses, marks and accents are ignored too.
 */
export function isSameKnown(field: KnownField, a: string, b: string): boolean {
  if (field === 'representativeIdNumber') return cleanTaxId(a) === cleanTaxId(b)
  if (field === 'phone') return digitsOf(a) === digitsOf(b)
  if (field === 'email') return a.trim().toLowerCase() === b.trim().toLowerCase()
  return lettersOf(a) === lettersOf(b)
}

/** Digits without the prefix of Spain. */
const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^(?:00)?34(?=\d{9}$)/, '')
const lettersOf = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]+/gu, '')
const textOf = (value: string | undefined): string => value?.trim() ?? ''
