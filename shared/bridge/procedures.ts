import * as z from 'zod'
import { FIELD_PROBLEMS } from '../domain/procedures/check-field.ts'
import { DOCUMENT_READINGS } from '../domain/procedures/document-file.ts'
import { DUPLICATE_KEYS } from '../domain/procedures/preflight.ts'
import {
  ACCEPTABLE,
  FIELD_LENGTHS,
  FIELD_NAMES,
  type FieldName,
  MAX_EXPECTED,
  MAX_SITUATIONS,
} from '../domain/procedures/fields.ts'
import { byKind, DRAFT_KINDS } from '../domain/procedures/kinds.ts'
import { GUESS_REASONS } from '../domain/procedures/recognise-document.ts'
import { choiceSchema, chosenPartySchema, itemIdSchema } from './checklists.ts'
import { verdictOutcomeSchema } from './lookup.ts'
import { appErrorSchema } from './result.ts'
import { command, none, transferIn, transferOut } from './primitives.ts'

export const draftKindSchema = z.enum(DRAFT_KINDS)

type FieldShape = { [N in FieldName]: z.ZodString }
/** Fields as typed. `checkField` (shared/domain/procedures) validates them while the user types. */
const draftFieldsSchema = z.object(
  Object.fromEntries(FIELD_NAMES.map((name) => [name, z.string().max(FIELD_LENGTHS[name])])) as FieldShape,
)
const acceptedSchema = z.array(z.enum(ACCEPTABLE)).max(ACCEPTABLE.length)

/**
 * State of a draft. `editing`: being filled in. `ready`: finished and in *Por enviar*. `leaving`: sent at `sendAt`
 * unless undone. `sending`: in progress. `stopped`: the user has to decide (`problem`). `sent`: confirmed once.
 * `discarded`: can be restored for a while. `handed`: a colleague is to collect it (`handovers.ts`).
 * `collected`: a colleague has it, and it cannot be changed here until the user decides so.
 */
export const draftStateSchema = z.enum([
  'editing',
  'ready',
  'leaving',
  'sending',
  'stopped',
  'sent',
  'discarded',
  'handed',
  'collected',
])
export type DraftState = z.infer<typeof draftStateSchema>

/** Present step while `sending`. `check`: fetching the outcome of the previous step. */
const sendingStepSchema = z.enum(['create', 'update', 'documents', 'check', 'confirm'])
export type SendingStep = z.infer<typeof sendingStepSchema>

/**
 * Reason of `stopped`. `refused`: the service rejects the data, and `error` has its message. `document-refused`: the
 * service rejects a document, which has the error. `confirmed-elsewhere`: another client confirmed the same draft.
 * `vanished`: the service no longer knows the draft, which may have been confirmed. `documents-differ`: the documents
 * at the service repeatedly differ from the uploads.
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
 * Document of a draft. `kept`: on this PC, to be uploaded. `uploaded`: the service has it. `refused`: the service
 * rejected it or it is missing on this PC (`error`), and the user has to remove it or add it again.
 */
const draftDocumentSchema = z.object({
  id: z.string(),
  /** `service`: the document was at the service before this PC imported the draft. */
  source: z.enum(['file', 'link', 'service']),
  name: z.string(),
  /** Type from an open list. */
  type: z.string(),
  /** True if the type was guessed and not confirmed. */
  guessed: z.boolean(),
  /** Reason of a guess. Unknown for guesses of earlier versions. */
  reason: z.enum(GUESS_REASONS).optional(),
  reading: z.enum(DOCUMENT_READINGS).optional(),
  /** Party that the user chose, or that the content told. Absent: its name may tell it. */
  party: z.string().optional(),
  /** Media type, detected from the content. */
  mime: z.string().optional(),
  size: z.number().optional(),
  /** For a `link`. */
  url: z.string().optional(),
  state: z.enum(['kept', 'uploading', 'uploaded', 'refused']),
  /** Bytes sent while `uploading`. */
  sentBytes: z.number().optional(),
  /** True if `procedures.document` has a preview. The local copy is wiped once it was sent. */
  preview: z.boolean(),
  error: appErrorSchema.optional(),
})
export type DraftDocument = z.infer<typeof draftDocumentSchema>

