import type { SignatureRow, SignatureRequestFields } from '#shared/bridge/signature-requests.ts'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { recordIn } from '../../store/stored-json.rules.ts'

/** A signature of the list, as it is stored. */
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
  kept: number
}

/** What a request says of itself. Only its state is sure to be there, and whatever else comes breaks nothing. */
export interface SignatureSaid {
  /** Which of the five, or any other word of the service's; empty when it says none. */
  document: string
  signer: SignatureRequestFields
  createdAt: number | null
  documents: { documentId: string; name: string }[]
}

const TAIL = 3

export function signatureSaid(body: string): SignatureSaid {
  const { type, signer, createdAt, documents } = recordIn(body)
  const at = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN
  return {
    document: textOf(type),
    signer: signerSaid(signer),
    createdAt: Number.isFinite(at) ? at : null,
    documents: Array.isArray(documents) ? documents.filter(isRecord).map(documentSaid) : [],
  }
}

/** Its place in the list names one without an id: the specification shows none. */
export function documentSaid(document: unknown, index: number): { documentId: string; name: string } {
  const { id, name } = recordOf(document)
  return { documentId: textOf(id) || `#${index + 1}`, name: textOf(name) }
}

function signerSaid(signer: unknown): SignatureRequestFields {
  const { idNumber, representative, fullname, address, phone, email, deliveryMethod } = recordOf(signer)
  const { street, zipCode, provinceName, municipalityName } = recordOf(address)
  const said = {
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
  const texts = Object.entries(said).map(([name, value]) => [name, textOf(value)])
  return {
    ...emptySignatureRequestFields(),
    ...(Object.fromEntries(texts) as typeof said & SignatureRequestFields),
  }
}

/** Numbers of whoever signs, and of the company that they sign for, compact: none that is not said. */
export function signerNumbers(body: string): string[] {
  const { idNumber, representativeIdNumber } = signatureSaid(body).signer
  return [idNumber, representativeIdNumber].map(cleanTaxId).filter((number) => number !== '')
}

/** @param lateBefore since when what waits has waited too long; `null`: nothing does */
export function signatureRowOf(row: StoredSignature, lateBefore: number | null): SignatureRow {
  const { document, signer, createdAt } = signatureSaid(row.body)
  const fullname = signer.fullname || (row.label ?? '')
  const vrm = row.procedure_vrm ?? row.procedure_vin
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
    late: lateBefore !== null && row.since < lateBefore && isWaiting(row.status),
    kept: row.kept === 1,
  }
}

export const isWaiting = (status: string): boolean => status === 'submitted' || status === 'sent'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
