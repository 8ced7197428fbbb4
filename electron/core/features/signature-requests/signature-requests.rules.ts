import type {
  SignatureRequest,
  SignatureRow,
  SignatureRequestFields,
  Contact,
} from '#shared/bridge/signature-requests.ts'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { recordIn } from '../../store/stored-json.rules.ts'

/** States in which a signature request may change, because it is certainly not at the service. */
export const CHANGEABLE: readonly SignatureRequest['state'][] = ['editing', 'ready', 'failed']

/**
 * True if neither the signer nor the signer's company is among the annotated parties.
 * @param parties compact identifiers. An empty list proves nothing
 */
export function isMismatch(signers: readonly string[], parties: readonly string[]): boolean {
  const numbers = signers.map(cleanTaxId).filter((number) => number !== '')
  return parties.length > 0 && numbers.length > 0 && !numbers.some((number) => parties.includes(number))
}

/** Stored signature of the list. */
export interface StoredSignature {
  seq: number
  id: string
  status: string
  status_description: string | null
  label: string | null
  since: number
  checked_at: number | null
  gone: number
  body: string
  procedure_id: string | null
  procedure_vrm: string | null
  procedure_vin: string | null
  vehicle: string | null
  kept: number
}

/** Fields in the service's answer about a request. Only the state is guaranteed. Any other content is tolerated. */
export interface SignatureDetails {
  /** One of the five known values, or another value of the service. Empty if the answer has none. */
  document: string
  signer: SignatureRequestFields
  createdAt: number | null
  documents: { documentId: string; name: string }[]
}

const TAIL = 3

export function parseDetails(body: string): SignatureDetails {
  const { type, signer, createdAt, documents } = recordIn(body)
  const at = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN
  return {
    document: stringOrEmpty(type),
    signer: parseSigner(signer),
    createdAt: Number.isFinite(at) ? at : null,
    documents: Array.isArray(documents) ? documents.filter(isRecord).map(parseDocument) : [],
  }
}

/** A document without an id is identified by its position, because the specification shows no id. */
export function parseDocument(document: unknown, index: number): { documentId: string; name: string } {
  const { id, name } = recordOf(document)
  return { documentId: stringOrEmpty(id) || `#${index + 1}`, name: stringOrEmpty(name) }
}

function parseSigner(signer: unknown): SignatureRequestFields {
  const { idNumber, representative, fullname, address, phone, email, deliveryMethod } = recordOf(signer)
  const { street, zipCode, provinceName, municipalityName } = recordOf(address)
  const fields = {
    idNumber,
    fullname,
    phone,
    email,
    deliveryMethod,
    street,
    zipCode,
    provinceName,
    municipalityName,
    representativeIdNumber: recordOf(representative)['idNumber'],
  }
  const texts = Object.entries(fields).map(([name, value]) => [name, stringOrEmpty(value)])
  return {
    ...emptySignatureRequestFields(),
    ...(Object.fromEntries(texts) as typeof fields & SignatureRequestFields),
  }
}

/** Compact identifiers of the signer and of the signer's company. Missing identifiers are left out. */
export function listSignerNumbers(body: string): string[] {
  const { idNumber, representativeIdNumber } = parseDetails(body).signer
  return [idNumber, representativeIdNumber].map(cleanTaxId).filter((number) => number !== '')
}

/** @param lateBefore a wait that began before this time counts as too long. `null`: no wait does */
export function toSignatureRow(row: StoredSignature, lateBefore: number | null): SignatureRow {
  const { document, signer, createdAt } = parseDetails(row.body)
  const fullname = signer.fullname || (row.label ?? '')
  const { procedure_vrm: vrm, procedure_vin: vin } = row
  return {
    kind: 'signature',
    id: row.id,
    subject: fullname === '' ? {} : { label: fullname },
    status: row.status,
    ...(row.status_description !== null && { statusDescription: row.status_description }),
    since: row.since,
    checkedAt: row.checked_at,
    gone: row.gone === 1,
    document,
    fullname,
    idTail: cleanTaxId(signer.idNumber).slice(-TAIL),
    ...(createdAt !== null && { createdAt }),
    ...(row.procedure_id !== null && { procedureId: row.procedure_id }),
    ...(vrm !== null && { vrm }),
    ...(vrm === null && vin !== null && { vin }),
    ...(row.vehicle && { vehicle: row.vehicle }),
    late: lateBefore !== null && row.since < lateBefore && isWaiting(row.status),
    kept: row.kept === 1,
  }
}

const isWaiting = (status: string): boolean => status === 'submitted' || status === 'sent'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

export type ContactFields = Contact['fields']
type ContactField = keyof ContactFields

/** Sent values that differ from the address book. `dismissed`: the user rejected these values. */
export interface ContactProposal {
  fields: Partial<ContactFields>
  dismissed: boolean
}

/** Effect of a sent request on the address-book entry of its signer. */
export interface ContactDifference {
  /** Empty fields are filled. Existing values are never overwritten. */
  fields: ContactFields
  proposal: ContactProposal | null
}

const NONE: ContactProposal = { fields: {}, dismissed: false }

/** Compares an entry, its earlier proposal, and the sent values of the same signer. Pure. */
export function withSent(
  known: ContactFields,
  before: ContactProposal | null,
  sent: ContactFields,
): ContactDifference {
  const written = listEntries(sent).filter(([name, value]) => name !== 'idNumber' && value.trim() !== '')
  const fields = { ...known, ...toFields(written.filter(([name]) => known[name].trim() === '')) }
  const { fields: proposed, dismissed } = before ?? NONE
  const other = written.filter(
    ([name, value]) =>
      !isSame(name, value, fields[name]) && !(dismissed && isSame(name, value, proposed[name] ?? '')),
  )
  // A rejected proposal returns only after other values are sent.
  if (other.length === 0) return { fields, proposal: pruneProposal(fields, before) }
  return {
    fields,
    proposal: { fields: { ...(dismissed ? {} : proposed), ...toFields(other) }, dismissed: false },
  }
}

/** Removes the values that the entry already has from a proposal. `null` if nothing is left. */
export function pruneProposal(
  fields: ContactFields,
  proposal: ContactProposal | null,
): ContactProposal | null {
  if (proposal === null) return null
  const left = listEntries(proposal.fields).filter(([name, value]) => !isSame(name, value, fields[name]))
  return left.length === 0 ? null : { ...proposal, fields: toFields(left) }
}

/** True if the values are equal except for spaces. Identifiers and addresses may also differ in capitals. */
function isSame(name: ContactField, a: string, b: string): boolean {
  if (name === 'idNumber' || name === 'representativeIdNumber') return cleanTaxId(a) === cleanTaxId(b)
  const normalizeText = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ')
  if (name === 'email') return normalizeText(a).toLowerCase() === normalizeText(b).toLowerCase()
  return normalizeText(a) === normalizeText(b)
}

const listEntries = (fields: Partial<ContactFields>) =>
  Object.entries(fields).filter((entry): entry is [ContactField, string] => entry[1] !== undefined)

const toFields = (entries: readonly [ContactField, string][]): Partial<ContactFields> =>
  Object.fromEntries(entries)