/** Draft with all its data. */
export const draftSchema = z.object({
  id: z.string(),
  kind: draftKindSchema,
  /**
   * Version, which increases with every change of the form or the documents. A request based on an older version is
   * refused with `draft-changed`: a save would overwrite changes, and a submission would send data that the user
   * never saw.
   */
  version: z.number().int(),
  state: draftStateSchema,
  fields: draftFieldsSchema,
  /** Warnings that the user has accepted. */
  accepted: acceptedSchema,
  /** Documents that the template asks for. Absent for the usual ones. */
  expected: z.array(z.string()).optional(),
  /** Situations of the checklist that the user chose. */
  situations: z.array(z.string()).optional(),
  documents: z.array(draftDocumentSchema),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** While `leaving`: time of sending. */
  sendAt: z.number().optional(),
  /** While `sending`. */
  step: sendingStepSchema.optional(),
  /** True if a confirmation got no answer and may have succeeded. It is never repeated before a fetch. */
  doubt: z.boolean(),
  /** Last error. While `sending`, the step is retried. Otherwise it is the reason of the stop. */
  error: appErrorSchema.optional(),
  problem: draftProblemSchema.optional(),
  /** Id of the draft or the procedure at the service. */
  procedureId: z.string().optional(),
  /** Number of abandoned drafts at the service. They have no effect and need no removal. */
  orphans: z.number().int(),
  /** Time and author of the confirmation. */
  sentAt: z.number().optional(),
  sentBy: z.enum(['us', 'elsewhere']).optional(),
})
export type Draft = z.infer<typeof draftSchema>

/** Row of *Borradores* or *Por enviar*. */
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
    /** Compact plate if readable. Otherwise as typed. */
    vrm: z.string().optional(),
    vin: z.string().optional(),
    client: z.string(),
    documents: z.object({ uploaded: z.number().int(), of: z.number().int() }),
  })
export type DraftRow = z.infer<typeof draftRowSchema>

/** `drafts`: being filled in. `outbox`: finished and not sent. */
const draftFilterSchema = z.enum(['drafts', 'outbox', 'sent'])
export type DraftFilter = z.infer<typeof draftFilterSchema>

/** `outbox`: number of drafts in *Por enviar*. `attention`: those that need the user, in doubt or stopped. */
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
          missing: z.array(z.string()).readonly(),
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
const procedureAbilitiesSchema = z.object({
  /** `no-path`: the operator's path is unknown (Ajustes › Avanzado). */
  ...byKind(() => z.enum(['yes', 'no-path', 'nothing-persists'])),
  maxDocumentBytes: z.number(),
  maxDocuments: z.number(),
})
export type ProcedureAbilities = z.infer<typeof procedureAbilitiesSchema>

/**
 * Resolutions of a draft in the outbox. `check`: fetches the outcome from the service now. `accept`: takes the draft
 * confirmed elsewhere, and uploads the missing documents. `again`: abandons the service's draft and returns this one
 * to *Por enviar*.
 */
const draftResolutionSchema = z.enum(['check', 'accept', 'again'])

const id = z.string().min(1).max(200)
const version = z.number().int().min(0)
const type = z.string().trim().min(1).max(100)
const page = { before: z.number().optional(), limit: z.number().int().min(1).max(200) }
const next = z.number().nullable()
const rows = z.array(draftRowSchema)

/** Upper limit of a document, above the limits of accounts. */
const MAX_BYTES = 1024 * 1024 * 1024

/** Document ids, at most more than any draft has. */
const documentIds = z.array(id).max(1_000)

/**
 * Rows of the contract: procedures from a blank form to the receipt. A draft that is `leaving`, `sending` or `sent`
 * cannot change (`draft-busy`). Changes are published as `changed` with kind `draft`.
 */
