import * as z from 'zod'
import { command, transferIn, transferOut } from './primitives.ts'
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

const none = z.object({})
const id = z.string().min(1).max(200)
const version = z.number().int().min(0)
const type = z.string().trim().min(1).max(100)
const page = { before: z.number().optional(), limit: z.number().int().min(1).max(200) }
const next = z.number().nullable()
const rows = z.array(draftRowSchema)

/** More is not read, whatever an account says that it takes. */
const MOST_BYTES = 1024 * 1024 * 1024

/**
 * Rows of the contract: opening a procedure, from a blank form to its receipt. What is `leaving`, `sending` or `sent`
 * cannot be changed (`draft-busy`); what changes is told as `changed` with kind `draft`.
 */
export const procedureCommands = {
  'procedures.abilities': command(none, procedureAbilitiesSchema),
  /** `fields`: what is known already, such as the plate of a verdict. */
  'procedures.draft-create': command(
    z.object({ kind: draftKindSchema, fields: draftFieldsSchema.partial().optional() }),
    draftSchema,
  ),
  'procedures.draft-get': command(z.object({ id }), draftSchema),
  /** Only the given fields change. `version`: the one that was being looked at. */
  'procedures.draft-save': command(
    z.object({ id, version, fields: draftFieldsSchema.partial(), accepted: acceptedSchema.optional() }),
    draftSchema,
  ),
  /** The last begun first; `before` is the `next` of the page before. */
  'procedures.draft-list': command(
    z.object({ filter: draftFilterSchema, ...page }),
    z.object({ rows, next }),
  ),
  /** Everything that is *Por enviar*, the oldest first. */
  'procedures.outbox': command(none, z.object({ rows })),
  /** It can be brought back for an hour. What the service has of it is left behind there, where it does nothing. */
  'procedures.draft-discard': command(z.object({ id }), draftSchema),
  'procedures.draft-restore': command(z.object({ id }), draftSchema),
  /** *Crear otro igual*: the same people, without the vehicle, the sale and the documents. */
  'procedures.draft-duplicate': command(z.object({ id }), draftSchema),
  /** Takes up a draft that is at the service: a registration's data can be changed there, a transfer's cannot. */
  'procedures.draft-adopt': command(z.object({ procedureId: id }), draftSchema),

  'procedures.document-link': command(
    z.object({ draftId: id, url: z.string().max(2_048), type: type.optional() }),
    draftDocumentSchema,
  ),
  'procedures.document-type': command(z.object({ documentId: id, type }), draftDocumentSchema),
  'procedures.document-remove': command(z.object({ documentId: id }), none),

  'procedures.preflight': command(z.object({ id }), preflightSchema),
  /** *Dejar por enviar*: it is finished, and waits for the person's word. */
  'procedures.finish': command(z.object({ id, version }), draftSchema),
  /**
   * The person's word. It leaves when the time to undo is over. Refused with `procedure-incomplete` while something
   * blocks, and with `procedure-duplicate` unless `duplicates`: those found were seen.
   */
  'procedures.send': command(z.object({ id, version, duplicates: z.boolean().default(false) }), draftSchema),
  /** While it is `leaving`: nothing was sent. Refused with `too-late` afterwards. */
  'procedures.undo': command(z.object({ id }), draftSchema),
  /** Stops a sending that was not confirmed yet: it goes back to *Por enviar*, and goes on from there. */
  'procedures.stop': command(z.object({ id }), draftSchema),
  'procedures.resolve': command(z.object({ id, how: draftResolutionSchema }), draftSchema),
} as const

export const procedureTransfers = {
  /**
   * A file for a draft. `size`: of the whole file, so that half of one is never taken for it. The same content again
   * is the same document (`repeated`).
   */
  'procedures.document-add': transferIn(
    z.object({
      draftId: id,
      name: z.string().max(255),
      size: z.number().int().min(0),
      type: type.optional(),
    }),
    z.object({ document: draftDocumentSchema, repeated: z.boolean() }),
    MOST_BYTES,
  ),
  /** A document's own bytes, to look at them beside the form. */
  'procedures.document': transferOut(z.object({ documentId: id })),
} as const
