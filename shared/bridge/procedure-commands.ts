import * as z from 'zod'
import { DOCUMENT_READINGS } from '../domain/procedures/document-reading.ts'
import { GUESS_REASONS } from '../domain/procedures/recognise-document.ts'
import { REQUIREMENTS } from '../domain/procedures/requirements.ts'
import { command, none, transferIn, transferOut } from './primitives.ts'
import {
  acceptedSchema,
  draftDocumentSchema,
  draftFieldsSchema,
  draftFilterSchema,
  draftKindSchema,
  draftResolutionSchema,
  draftRowSchema,
  draftSchema,
  preflightSchema,
  procedureAbilitiesSchema,
} from './procedures.ts'

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