export const procedureCommands = {
  'procedures.abilities': command(none, procedureAbilitiesSchema),
  /** `fields`: initial values, such as the plate of a verdict. */
  'procedures.draft-create': command(
    z.object({ kind: draftKindSchema, fields: draftFieldsSchema.partial().optional() }),
    draftSchema,
  ),
  'procedures.draft-get': command(z.object({ id }), draftSchema),
  /** Only the given fields change. `version`: version that the user saw. */
  'procedures.draft-save': command(
    z.object({
      id,
      version,
      fields: draftFieldsSchema.partial(),
      accepted: acceptedSchema.optional(),
      /** `null` for the usual documents. */
      expected: z.array(itemIdSchema).max(MAX_EXPECTED).nullable().optional(),
    }),
    draftSchema,
  ),
  /** Situations of the checklist. They are not sent, so the version of the draft stays. */
  'procedures.draft-situations': command(
    z.object({ id, situations: z.array(choiceSchema).max(MAX_SITUATIONS) }),
    draftSchema,
  ),
  /** Newest first. `before` is the `next` of the previous page. */
  'procedures.draft-list': command(
    z.object({ filter: draftFilterSchema, ...page }),
    z.object({ rows, next }),
  ),
  /** All of *Por enviar*, oldest first. */
  'procedures.outbox': command(none, z.object({ rows })),
  /** Discards a draft, which can be restored for an hour. Its draft at the service is abandoned without effect. */
  'procedures.draft-discard': command(z.object({ id }), draftSchema),
  'procedures.draft-restore': command(z.object({ id }), draftSchema),
  /** *Crear otro igual* from a draft: copies the parties, and not the vehicle, the sale or the documents. */
  'procedures.draft-duplicate': command(z.object({ id }), draftSchema),
  /** *Crear otro igual* from a procedure. An unknown type is refused with `invalid-request`. */
  'procedures.draft-like': command(z.object({ procedureId: id }), draftSchema),
  /** Imports a draft at the service. Only the data of a registration can be changed there. */
  'procedures.draft-adopt': command(z.object({ procedureId: id }), draftSchema),

  'procedures.document-link': command(
    z.object({ draftId: id, url: z.string().max(2_048), type: type.optional() }),
    draftDocumentSchema,
  ),
  'procedures.document-type': command(z.object({ documentId: id, type }), draftDocumentSchema),
  /** Party of a document. Empty: its name may tell it. It is not sent. */
  'procedures.document-party': command(
    z.object({ documentId: id, party: chosenPartySchema }),
    draftDocumentSchema,
  ),
  /** Removes a document. `procedures.document-swap` can bring it back in this run. */
  'procedures.document-remove': command(z.object({ documentId: id }), none),
  /**
   * Removes documents from a draft and restores removed ones (`back`) with their ids. `order`: order of all
   * documents; those that it does not name go last. Refused with `not-found` if no document of `back` can be
   * restored.
   */
  'procedures.document-swap': command(
    z.object({ draftId: id, out: documentIds, back: documentIds, order: documentIds }),
    none,
  ),

  'procedures.preflight': command(z.object({ id }), preflightSchema),
  /** *Dejar por enviar*: finishes a draft, which then waits for the user. */
  'procedures.finish': command(z.object({ id, version }), draftSchema),
  /**
   * Sends the draft at the end of the undo time. Refused with `procedure-incomplete` while there are blocking
   * problems. Refused with `procedure-duplicate` unless `duplicates`: the user saw the duplicates.
   */
  'procedures.send': command(z.object({ id, version, duplicates: z.boolean().default(false) }), draftSchema),
  /** Undoes sending while `leaving`. Refused with `too-late` afterwards. */
  'procedures.undo': command(z.object({ id }), draftSchema),
  /** Stops an unconfirmed submission. The draft returns to *Por enviar* and continues from there. */
  'procedures.stop': command(z.object({ id }), draftSchema),
  'procedures.resolve': command(z.object({ id, how: draftResolutionSchema }), draftSchema),
} as const

export const procedureTransfers = {
  /**
   * Adds a file to a draft. `size`: bytes of the whole file, so that a truncated file is refused. The same content is
   * the same document (`repeated`).
   */
  'procedures.document-add': transferIn(
    z.object({
      draftId: id,
      name: z.string().max(255),
      size: z.number().int().min(0),
      /** Known type. Default: `guess`, or a guess by the name. */
      type: type.optional(),
      guess: z
        .object({ type, reason: z.enum(GUESS_REASONS), reading: z.enum(DOCUMENT_READINGS).optional() })
        .optional(),
      party: chosenPartySchema.optional(),
      /** Documents that the new one replaces, which take no room. */
      instead: documentIds.optional(),
    }),
    z.object({ document: draftDocumentSchema, repeated: z.boolean() }),
    MAX_BYTES,
  ),
  /** Content of a document, shown beside the form. */
  'procedures.document': transferOut(z.object({ documentId: id })),
} as const
