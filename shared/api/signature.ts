import * as z from 'zod'
import { emailField, openText, listOf, reading } from './wire-fields.ts'
import { SIGNATURE_DOCUMENTS, SIGNATURE_STATES } from '../domain/vocabulary.ts'

const address = z.strictObject({
  street: z.string().max(200),
  zipCode: z.string().max(20),
  provinceName: z.string().max(100),
  municipalityName: z.string().max(100),
})

/** Request field `signer`. Strict, because our application sends it. */
export const signerBody = z.strictObject({
  type: z.enum(['person', 'company']),
  /** DNI or NIE of a person, or tax id of a company. */
  idNumber: z.string().min(1).max(32),
  /** Signatory of a company. */
  representative: z.strictObject({ idNumber: z.string().min(1).max(32) }).optional(),
  fullname: z.string().max(200).regex(/\S/, 'Blank.'),
  address: address.partial().optional(),
  phone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'Not a phone in international format, such as +34600000000.')
    .optional(),
  email: emailField.optional(),
  /** The specification names only `email`. */
  deliveryMethod: z.string().min(1).max(50).optional(),
})
export type Signer = z.infer<typeof signerBody>

/** Body of each of the five creations. The specification shows only the first, so the others have the same. */
const createSignatureBody = z.strictObject({ signer: signerBody })

/**
 * Body of a creation with the operator's additional fields, as the user typed them. They cannot replace the signer.
 */
export const signatureBodyWith = (
  signer: Signer,
  extra: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({ ...extra, ...createSignatureBody.parse({ signer }) })

const signatureDocumentWire = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  /** Present when signed. The download needs the API key. */
  signedDocumentUrl: z.url().optional(),
})

/** Signature resource. The specification shows only `status` and `documents[]`. */
export const signatureWire = z.strictObject({
  id: z.string().min(1),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** One of the five documents. */
  type: openText(SIGNATURE_DOCUMENTS),
  status: openText(SIGNATURE_STATES),
  signer: signerBody,
  documents: z.array(signatureDocumentWire),
})
export type SignatureWire = z.infer<typeof signatureWire>

export const signatureSchema = reading(
  {
    ...signatureWire.shape,
    signer: z.unknown(),
    documents: listOf(reading(signatureDocumentWire.shape, [])),
  },
  ['id', 'status'],
)
export type Signature = z.infer<typeof signatureSchema>
