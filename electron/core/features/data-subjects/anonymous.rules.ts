import type { Mentions } from './mentions.rules.ts'

type Stored = Record<string, unknown>

/** Text that is not JSON is searched as plain text. */
export function parsed(text: string): Stored {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Stored) : { value }
  } catch {
    return { text }
  }
}

/** The account's own identifier is in every procedure: it identifies no data subject. */
const OWN = 'companyTaxId'
export const withoutOwn = ({ [OWN]: _own, ...rest }: Stored): Stored => rest

/** Fields with people at the service and the registry, whatever the shape of their value. */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  'signer',
  'docRecipient',
  'docRecipientAddress',
  'metadata',
  'owner',
  'ownerHistory',
  'lesseeHistory',
])
/** Free text and file names, which may contain a typed name. */
const FREE: ReadonlySet<string> = new Set(['name', 'description'])

/** A record without the data subject: its type, its state, its vehicle. */
export function withoutPerson(value: Stored, mentions: Mentions): Stored {
  const strip = (field: unknown): unknown => {
    if (Array.isArray(field)) return field.map(strip)
    if (typeof field !== 'object' || field === null) return field
    const kept = Object.entries(field).filter(([key]) => !OF_PEOPLE.has(key) && !FREE.has(key))
    return Object.fromEntries(kept.map(([key, inner]) => [key, strip(inner)]))
  }
  const { [OWN]: own } = value
  return { ...(mentions.without(strip(value)) as Stored), ...(own !== undefined && { [OWN]: own }) }
}

const ANNOTATION_FIELDS = [
  'client',
  'sellerName',
  'sellerTaxId',
  'buyerName',
  'buyerTaxId',
  'notes',
  'userEmail',
]

/** Wizard form of a submitted draft without its parties: the vehicle and the figures stay. */
export function withoutParties(form: Stored, mentions: Mentions): Stored {
  const fields = { ...(form['fields'] as Stored | undefined) }
  for (const name of ANNOTATION_FIELDS) if (name in fields) fields[name] = ''
  return mentions.without({ ...form, fields }) as Stored
}

/**
 * Fields of a template without the person: their side of the sale, and the free texts, which may name them. The other
 * side and the user's address stay.
 */
export function templateWithout(fields: Stored, mentions: Mentions): Stored {
  const kept = { ...fields }
  for (const side of ['seller', 'buyer'])
    if (mentions.anywhere([kept[`${side}TaxId`], kept[`${side}Name`]]))
      for (const name of [`${side}TaxId`, `${side}Name`]) if (name in kept) kept[name] = ''
  for (const name of ['client', 'notes']) if (name in kept) kept[name] = ''
  return mentions.without(kept) as Stored
}

/** Fields of a batch of transfers, common or of a row, without the person: their side, and the free texts. */
export function batchWithout(fields: Stored, mentions: Mentions): Stored {
  if (!mentions.anywhere(fields)) return fields
  const kept = { ...fields }
  for (const side of ['dealer', 'other'])
    if (mentions.anywhere([kept[`${side}TaxId`], kept[`${side}Name`]]))
      for (const name of [`${side}TaxId`, `${side}Name`]) if (name in kept) kept[name] = ''
  for (const name of ['client', 'notes']) if (name in kept) kept[name] = ''
  return mentions.without(kept) as Stored
}

/** The same fields, with every text empty. */
export const emptied = (fields: Stored): Stored =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? '' : value]),
  )
