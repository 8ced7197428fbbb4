import type { CaseView } from '#shared/bridge/cases.ts'
import { asItLooks } from '#shared/domain/normalize-text.ts'
import { phoneCode, wordsOf } from '#shared/domain/search-text.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'

/** Finds a person's identifier in a text, or anywhere inside a value. */
export interface Mentions {
  matchesText(text: string): boolean
  matchesValue(value: unknown): boolean
  /** Fast test of stored text: false if it certainly has no match. */
  mayMatch(stored: string): boolean
  /** Copy of the value with every matching text emptied. */
  redact(value: unknown): unknown
}

/**
 * @param taxId clean (`cleanTaxId`): letters and digits only. It also matches in lower case, with separators and
 * without leading zeros, but never as a part of a longer number.
 */
export function createMentions(taxId: string): Mentions {
  const significant = taxId.replace(/^0+(?=.)/, '')
  const spelt = [...significant].join('[\\s.\\-/_]*')
  const pattern = new RegExp(`(?<![A-Z0-9])(?:ES[\\s.\\-/_]*)?[0\\s.\\-/_]*${spelt}(?![A-Z0-9])`, 'iu')

  const normalizeText = (typed: string) => asItLooks(typed).normalize('NFKC')
  const matchesText = (typed: string) => pattern.test(normalizeText(typed)) || cleanTaxId(typed) === taxId
  const matchesValue = (value: unknown): boolean => {
    if (typeof value === 'string') return matchesText(value)
    if (typeof value !== 'object' || value === null) return false
    return Object.values(value).some(matchesValue)
  }
  const redact = (value: unknown): unknown => {
    if (typeof value === 'string') return matchesText(value) ? '' : value
    if (Array.isArray(value)) return value.map(redact)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, redact(field)]))
  }
  const compact = (stored: string) =>
    normalizeText(stored)
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
  return { matchesText, matchesValue, redact, mayMatch: (stored) => compact(stored).includes(significant) }
}

/** Records that mention a person. Records with a row number are listed by `seq`, others by their id. */
export interface PersonFound {
  procedures: { seq: number; id: string }[]
  signatures: { seq: number; id: string }[]
  drafts: string[]
  /** Signature requests of this PC. */
  signatureRequests: string[]
  contacts: string[]
  reports: string[]
  templates: string[]
  /** Entries of the ledger that mention the identifier. */
  entries: string[]
  /** Requests to clients that mention the identifier. */
  requests: string[]
  /** Clients whose record has the identifier, and papers on file whose name has it. */
  clients: string[]
  papers: string[]
  plateLists: string[]
  /** Watched plates, by plate. */
  watches: string[]
  /** Batches of transfers. */
  transferBatches: string[]
  /** Rows of `meta` with remembered values: at most one. */
  remembered: string[]
  /** Shared records that mention the person in a replaced value, or that wait for their procedure. */
  shared: string[]
}

/** Tables that may mention a person. */
export const PERSON_TABLES = [
  'resource',
  'draft',
  'handover',
  'signature_request',
  'contact',
  'complete_report',
  'template',
  'ledger-entry',
  'client-request',
  'client',
  'client-document',
  'plate-list',
  'watch',
  'transfer-batch',
  'remembered',
  'shared-record',
] as const
export type PersonTable = (typeof PERSON_TABLES)[number]

export const createEmptyFound = (): PersonFound => ({
  procedures: [],
  signatures: [],
  drafts: [],
  signatureRequests: [],
  contacts: [],
  reports: [],
  templates: [],
  entries: [],
  requests: [],
  clients: [],
  papers: [],
  plateLists: [],
  watches: [],
  transferBatches: [],
  remembered: [],
  shared: [],
})

type Stored = Record<string, unknown>

/** Text that is not JSON is searched as plain text. */
export function parseStored(text: string): Stored {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Stored) : { value }
  } catch {
    return { text }
  }
}

/** The account's own identifier. It is in every procedure, so it identifies no data subject. */
const OWN = 'companyTaxId'
export const omitOwn = ({ [OWN]: _own, ...rest }: Stored): Stored => rest

/** Fields of the service and the registry that have people, whatever the shape of their value. */
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

