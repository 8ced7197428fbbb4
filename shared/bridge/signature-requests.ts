import * as z from 'zod'
import { appErrorSchema } from './result.ts'
import { resourceRowSchema } from './inbox.ts'
import { SIGNATURE_LISTS } from './routes.ts'
import {
  MAX_PREPARED_REQUESTS,
  SIGNABLE,
  SIGNATURE_REQUEST_FIELD_NAMES,
  SIGNATURE_REQUEST_FIELDS,
  type SignatureRequestField,
} from '../domain/signature-requests/fields.ts'
import { command, none, transferIn, transferOut } from './primitives.ts'

const signableSchema = z.enum(SIGNABLE)

type FieldShape = { [N in SignatureRequestField]: z.ZodString }
export const signatureRequestFieldsSchema = z.object(
  Object.fromEntries(
    SIGNATURE_REQUEST_FIELD_NAMES.map((name) => [name, z.string().max(SIGNATURE_REQUEST_FIELDS[name])]),
  ) as FieldShape,
)
export type SignatureRequestFields = z.infer<typeof signatureRequestFieldsSchema>

/**
 * State of a signature request. The service has no drafts, so a request that may have been sent is never resent
 * automatically.
 * `ready`: in *Por enviar*. `leaving`: sent at `sendAt`. `uncertain`: it may have been sent, and only the user
 * decides. `failed`: it certainly was not sent. `sent`: the service has it as `signatureId`.
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

const signatureRequestSchema = z.object({
  id: z.string(),
  document: signableSchema,
  version: z.number().int(),
  state: signatureRequestStateSchema,
  fields: signatureRequestFieldsSchema,
  /** Warnings that the user has accepted: `id-control`, `landline`, `party-mismatch`, `postal-province`. */
  accepted: z.array(z.string().max(40)).max(20),
  /** Procedure of the request. */
  procedureId: z.string().optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  sendAt: z.number().optional(),
  sentAt: z.number().optional(),
  signatureId: z.string().optional(),
  /** Request that this one repeats. */
  again: z.string().optional(),
  /** True if the signer is none of the annotated parties of its procedure. Absent without annotated parties. */
  mismatch: z.boolean().optional(),
  error: appErrorSchema.optional(),
})
export type SignatureRequest = z.infer<typeof signatureRequestSchema>

/** Plate of the procedure, or its chassis number while it has no plate. Make and model from the latest report. */
const vehicleFields = {
  vrm: z.string().optional(),
  vin: z.string().optional(),
  vehicle: z.string().optional(),
}

const signatureRequestRowSchema = signatureRequestSchema
  .pick({
    id: true,
    document: true,
    version: true,
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
    ...vehicleFields,
    /** True if its stored fields are invalid, from a damaged backup. */
    unreadable: z.boolean().optional(),
  })
export type SignatureRequestRow = z.infer<typeof signatureRequestRowSchema>

/** Row of *Firmas*: a request at the service. */
export const signatureRowSchema = resourceRowSchema.extend({
  /** One of the five documents, or any other value of the service. */
  document: z.string(),
  fullname: z.string(),
  /** Last three characters of the identifier. Screens face the counter. */
  idTail: z.string(),
  createdAt: z.number().optional(),
  procedureId: z.string().optional(),
  ...vehicleFields,
  /** True if the request waits longer than the configured days. */
  late: z.boolean(),
  /** True if this PC has the signed PDF. */
  kept: z.boolean(),
})
export type SignatureRow = z.infer<typeof signatureRowSchema>

const signatureFilterSchema = z.object({
  text: z.string().max(200).optional(),
  /** `pending`: registered or sent; `signed-today`: since midnight of this PC's day. */
  view: z.enum(['all', ...SIGNATURE_LISTS]),
})
export type SignatureFilter = z.infer<typeof signatureFilterSchema>

/** Past or future signer. */
const contactSchema = z.object({
  id: z.string(),
  version: z.number().int(),
  fields: signatureRequestFieldsSchema.omit({ extra: true, notes: true }),
  usedAt: z.number().nullable(),
  uses: z.number().int(),
  /** True if its stored fields are invalid, from a damaged backup. */
  unreadable: z.boolean().optional(),
  /** Sent values that differ from the stored ones. The user accepts or rejects them (`contacts.settle`). */
  proposal: signatureRequestFieldsSchema.omit({ extra: true, notes: true }).partial().optional(),
})
export type Contact = z.infer<typeof contactSchema>

const id = z.string().min(1).max(200)
const version = z.number().int().min(0)
const fields = signatureRequestFieldsSchema.partial()

/** Pairs of like contacts that are asked about at once. */
export const MAX_ALIKE = 100

/**
 * Rows of the contract: *Firmas*. Changes are published as `changed` with kind `signatureRequest`, `resource`
 * or `contact`.
 */
