import * as z from 'zod'
import { type SignatureWire, type Signer, signerBody } from '#shared/api/signature.ts'
import { checkTaxId, cleanTaxId, isCompany, isPerson } from '#shared/domain/tax-id.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import { identifierMeta, inPlainCharacters } from '../http/fields.ts'
import type { SignatureRow } from './store.ts'

/** A tax number with a valid control character, of a person or a company; read as its compact form. */
function taxId(belongs: (text: string) => boolean, whose: string) {
  return signerBody.shape.idNumber.transform((text, context) => {
    const check = checkTaxId(text)
    if (check.status === 'valid' && belongs(text)) return check.id
    const message =
      check.status === 'wrong-control'
        ? 'The control character of the tax number is wrong.'
        : `It is not the tax number of ${whose}.`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}
const personId = taxId(isPerson, 'a person')
const companyId = taxId(isCompany, 'a company')

const { address, representative: _, ...shape } = signerBody.shape
// With the prefix `ES`, or without the leading zeros of a DNI.
const numberOf = (whose: string, example: string) =>
  inPlainCharacters(shape.idNumber).meta(
    identifierMeta(2, 11, `Tax number of ${whose}, with its control character.`, example),
  )
/** Unknown fields are ignored at every depth. */
const common = {
  ...shape,
  idNumber: numberOf('the person or the company', '00000000T'),
  address: z.object(address.unwrap().shape).optional(),
  representative: z.object({ idNumber: numberOf('the person who signs', '00000000T') }).optional(),
}

/**
 * "The person's number when `type` is `person`; the company tax ID when `type` is `company`", and its
 * signatory.
 */
const signerSchema = z.object(common).transform((given, context): Signer => {
  const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
  const read = (schema: typeof personId, value: string, path: string[]) => {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    refuse(path, result.error.issues[0]?.message ?? 'Not valid.')
    return cleanTaxId(value)
  }
  const method = given.deliveryMethod ?? 'email'
  if (method === 'email' && given.email === undefined) refuse(['email'], 'Required to deliver by email.')
  const { representative: who, ...rest } = given
  const base = { ...rest, deliveryMethod: method }
  if (given.type === 'person') return { ...base, idNumber: read(personId, given.idNumber, ['idNumber']) }
  const idNumber = read(companyId, given.idNumber, ['idNumber'])
  if (who === undefined) {
    refuse(['representative'], 'Required when the signer is a company.')
    return { ...base, idNumber }
  }
  const signatory = read(personId, who.idNumber, ['representative', 'idNumber'])
  return { ...base, idNumber, representative: { idNumber: signatory } }
})

export const signatureBody = z.object({ signer: signerSchema })

/** Number of the signatory: the one compared with the sentinels. */
export const signatoryId = (given: Signer): string =>
  given.type === 'company' ? (given.representative?.idNumber ?? '') : given.idNumber

export const signaturePath = (id: string): string => `/v1/signatures/${encodeURIComponent(id)}`

/** Path of the signed document: no pre-signed link, it "needs the API token to be downloaded". */
const signedDocumentPath = (id: string): string => `${signaturePath(id)}/documents/1/signed`

/** `documents[]` of the resource and of the event. */
export function presentSignatureDocuments(
  { id, type, status }: SignatureRow,
  base: string,
): SignatureWire['documents'] {
  const document = { id: '1', name: signatureDocumentLabels[type] }
  return [status === 'signed' ? { ...document, signedDocumentUrl: base + signedDocumentPath(id) } : document]
}

/** "Record whose `status` reflects the current state." */
export function presentSignature(row: SignatureRow, base: string): SignatureWire {
  const signer: Signer = JSON.parse(row.signer)
  return {
    id: row.id,
    createdAt: new Date(row.created_ms).toISOString(),
    updatedAt: new Date(row.updated_ms).toISOString(),
    type: row.type,
    status: row.status,
    signer,
    documents: presentSignatureDocuments(row, base),
  }
}
