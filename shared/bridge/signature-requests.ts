import * as z from 'zod'
import { appErrorSchema } from './result.ts'
import { resourceRowSchema } from './inbox.ts'

/** The five documents that can be sent to sign (service.md, "Signatures"). */
export const SIGNABLE = [
  'mandate-generic',
  'mandate-specific',
  'entity-representation',
  'sales-agreement',
  'lost-documents-declaration',
] as const
export const signableSchema = z.enum(SIGNABLE)
export type Signable = z.infer<typeof signableSchema>

/** What is asked of a signer, with the most characters that it holds. As typed: shared/domain/signing judges it. */
export const SIGNATURE_REQUEST_FIELDS = {
  /** A person's DNI or NIE, or a company's tax id: it decides which of the two. */
  idNumber: 32,
  fullname: 200,
  /** Who signs for a company: a person. */
  representativeIdNumber: 32,
  street: 200,
  zipCode: 20,
  provinceName: 100,
  municipalityName: 100,
  phone: 40,
  email: 254,
  /** `email` is the only one that the specification names; the list is open. */
  deliveryMethod: 50,
  /** More of the body, as JSON, for the four documents whose body is not shown. */
  extra: 10_000,
  /** Local: for the desk's own use. */
  notes: 4_000,
} as const
export type SignatureRequestField = keyof typeof SIGNATURE_REQUEST_FIELDS
export const SIGNATURE_REQUEST_FIELD_NAMES = Object.keys(
  SIGNATURE_REQUEST_FIELDS,
) as readonly SignatureRequestField[]

type FieldShape = { [N in SignatureRequestField]: z.ZodString }
export const signatureRequestFieldsSchema = z.object(
  Object.fromEntries(
    SIGNATURE_REQUEST_FIELD_NAMES.map((name) => [name, z.string().max(SIGNATURE_REQUEST_FIELDS[name])]),
  ) as FieldShape,
)
export type SignatureRequestFields = z.infer<typeof signatureRequestFieldsSchema>

/**
 * Where a request to sign is. There is no draft at the service: what may have been sent is never sent again by itself.
 * `editing`, `ready` (*Por enviar*), `leaving` until `sendAt`, `sending`; `uncertain`: it may have been sent, and only
 * the person decides; `failed`: it certainly was not; `sent`: the service has it as `signatureId`; `discarded`.
 */
export const signatureRequestStateSchema = z.enum([
  'editing',
  'ready',
  'leaving',
  'sending',
  'uncertain',
  'failed',
  'sent',
  'discarded',
])

export const signatureRequestSchema = z.object({
  id: z.string(),
  document: signableSchema,
  version: z.number().int(),
  state: signatureRequestStateSchema,
  fields: signatureRequestFieldsSchema,
  /** Warnings that the person has looked at: `id-control`, `landline`, `party-mismatch`, `postal-province`. */
  accepted: z.array(z.string().max(40)).max(20),
  /** The procedure it is for. */
  procedureId: z.string().optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  sendAt: z.number().optional(),
  sentAt: z.number().optional(),
  signatureId: z.string().optional(),
  /** The request that it is sent again from. */
  again: z.string().optional(),
  /** Whoever signs is none of the parties that the desk noted for its procedure; without any noted, it is not said. */
  mismatch: z.boolean().optional(),
  error: appErrorSchema.optional(),
})
export type SignatureRequest = z.infer<typeof signatureRequestSchema>

export const signatureRequestRowSchema = signatureRequestSchema
  .pick({
    id: true,
    document: true,
    state: true,
    updatedAt: true,
    sendAt: true,
    procedureId: true,
    signatureId: true,
    error: true,
  })
  .extend({
    fullname: z.string(),
    idNumber: z.string(),
    /** What was typed was not stored as it should be: it came in a bad copy. */
    unreadable: z.boolean().optional(),
  })
export type SignatureRequestRow = z.infer<typeof signatureRequestRowSchema>

/** A row of *Firmas*: what is known of a request at the service. */
export const signatureRowSchema = resourceRowSchema.extend({
  /** Which of the five, or any other word of the service's. */
  document: z.string(),
  fullname: z.string(),
  /** The last three characters alone: screens face the counter. */
  idTail: z.string(),
  createdAt: z.number().optional(),
  procedureId: z.string().optional(),
  /** Plate or chassis of that procedure. */
  vrm: z.string().optional(),
  /** Waits to be signed for longer than the days set. */
  late: z.boolean(),
  /** The signed PDF is on this PC. */
  kept: z.boolean(),
})
export type SignatureRow = z.infer<typeof signatureRowSchema>

export const signatureFilterSchema = z.object({
  text: z.string().max(200).optional(),
  /** `pending`: registered or sent; `signed-today`: since midnight of this PC's day. */
  view: z.enum(['all', 'pending', 'expired', 'rejected', 'signed-today', 'late']),
})
export type SignatureFilter = z.infer<typeof signatureFilterSchema>

/** Somebody who signed before, or will. */
export const contactSchema = z.object({
  id: z.string(),
  version: z.number().int(),
  fields: signatureRequestFieldsSchema.omit({ extra: true, notes: true }),
  usedAt: z.number().nullable(),
  uses: z.number().int(),
  /** Its fields were not stored as they should be: it came in a bad copy. */
  unreadable: z.boolean().optional(),
  /** What was sent otherwise than is written here: taken or left at the person's word (`contacts.settle`). */
  proposal: signatureRequestFieldsSchema.omit({ extra: true, notes: true }).partial().optional(),
})
export type Contact = z.infer<typeof contactSchema>
