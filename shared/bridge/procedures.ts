import * as z from 'zod'
import { FIELD_PROBLEMS } from '../domain/procedures/check-field.ts'
import { DOCUMENT_READINGS } from '../domain/procedures/document-file.ts'
import { DUPLICATE_KEYS } from '../domain/procedures/preflight.ts'
import {
  ACCEPTABLE,
  DRAFT_KINDS,
  FIELD_LENGTHS,
  FIELD_NAMES,
  type FieldName,
} from '../domain/procedures/fields.ts'
import { GUESS_REASONS } from '../domain/procedures/recognise-document.ts'
import { REQUIREMENTS } from '../domain/procedures/requirements.ts'
import { verdictOutcomeSchema } from './lookup.ts'
import { appErrorSchema } from './result.ts'
import { command, none, transferIn, transferOut } from './primitives.ts'

export const draftKindSchema = z.enum(DRAFT_KINDS)

type FieldShape = { [N in FieldName]: z.ZodString }
/** Fields as typed: `checkField` (shared/domain/procedures) validates them during typing. */
export const draftFieldsSchema = z.object(
  Object.fromEntries(FIELD_NAMES.map((name) => [name, z.string().max(FIELD_LENGTHS[name])])) as FieldShape,
)
export const acceptedSchema = z.array(z.enum(ACCEPTABLE)).max(ACCEPTABLE.length)

/**
 * State of a draft. `editing`: being filled in; `ready`: finished and waiting for the user (*Por enviar*);
 * `leaving`: it is sent at `sendAt` unless undone; `sending`: in progress; `stopped`: only the user can
 * decide (`problem`); `sent`: confirmed, once; `discarded`: kept a while to be restored.
 */
export const draftStateSchema = z.enum([
  'editing',
  'ready',
  'leaving',
  'sending',
  'stopped',
  'sent',
  'discarded',
])
export type DraftState = z.infer<typeof draftStateSchema>

/** Present step while `sending`. `check`: fetching the outcome of the previous step. */
const sendingStepSchema = z.enum(['create', 'update', 'documents', 'check', 'confirm'])
export type SendingStep = z.infer<typeof sendingStepSchema>

/**
 * Reason that it is `stopped`. `refused`: the service rejects the data (`error` has its message);
 * `document-refused`: or one of the documents, which has the error; `confirmed-elsewhere`: another client
 * confirmed the same draft; `vanished`: the service no longer knows it, and it may have been confirmed;
 * `documents-differ`: its documents repeatedly differ from the uploads.
 */
const draftProblemSchema = z.enum([
  'refused',
  'document-refused',
  'confirmed-elsewhere',
  'vanished',
  'documents-differ',
])
export type DraftProblem = z.infer<typeof draftProblemSchema>

/**
 * A document of a draft. `kept`: on this PC, to be uploaded; `uploading`; `uploaded`: the service has it;
 * `refused`: the service rejected it, or it is no longer on this PC (`error`): it has to be removed or added
 * again.
 */
export const draftDocumentSchema = z.object({
  id: z.string(),
  /** `service`: it was at the service before this PC imported the draft. */
  source: z.enum(['file', 'link', 'service']),
  name: z.string(),
  /** Any type: the list is open. */
  type: z.string(),
  /** The type was guessed and is not confirmed. */
  guessed: z.boolean(),
  /** Of a guess; unknown for one of an earlier version. */
  reason: z.enum(GUESS_REASONS).optional(),
  reading: z.enum(DOCUMENT_READINGS).optional(),
  /** Media type by its content. */
  mime: z.string().optional(),
  size: z.number().optional(),
  /** For a `link`. */
  url: z.string().optional(),
  state: z.enum(['kept', 'uploading', 'uploaded', 'refused']),
  /** Bytes sent, while it is `uploading`. */
  sentBytes: z.number().optional(),
  /** A preview exists (`procedures.document`). The local copy is wiped once it was sent. */
  preview: z.boolean(),
  error: appErrorSchema.optional(),
})
export type DraftDocument = z.infer<typeof draftDocumentSchema>

/** A draft with all its data. */
export const draftSchema = z.object({
  id: z.string(),
  kind: draftKindSchema,
  /**
   * Increases with every change of the form or of the documents. A request based on an older one is refused
   * with `draft-changed`: a save would overwrite, a submission would send data never shown.
   */
  version: z.number().int(),
  state: draftStateSchema,
  fields: draftFieldsSchema,
  /** Warnings that the user has accepted. */
  accepted: acceptedSchema,
  /** Documents that its template asks for; absent for the usual ones. */
  expected: z.array(z.enum(REQUIREMENTS)).optional(),
  documents: z.array(draftDocumentSchema),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** While `leaving`: time that it is sent. */
  sendAt: z.number().optional(),
  /** While `sending`. */
  step: sendingStepSchema.optional(),
  /**
   * A confirmation was sent without an answer: it may have been done. Never confirmed again before a fetch.
   */
  doubt: z.boolean(),
  /** The last error: while `sending` it is retried; otherwise it is the reason that it stopped. */
  error: appErrorSchema.optional(),
  problem: draftProblemSchema.optional(),
  /** Id at the service, once it has a draft or a procedure of it. */
  procedureId: z.string().optional(),
  /** Drafts abandoned at the service. They have no effect, and need no removal. */
  orphans: z.number().int(),
  /** Time of the confirmation, and its author. */
  sentAt: z.number().optional(),
  sentBy: z.enum(['us', 'elsewhere']).optional(),
})
export type Draft = z.infer<typeof draftSchema>

