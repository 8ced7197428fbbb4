import * as z from 'zod'
import { type SignatureWire, type Signer, signerBody } from '#shared/api/signature.ts'
import { checkTaxId, cleanTaxId, isCompany, isPerson } from '#shared/domain/tax-id.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import { describeIdentifier, requirePlainCharacters } from '../http/fields.ts'
import type { SignatureRow } from './store.ts'

/**
 * Makes a field that parses a tax number of a person or a company into its compact form. The control character must
 * be valid.
 */
function makeTaxIdField(belongs: (text: string) => boolean, whose: string) {
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
const personId = makeTaxIdField(isPerson, 'a person')
const companyId = makeTaxIdField(isCompany, 'a company')

const { address, representative: _, ...shape } = signerBody.shape
// The shortest number is a DNI without its leading zeros. The longest number has the prefix `ES`.
const makeNumberField = (whose: string, example: string) =>
  requirePlainCharacters(shape.idNumber).meta(
    describeIdentifier(2, 11, `Tax number of ${whose}, with its control character.`, example),
  )
/** Unknown fields are ignored at every depth. */
const common = {
  ...shape,
  idNumber: makeNumberField('the person or the company', '00000000T'),
  address: z.object(address.unwrap().shape).optional(),
  representative: z.object({ idNumber: makeNumberField('the person who signs', '00000000T') }).optional(),
}

/**
 * Specification of `idNumber`: "the person's number when `type` is `person`; the company tax ID when `type` is
 * `company`". A company also needs its signatory.
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

/** Reads the tax number of the signatory, which decides the sentinel. */
export const readSignatoryId = (given: Signer): string =>
  given.type === 'company' ? (given.representative?.idNumber ?? '') : given.idNumber

export const buildSignaturePath = (id: string): string => `/v1/signatures/${encodeURIComponent(id)}`

/** Path of the signed document, which "needs the API token to be downloaded". */
const buildSignedDocumentPath = (id: string): string => `${buildSignaturePath(id)}/documents/1/signed`

/** `documents[]` of the resource and of the event. */
export function presentSignatureDocuments(
  { id, type, status }: SignatureRow,
  base: string,
): SignatureWire['documents'] {
  const document = { id: '1', name: signatureDocumentLabels[type] }
  return [
    status === 'signed' ? { ...document, signedDocumentUrl: base + buildSignedDocumentPath(id) } : document,
  ]
}

/** Presents the Signature resource. */
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