/** A record without the data subject. Its type, state and vehicle stay. */
export function removePerson(value: Stored, mentions: Mentions): Stored {
  const strip = (field: unknown): unknown => {
    if (Array.isArray(field)) return field.map(strip)
    if (typeof field !== 'object' || field === null) return field
    const kept = Object.entries(field).filter(([key]) => !OF_PEOPLE.has(key) && !FREE.has(key))
    return Object.fromEntries(kept.map(([key, inner]) => [key, strip(inner)]))
  }
  const { [OWN]: own } = value
  return { ...(mentions.redact(strip(value)) as Stored), ...(own !== undefined && { [OWN]: own }) }
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

/** Wizard form of a submitted draft without its parties. The vehicle and the figures stay. */
export function removeParties(form: Stored, mentions: Mentions): Stored {
  const fields = { ...(form['fields'] as Stored | undefined) }
  for (const name of ANNOTATION_FIELDS) if (name in fields) fields[name] = ''
  return mentions.redact({ ...form, fields }) as Stored
}

/**
 * Fields of a template without the person. The person's side of the sale is emptied, and the free texts, which may
 * name the person. The other side and the user's address stay.
 */
export function removeFromTemplate(fields: Stored, mentions: Mentions): Stored {
  const kept = { ...fields }
  for (const side of ['seller', 'buyer'])
    if (mentions.matchesValue([kept[`${side}TaxId`], kept[`${side}Name`]]))
      for (const name of [`${side}TaxId`, `${side}Name`]) if (name in kept) kept[name] = ''
  for (const name of ['client', 'notes']) if (name in kept) kept[name] = ''
  return mentions.redact(kept) as Stored
}

/**
 * Fields of a batch of transfers, common or of a row, without the person. The person's side is emptied, and the free
 * texts.
 */
export function removeFromBatch(fields: Stored, mentions: Mentions): Stored {
  if (!mentions.matchesValue(fields)) return fields
  const kept = { ...fields }
  for (const side of ['dealer', 'other'])
    if (mentions.matchesValue([kept[`${side}TaxId`], kept[`${side}Name`]]))
      for (const name of [`${side}TaxId`, `${side}Name`]) if (name in kept) kept[name] = ''
  for (const name of ['client', 'notes']) if (name in kept) kept[name] = ''
  return mentions.redact(kept) as Stored
}

/** Copy of the fields with every text emptied. */
export const emptyTexts = (fields: Stored): Stored =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? '' : value]),
  )

/** Names and contact data of a person, in addition to the identifier that finds their data. */
export interface KnownAs {
  names: readonly string[]
  /** Compact form, as the telephones. */
  emails: readonly string[]
  phones: readonly string[]
}

const compact = (text: string): string => wordsOf(text).join('')

/** Pairs of fields: an identifier, and the name beside it. */
export const BESIDE: readonly (readonly [taxId: string, name: string])[] = [
  ['sellerTaxId', 'sellerName'],
  ['buyerTaxId', 'buyerName'],
  ['idNumber', 'fullname'],
]

/**
 * Collects the names and contact data of a person.
 * @param records of any shape: forms, contacts, answers of the service
 */
export function collectIdentity(mentions: Mentions, records: readonly unknown[]): KnownAs {
  const names = new Set<string>()
  const emails = new Set<string>()
  const phones = new Set<string>()
  const add = (set: Set<string>, text: unknown, as: (text: string) => string = (same) => same) => {
    if (typeof text === 'string' && as(text) !== '') set.add(as(text))
  }
  const read = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const record = value as Record<string, unknown>
    for (const [id, name] of BESIDE) {
      const theirs = record[id]
      if (typeof theirs !== 'string' || !mentions.matchesText(theirs)) continue
      add(names, record[name])
      if (id !== 'idNumber') continue
      add(emails, record['email'], compact)
      add(phones, record['phone'], phoneCode)
    }
    for (const inner of Object.values(record)) read(inner)
  }
  for (const record of records) read(record)
  return { names: [...names], emails: [...emails], phones: [...phones] }
}

/** Least length of a word that counts. Shorter words are in many names: «de», «S.L.». */
const LEAST_WORD = 3
/** Least length of a part of a telephone, or of a beginning of an address, that identifies a person. */
const LEAST_REACH = 6
const TOLD_BY = 2

/**
 * True if a text identifies the person. It has two words of a name (or the only word of a short name), or the contact
 * data.
 */
function isAbout(text: string, { names, emails, phones }: KnownAs): boolean {
  const words = wordsOf(text).filter((word) => word.length >= LEAST_WORD)
  const isNamed = names.some((name) => {
    const parts = [...new Set(wordsOf(name).filter((part) => part.length >= LEAST_WORD))]
    const said = parts.filter((part) => words.some((word) => part.startsWith(word)))
    return parts.length > 0 && said.length >= Math.min(TOLD_BY, parts.length)
  })
  const whole = compact(text)
  const isReached =
    whole.length >= LEAST_REACH &&
    (emails.some((email) => email.startsWith(whole)) || phones.some((phone) => phone.includes(whole)))
  return isNamed || isReached
}

/** True if the name or the search of a saved view identifies the person. */
export const isViewOf = ({ name, filter }: CaseView, person: KnownAs): boolean =>
  [name, filter.text ?? '', filter.person?.name ?? ''].some((text) => isAbout(text, person))