export const signatureRequestCommands = {
  /** `from`: request at the service that this one repeats. */
  'signature-requests.create': command(
    z.object({
      document: signableSchema,
      fields: fields.optional(),
      procedureId: id.optional(),
      from: id.optional(),
    }),
    signatureRequestSchema,
  ),
  /**
   * Prepares one request for each signer. `requests` have ids of the window: the same id again makes no other request.
   * A request without blocking problems is `ready`.
   */
  'signature-requests.prepare': command(
    z.object({
      document: signableSchema,
      procedureId: id.optional(),
      requests: z
        .array(z.object({ id: z.uuid(), fields }))
        .min(1)
        .max(MAX_PREPARED_REQUESTS),
    }),
    z.object({ ready: z.number().int(), incomplete: z.number().int() }),
  ),
  /** Sends finished requests, each as `signature-requests.send`. `refused`: those that changed, or may not be sent. */
  'signature-requests.send-all': command(
    z.object({ requests: z.array(z.object({ id, version })).min(1).max(MAX_PREPARED_REQUESTS) }),
    z.object({ sent: z.number().int(), refused: z.number().int() }),
  ),
  'signature-requests.get': command(z.object({ id }), signatureRequestSchema),
  'signature-requests.save': command(
    z.object({
      id,
      version,
      document: signableSchema.optional(),
      fields,
      accepted: z.array(z.string().max(40)).max(20).optional(),
      procedureId: id.nullable().optional(),
    }),
    signatureRequestSchema,
  ),
  /** Requests that the service does not have, last changed first. */
  'signature-requests.list': command(none, z.object({ rows: z.array(signatureRequestRowSchema) })),
  'signature-requests.discard': command(z.object({ id }), signatureRequestSchema),
  'signature-requests.restore': command(z.object({ id }), signatureRequestSchema),
  'signature-requests.finish': command(z.object({ id, version }), signatureRequestSchema),
  /**
   * Sends the request at the end of the undo time. Refused with `signing-incomplete` while there are blocking
   * problems.
   */
  'signature-requests.send': command(z.object({ id, version }), signatureRequestSchema),
  'signature-requests.undo': command(z.object({ id }), signatureRequestSchema),
  /**
   * Resolves an uncertain or failed request. `found`: the user saw the request at the operator's, with this id or
   * link.
   */
  'signature-requests.resolve': command(
    z.discriminatedUnion('how', [
      z.object({ id, how: z.literal('resend') }),
      z.object({ id, how: z.literal('discard') }),
      z.object({ id, how: z.literal('found'), text: z.string().min(1).max(2_048) }),
    ]),
    signatureRequestSchema,
  ),

  'signatures.list': command(
    z.object({
      filter: signatureFilterSchema,
      before: z.number().optional(),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(signatureRowSchema), next: z.number().nullable() }),
  ),
  'signatures.counts': command(
    none,
    z.object({
      pending: z.number().int(),
      expired: z.number().int(),
      rejected: z.number().int(),
      signedToday: z.number().int(),
      late: z.number().int(),
      /** Number of requests that are unsent or uncertain. */
      open: z.number().int(),
    }),
  ),
  /** This PC's data about a signature: its procedure, and whether its signer is missing among the parties. */
  'signatures.get': command(
    z.object({ id }),
    z.object({
      row: signatureRowSchema,
      mismatch: z.boolean(),
      documents: z.array(
        z.object({
          documentId: z.string(),
          name: z.string(),
          available: z.boolean(),
          kept: z.boolean(),
          sha256: z.string().optional(),
        }),
      ),
    }),
  ),
  'signatures.link': command(z.object({ id, procedureId: id.nullable() }), none),
  'signatures.of': command(z.object({ procedureId: id }), z.object({ rows: z.array(signatureRowSchema) })),

  /** Contacts whose name, identifier or e-mail contains the text, the most used first. */
  'contacts.find': command(
    z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(50) }),
    z.object({ rows: z.array(contactSchema) }),
  ),
  'contacts.list': command(
    z.object({
      text: z.string().max(200),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(contactSchema), total: z.number().int() }),
  ),
  'contacts.save': command(
    z.object({
      id: id.optional(),
      version: version.optional(),
      fields: signatureRequestFieldsSchema.omit({ extra: true, notes: true }),
      /**
       * True to replace another contact with the same identifier. Otherwise the save is refused with
       * `contact-exists`.
       */
      replaces: z.boolean().default(false),
    }),
    contactSchema,
  ),
  /** `accept`: the sent values replace the stored ones. Otherwise they are not proposed again. */
  'contacts.settle': command(z.object({ id, version, accept: z.boolean() }), contactSchema),
  /** Pairs of contacts with one telephone or e-mail address, which no PC of the office has judged yet. */
  'contacts.alike': command(
    none,
    z.object({ pairs: z.array(z.object({ one: contactSchema, other: contactSchema })).max(MAX_ALIKE) }),
  ),
  /**
   * Answers for such pairs. `join`: `keep` gets the values that it lacks, and the other contact is removed. A pair with
   * a contact that has changed since is left as it is.
   */
  'contacts.settle-alike': command(
    z.object({
      answers: z
        .array(
          z.object({
            keep: z.object({ id, version }),
            other: z.object({ id, version }),
            answer: z.enum(['join', 'distinct']),
          }),
        )
        .max(MAX_ALIKE),
    }),
    z.object({ joined: z.number().int(), distinct: z.number().int(), changed: z.number().int() }),
  ),
  /** Undoes `contacts.remove`: the same contact, with its history. */
  'contacts.restore': command(z.object({ id }), contactSchema),
  /** Removes the contact from the address book only. `data-subjects.erase` erases all data of a person. */
  'contacts.remove': command(z.object({ id }), none),

  /** Names of municipalities, of one province if given. Accents, articles and word order are ignored. */
  'municipalities.find': command(
    z.object({
      text: z.string().max(100),
      province: z.string().max(2).optional(),
      limit: z.number().int().min(1).max(50),
    }),
    // `isFirstMeant`: a name of the first municipality begins with the text, in Castilian or in the other language.
    z.object({ names: z.array(z.string()), isFirstMeant: z.boolean() }),
  ),
} as const

export const signatureRequestTransfers = {
  /** Signed PDF, from this PC or from the service, which is then stored. */
  'signatures.document': transferOut(z.object({ id, documentId: id })),
  'contacts.export': transferOut(none),
  /** Imports a CSV, merged by identifier. */
  'contacts.import': transferIn(
    none,
    z.object({
      added: z.number().int(),
      updated: z.number().int(),
      refused: z.array(z.object({ line: z.number().int(), why: z.string() })),
    }),
    5 * 1024 * 1024,
  ),
} as const
