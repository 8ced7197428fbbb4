import * as z from 'zod'
import { appErrorSchema } from './result.ts'
import { resourceRowSchema } from './inbox.ts'
import {
  SIGNABLE,
  SIGNATURE_REQUEST_FIELD_NAMES,
  SIGNATURE_REQUEST_FIELDS,
  type SignatureRequestField,
} from '../domain/signature-requests/fields.ts'

export const signableSchema = z.enum(SIGNABLE)

type FieldShape = { [N in SignatureRequestField]: z.ZodString }
export const signatureRequestFieldsSchema = z.object(
  Object.fromEntries(
    SIGNATURE_REQUEST_FIELD_NAMES.map((name) => [name, z.string().max(SIGNATURE_REQUEST_FIELDS[name])]),
  ) as FieldShape,
)
export type SignatureRequestFields = z.infer<typeof signatureRequestFieldsSchema>

/**
 * State of a signature request. The service has no drafts of them: one possibly sent is never resent
 * automatically. `editing`, `ready` (*Por enviar*), `leaving` until `sendAt`, `sending`; `uncertain`: it may
 * have been sent, and only the user decides; `failed`: it certainly was not; `sent`: the service has it as
 * `signatureId`; `discarded`.
 */
const signatureRequestStateSchema = z.enum([
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
  /** Warnings that the user has accepted: `id-control`, `landline`, `party-mismatch`, `postal-province`. */
  accepted: z.array(z.string().max(40)).max(20),
  /** Its procedure. */
  procedureId: z.string().optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  sendAt: z.number().optional(),
  sentAt: z.number().optional(),
  signatureId: z.string().optional(),
  /** The request that it repeats. */
  again: z.string().optional(),
  /** The signer is none of the annotated parties of its procedure; absent without annotated parties. */
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
    /** Its stored fields are invalid: it came in a bad copy. */
    unreadable: z.boolean().optional(),
  })
export type SignatureRequestRow = z.infer<typeof signatureRequestRowSchema>

/** A row of *Firmas*: a request at the service. */
export const signatureRowSchema = resourceRowSchema.extend({
  /** One of the five, or any other value of the service's. */
  document: z.string(),
  fullname: z.string(),
  /** Last three characters only: screens face the counter. */
  idTail: z.string(),
  createdAt: z.number().optional(),
  procedureId: z.string().optional(),
  /** Plate of that procedure; its chassis number before it has one. */
  vrm: z.string().optional(),
  vin: z.string().optional(),
  /** Waiting for longer than the days set. */
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

/** A past or future signer. */
export const contactSchema = z.object({
  id: z.string(),
  version: z.number().int(),
  fields: signatureRequestFieldsSchema.omit({ extra: true, notes: true }),
  usedAt: z.number().nullable(),
  uses: z.number().int(),
  /** Its stored fields are invalid: it came in a bad copy. */
  unreadable: z.boolean().optional(),
  /** Sent values that differ from the stored ones: accepted or rejected by the user (`contacts.settle`). */
  proposal: signatureRequestFieldsSchema.omit({ extra: true, notes: true }).partial().optional(),
})
export type Contact = z.infer<typeof contactSchema>
