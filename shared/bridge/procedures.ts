import * as z from 'zod'
import { FIELD_PROBLEMS } from '../domain/procedures/check-field.ts'
import { DUPLICATE_KEYS } from '../domain/procedures/duplicates.ts'
import {
  ACCEPTABLE,
  DRAFT_KINDS,
  FIELD_LENGTHS,
  FIELD_NAMES,
  type FieldName,
} from '../domain/procedures/fields.ts'
import { REQUIREMENTS } from '../domain/procedures/requirements.ts'
import { verdictOutcomeSchema } from './lookup.ts'
import { appErrorSchema } from './result.ts'

export const draftKindSchema = z.enum(DRAFT_KINDS)

type FieldShape = { [N in FieldName]: z.ZodString }
/** As typed: whether it is right is told by `checkField` (shared/domain/procedures), as one types. */
export const draftFieldsSchema = z.object(
  Object.fromEntries(FIELD_NAMES.map((name) => [name, z.string().max(FIELD_LENGTHS[name])])) as FieldShape,
)
export const acceptedSchema = z.array(z.enum(ACCEPTABLE)).max(ACCEPTABLE.length)

/**
 * Where a draft is. `editing`: being filled in; `ready`: finished and waiting for the person's word (*Por enviar*);
 * `leaving`: it is sent at `sendAt` unless it is undone; `sending`: on its way; `stopped`: only the person can say how
 * it goes on (`problem`); `sent`: confirmed, once; `discarded`: thrown away, and kept a while to be brought back.
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

/** What is being done while it is `sending`. `check`: asking the service what became of the step before. */
export const sendingStepSchema = z.enum(['create', 'update', 'documents', 'check', 'confirm'])
export type SendingStep = z.infer<typeof sendingStepSchema>

/**
 * Why it is `stopped`. `refused`: the service does not take the data (`error` has its words); `document-refused`: nor one
 * of the documents, which says so; `confirmed-elsewhere`: somebody confirmed the same draft meanwhile; `vanished`: the
 * service no longer knows it, and it may have been confirmed; `documents-differ`: what it has is not what was uploaded,
 * again and again.
 */
export const draftProblemSchema = z.enum([
  'refused',
  'document-refused',
  'confirmed-elsewhere',
  'vanished',
  'documents-differ',
])
export type DraftProblem = z.infer<typeof draftProblemSchema>

/**
 * A document of a draft. `kept`: on this PC, to be uploaded; `uploading`; `uploaded`: the service has it; `refused`: it
 * did not take it, or it is no longer on this PC (`error`): it has to be removed or given again.
 */
export const draftDocumentSchema = z.object({
  id: z.string(),
  /** `service`: it was at the service before this PC took the draft up. */
  source: z.enum(['file', 'link', 'service']),
  name: z.string(),
  /** Any type: the list is open. */
  type: z.string(),
  /** The type was guessed from the name and nobody has looked at it. */
  guessed: z.boolean(),
  /** What it is by its content. */
  mime: z.string().optional(),
  size: z.number().optional(),
  /** Of a `link`. */
  url: z.string().optional(),
  state: z.enum(['kept', 'uploading', 'uploaded', 'refused']),
  /** Bytes that have left, while it is `uploading`. */
  sentBytes: z.number().optional(),
  /** There is something to show (`procedures.document`). The local copy is wiped once it was sent. */
  preview: z.boolean(),
  error: appErrorSchema.optional(),
})
export type DraftDocument = z.infer<typeof draftDocumentSchema>

/** All that is known of one draft. */
export const draftSchema = z.object({
  id: z.string(),
  kind: draftKindSchema,
  /**
   * Grows with every change of the form or of the documents. What is asked on top of an older one is refused with
   * `draft-changed`: a save would overwrite, a sending would send what was never shown.
   */
  version: z.number().int(),
  state: draftStateSchema,
  fields: draftFieldsSchema,
  /** Warnings that the person has looked at. */
  accepted: acceptedSchema,
  documents: z.array(draftDocumentSchema),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** While `leaving`: when it is sent. */
  sendAt: z.number().optional(),
  /** While `sending`. */
  step: sendingStepSchema.optional(),
  /** It was confirmed and nobody answered: it may have been done. Never confirmed again before the service was asked. */
  doubt: z.boolean(),
  /** The last thing that went wrong: while `sending` it is tried again; otherwise it is why it is not. */
  error: appErrorSchema.optional(),
  problem: draftProblemSchema.optional(),
  /** At the service, once it has a draft or a procedure of it. */
  procedureId: z.string().optional(),
  /** Drafts left behind at the service on the way. They do nothing, and nobody needs to remove them. */
  orphans: z.number().int(),
  /** When it was confirmed, and whether it was this PC. */
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
    /** Compact, if it could be read; otherwise as typed. */
    vrm: z.string().optional(),
    vin: z.string().optional(),
    client: z.string(),
    documents: z.object({ uploaded: z.number().int(), of: z.number().int() }),
  })
export type DraftRow = z.infer<typeof draftRowSchema>

/** `drafts`: being filled in; `outbox`: everything from finished to sent, which is what is pending. */
export const draftFilterSchema = z.enum(['drafts', 'outbox', 'sent'])
export type DraftFilter = z.infer<typeof draftFilterSchema>

/** `outbox`: all of *Por enviar*; `attention`: those of them that only the person can move on, in doubt or stopped. */
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

/** What shared/domain/procedures/preflight.ts judges. */
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

/** What kinds may be created in this account now, and what of a document is taken. */
export const procedureAbilitiesSchema = z.object({
  registration: z.enum(['yes', 'nothing-persists']),
  transfer: z.enum(['yes', 'nothing-persists']),
  /** `no-path`: the operator's address for it is not known; it is set in Ajustes › Avanzado. */
  notification: z.enum(['yes', 'no-path', 'nothing-persists']),
  maxDocumentBytes: z.number(),
  maxDocuments: z.number(),
})
export type ProcedureAbilities = z.infer<typeof procedureAbilitiesSchema>

/**
 * The ways on of what is in the outbox. `check`: asks the service now what became of it; `accept`: it was confirmed
 * elsewhere, and that is the one: the documents that are missing are still uploaded; `again`: leaves the service's draft
 * behind and goes back to *Por enviar* to be sent as a new one.
 */
export const draftResolutionSchema = z.enum(['check', 'accept', 'again'])