/** A row of *Borradores* or *Por enviar*. */
export const draftRowSchema = draftSchema
  .pick({
    id: true,
    kind: true,
    version: true,
    state: true,
    updatedAt: true,
    sendAt: true,
    step: true,
    doubt: true,
    error: true,
    problem: true,
    procedureId: true,
    sentAt: true,
  })
  .extend({
    /** Compact, if readable; otherwise as typed. */
    vrm: z.string().optional(),
    vin: z.string().optional(),
    client: z.string(),
    documents: z.object({ uploaded: z.number().int(), of: z.number().int() }),
  })
export type DraftRow = z.infer<typeof draftRowSchema>

/** `drafts`: being filled in; `outbox`: from finished to sent, which is pending work. */
export const draftFilterSchema = z.enum(['drafts', 'outbox', 'sent'])
export type DraftFilter = z.infer<typeof draftFilterSchema>

/** `outbox`: all of *Por enviar*; `attention`: those that need the user, in doubt or stopped. */
export const draftCountsSchema = z.object({
  drafts: z.number().int(),
  outbox: z.number().int(),
  sending: z.number().int(),
  attention: z.number().int(),
})
export type DraftCounts = z.infer<typeof draftCountsSchema>

const level = z.enum(['ok', 'advice', 'block', 'wait'])
const duplicateSchema = z.object({
  where: z.enum(['draft', 'procedure']),
  id: z.string(),
  by: z.enum(DUPLICATE_KEYS),
  kind: z.string(),
  status: z.string(),
})

/** Result of shared/domain/procedures/preflight.ts. */
export const preflightSchema = z.object({
  clear: z.boolean(),
  checks: z
    .array(
      z.discriminatedUnion('id', [
        z.object({
          id: z.literal('available'),
          level: z.enum(['ok', 'block']),
          why: z.enum(['no-path', 'nothing-persists']).optional(),
        }),
        z.object({
          id: z.literal('fields'),
          level,
          problems: z
            .array(z.object({ field: z.enum(FIELD_NAMES), problem: z.enum(FIELD_PROBLEMS) }))
            .readonly(),
        }),
        z.object({
          id: z.literal('verdict'),
          level,
          outcome: verdictOutcomeSchema.optional(),
          checkedAt: z.number().optional(),
          kind: z.enum(['reduced', 'complete']).optional(),
          disagrees: z.boolean().optional(),
        }),
        z.object({
          id: z.literal('documents'),
          level,
          met: z.number(),
          of: z.number(),
          missing: z.array(z.enum(REQUIREMENTS)).readonly(),
        }),
        z.object({ id: z.literal('files'), level, bad: z.array(z.string()).readonly() }),
        z.object({ id: z.literal('duplicates'), level, found: z.array(duplicateSchema).readonly() }),
        z.object({ id: z.literal('parties'), level }),
        z.object({
          id: z.literal('deadline'),
          level,
          deadlines: z
            .array(
              z.object({
                party: z.enum(['seller', 'buyer']),
                days: z.number(),
                last: z.number(),
                left: z.number(),
              }),
            )
            .readonly(),
        }),
        z.object({ id: z.literal('connection'), level: z.enum(['ok', 'advice']) }),
      ]),
    )
    .readonly(),
})

/** Kinds that can be created in this account now, and limits of a document. */
export const procedureAbilitiesSchema = z.object({
  registration: z.enum(['yes', 'nothing-persists']),
  transfer: z.enum(['yes', 'nothing-persists']),
  /** `no-path`: the operator's path for it is unknown; it is set in Ajustes › Avanzado. */
  notification: z.enum(['yes', 'no-path', 'nothing-persists']),
  maxDocumentBytes: z.number(),
  maxDocuments: z.number(),
})
export type ProcedureAbilities = z.infer<typeof procedureAbilitiesSchema>

/**
 * Resolutions of a draft in the outbox. `check`: fetches its outcome from the service now; `accept`: the one
 * confirmed elsewhere is right, and the missing documents are still uploaded; `again`: abandons the service's
 * draft and returns to *Por enviar* to be sent as a new one.
 */
export const draftResolutionSchema = z.enum(['check', 'accept', 'again'])

const id = z.string().min(1).max(200)
const version = z.number().int().min(0)
const type = z.string().trim().min(1).max(100)
const page = { before: z.number().optional(), limit: z.number().int().min(1).max(200) }
const next = z.number().nullable()
const rows = z.array(draftRowSchema)

