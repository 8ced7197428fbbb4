import type { Mentions } from './mentions.rules.ts'

type Stored = Record<string, unknown>

/** What is no JSON at all is looked through as the text that it is. */
export function parsed(text: string): Stored {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Stored) : { value }
  } catch {
    return { text }
  }
}

/** The account's own identifier is in every procedure: it says nothing of whose it is. */
const OWN = 'companyTaxId'
export const withoutOwn = ({ [OWN]: _own, ...rest }: Stored): Stored => rest

/** Where the service and the registry put people, whatever the shape of what they put there. */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  'signer',
  'docRecipient',
  'docRecipientAddress',
  'metadata',
  'owner',
  'ownerHistory',
  'lesseeHistory',
])
/** Free words and names of files, in which whoever wrote them may have put a name. */
const FREE: ReadonlySet<string> = new Set(['name', 'description'])

/** What is left of a record once nobody is in it: what it is, in which state, of which vehicle. */
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

/** What was typed in the wizard for what was sent already: the vehicle and the figures stay. */
export function withoutParties(form: Stored, mentions: Mentions): Stored {
  const fields = { ...(form['fields'] as Stored | undefined) }
  for (const name of ANNOTATION_FIELDS) if (name in fields) fields[name] = ''
  return mentions.without({ ...form, fields }) as Stored
}

/** Every text of it empty, and in its place. */
export const emptied = (fields: Stored): Stored =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? '' : value]),
  )
