import * as z from 'zod'
import { emailField, openText, listOf, reading } from './wire-fields.ts'
import { SIGNATURE_DOCUMENTS, SIGNATURE_STATES } from '../domain/vocabulary.ts'

const address = z.strictObject({
  street: z.string().max(200),
  zipCode: z.string().max(20),
  provinceName: z.string().max(100),
  municipalityName: z.string().max(100),
})

/** Request field `signer`. Strict, since it is sent. */
export const signerBody = z.strictObject({
  type: z.enum(['person', 'company']),
  /** A person's DNI or NIE; a company's tax ID. */
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

/** Body of each of the five creations: the last four are not shown, so they are the same. */
const createSignatureBody = z.strictObject({ signer: signerBody })

/**
 * The same with the operator's additional fields, typed by the user (assumptions.ts): the signer is not among
 * them.
 */
export const signatureBodyWith = (
  signer: Signer,
  extra: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({ ...extra, ...createSignatureBody.parse({ signer }) })

const signatureDocumentWire = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  /** Only when signed; needs the API key to be downloaded. */
  signedDocumentUrl: z.url().optional(),
})

/** Signature resource: the specification shows `status` and `documents[]`. */
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