/** Upper limit, whatever the account's own. */
const MAX_BYTES = 1024 * 1024 * 1024

/**
 * Rows of the contract: opening a procedure, from a blank form to its receipt. A draft that is `leaving`,
 * `sending` or `sent` cannot change (`draft-busy`); changes are published as `changed` with kind `draft`.
 */
/** More than a draft can have. */
const documentIds = z.array(id).max(1_000)

export const procedureCommands = {
  'procedures.abilities': command(none, procedureAbilitiesSchema),
  /** `fields`: initial values, such as the plate of a verdict. */
  'procedures.draft-create': command(
    z.object({ kind: draftKindSchema, fields: draftFieldsSchema.partial().optional() }),
    draftSchema,
  ),
  'procedures.draft-get': command(z.object({ id }), draftSchema),
  /** Only the given fields change. `version`: the one that the user saw. */
  'procedures.draft-save': command(
    z.object({
      id,
      version,
      fields: draftFieldsSchema.partial(),
      accepted: acceptedSchema.optional(),
      /** `null` for the usual documents. */
      expected: z.array(z.enum(REQUIREMENTS)).max(REQUIREMENTS.length).nullable().optional(),
    }),
    draftSchema,
  ),
  /** The last created first; `before` is the `next` of the previous page. */
  'procedures.draft-list': command(
    z.object({ filter: draftFilterSchema, ...page }),
    z.object({ rows, next }),
  ),
  /** All of *Por enviar*, the oldest first. */
  'procedures.outbox': command(none, z.object({ rows })),
  /**
   * Discards a draft, which can be restored for an hour. Its draft at the service is abandoned there, without
   * effect.
   */
  'procedures.draft-discard': command(z.object({ id }), draftSchema),
  'procedures.draft-restore': command(z.object({ id }), draftSchema),
  /** *Crear otro igual*, of a draft: who takes part, without the vehicle, the sale and the documents. */
  'procedures.draft-duplicate': command(z.object({ id }), draftSchema),
  /** *Crear otro igual*, of a procedure. Refused with `invalid-request` for one of another type. */
  'procedures.draft-like': command(z.object({ procedureId: id }), draftSchema),
  /** Imports a draft at the service: a registration's data can be changed there, a transfer's cannot. */
  'procedures.draft-adopt': command(z.object({ procedureId: id }), draftSchema),

  'procedures.document-link': command(
    z.object({ draftId: id, url: z.string().max(2_048), type: type.optional() }),
    draftDocumentSchema,
  ),
  'procedures.document-type': command(z.object({ documentId: id, type }), draftDocumentSchema),
  /** It can be brought back by `procedures.document-swap` until this run ends. */
  'procedures.document-remove': command(z.object({ documentId: id }), none),
  /**
   * Documents of a draft leave, and those that left before (`back`) return as they were, with their ids. `order`: of all
   * of them afterwards; those it does not name go last. Refused with `not-found` if none of `back` can return.
   */
  'procedures.document-swap': command(
    z.object({ draftId: id, out: documentIds, back: documentIds, order: documentIds }),
    none,
  ),

  'procedures.preflight': command(z.object({ id }), preflightSchema),
  /** *Dejar por enviar*: finished, and waits for the user to send it. */
  'procedures.finish': command(z.object({ id, version }), draftSchema),
  /**
   * Sends it at the end of the undo time. Refused with `procedure-incomplete` while there are blocking
   * problems, and with `procedure-duplicate` unless `duplicates`: the user saw those found.
   */
  'procedures.send': command(z.object({ id, version, duplicates: z.boolean().default(false) }), draftSchema),
  /** While `leaving`: nothing was sent. Refused with `too-late` afterwards. */
  'procedures.undo': command(z.object({ id }), draftSchema),
  /** Stops a submission not confirmed yet: it returns to *Por enviar*, and continues from there. */
  'procedures.stop': command(z.object({ id }), draftSchema),
  'procedures.resolve': command(z.object({ id, how: draftResolutionSchema }), draftSchema),
} as const

export const procedureTransfers = {
  /**
   * Adds a file to a draft. `size`: of the whole file, so that half of one is never accepted. The same
   * content again is the same document (`repeated`).
   */
  'procedures.document-add': transferIn(
    z.object({
      draftId: id,
      name: z.string().max(255),
      size: z.number().int().min(0),
      /** Known type. Otherwise `guess`, or a guess by the name. */
      type: type.optional(),
      guess: z
        .object({ type, reason: z.enum(GUESS_REASONS), reading: z.enum(DOCUMENT_READINGS).optional() })
        .optional(),
      /** Documents that will leave for it: they take no room. */
      instead: documentIds.optional(),
    }),
    z.object({ document: draftDocumentSchema, repeated: z.boolean() }),
    MAX_BYTES,
  ),
  /** Bytes of a document, shown beside the form. */
  'procedures.document': transferOut(z.object({ documentId: id })),
} as const
