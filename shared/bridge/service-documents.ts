import * as z from 'zod'
import { caseSelectionSchema } from './cases.ts'
import { command, transferIn, transferOut } from './primitives.ts'
import { appErrorSchema } from './result.ts'

const none = z.object({})
const id = z.string().min(1).max(200)
const type = z.string().trim().min(1).max(100)

/** A document of a procedure at the service: what the client gave, or what the operator generated. */
export const serviceDocumentSchema = z.object({
  documentId: z.string(),
  which: z.enum(['client', 'generated']),
  type: z.string(),
  /** The service's own name of it, in Spanish. */
  name: z.string(),
  mime: z.string().optional(),
  createdAt: z.number().optional(),
  /** Its bytes are on this PC, sealed, and can be read with no network. */
  kept: z.boolean(),
  /** It is wanted on this PC and is brought as soon as it can be, also after a restart. */
  coming: z.boolean(),
  size: z.number().optional(),
  sha256: z.string().optional(),
  /** The name that it is saved with (the template of Ajustes). */
  fileName: z.string(),
  /** The last attempt to bring it failed. */
  error: appErrorSchema.optional(),
})
export type ServiceDocument = z.infer<typeof serviceDocumentSchema>

export const serviceDocumentUsageSchema = z.object({
  bytes: z.number(),
  limit: z.number(),
  count: z.number().int(),
  /** Of open procedures, and those that somebody asked for, that are still to be brought. */
  pending: z.number().int(),
  /** Why none of them is brought now: there is no room for more, or the disk is full. */
  error: appErrorSchema.optional(),
})
export type ServiceDocumentUsage = z.infer<typeof serviceDocumentUsageSchema>

/**
 * Something that is given to the service for a procedure that is already there: a document, and the word that an incident
 * is solved, in one gesture. Written down before each step, and never done twice: what is uncertain is looked at first.
 */
export const attachmentSchema = z.object({
  id: z.string(),
  procedureId: z.string(),
  /** Marked as solved once its document (if any) is at the service. */
  incidentId: z.string().optional(),
  /** `sentBytes`: how far it has come, while it is uploaded. */
  document: z
    .object({ name: z.string(), type: z.string(), size: z.number(), sentBytes: z.number().optional() })
    .optional(),
  /** `queued`: waits for the connection; `doubt`: nobody answered, and it is looked at; `failed`: the person decides. */
  state: z.enum(['queued', 'uploading', 'solving', 'doubt', 'failed', 'done']),
  at: z.number(),
  /** Of one that is queued: it leaves then by itself, and can be taken back until then. */
  sendAt: z.number().optional(),
  error: appErrorSchema.optional(),
})
export type Attachment = z.infer<typeof attachmentSchema>

/** What a trainer, or a demonstration, may do as the operator would (service.md, "Development-only test endpoints"). */
export const simulationSchema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('status'), status: z.string().min(1).max(100) }),
  z.object({ act: z.literal('document'), type }),
  z.object({ act: z.literal('incident'), type, documentId: id.optional() }),
  z.object({ act: z.literal('solve'), incidentId: id }),
])
export type Simulation = z.infer<typeof simulationSchema>

/** Rows of the contract: the documents of a procedure, what is given for it, and the Simulador. */
export const serviceDocumentCommands = {
  'service-documents.list': command(
    z.object({ procedureId: id }),
    z.object({ serviceDocuments: z.array(serviceDocumentSchema) }),
  ),
  /**
   * Those that the operator generated are brought to this PC and kept, as soon as the service can be asked. What the
   * client gave (copies of identity cards) is looked at and never kept.
   */
  'service-documents.keep': command(
    z.object({ procedureId: id }),
    z.object({ serviceDocuments: z.array(serviceDocumentSchema) }),
  ),
  /** Takes their bytes off this PC; they can be brought again while the service has them. */
  'service-documents.drop': command(
    z.object({ procedureId: id }),
    z.object({ serviceDocuments: z.array(serviceDocumentSchema) }),
  ),
  'service-documents.usage': command(none, serviceDocumentUsageSchema),
  /** What names look like with a template, or why it is none. */
  'service-documents.name-preview': command(
    z.object({ template: z.string().max(200) }),
    z.object({ name: z.string().nullable(), unknown: z.array(z.string()) }),
  ),

  /** What is being given for a procedure, and what only the person can decide about. */
  'attachments.list': command(
    z.object({ procedureId: id }),
    z.object({ attachments: z.array(attachmentSchema) }),
  ),
  /**
   * *Marcar como resuelta*, without a document: it leaves after the time to undo, and `supplies.cancel` takes it back
   * until then. Refused with `not-solvable` for what depends on others.
   */
  'attachments.solve': command(z.object({ procedureId: id, incidentId: id }), attachmentSchema),
  'attachments.check': command(z.object({ id }), attachmentSchema),
  'attachments.again': command(z.object({ id }), attachmentSchema),
  /** Cuts off what is being uploaded, and forgets it. Refused with `too-late` once all of it may have left. */
  'attachments.cancel': command(z.object({ id }), none),
  /** Nothing more is done about it. What the service has already is not taken back. */
  'attachments.drop': command(z.object({ id }), none),

  /** Whether this account has a Simulador: never in Producción. */
  'simulator.abilities': command(none, z.object({ available: z.boolean() })),
  'simulator.act': command(z.object({ procedureId: id, simulation: simulationSchema }), none),
} as const

/** More is not read, whatever an account says that it takes. */
const MOST_BYTES = 1024 * 1024 * 1024

export const serviceDocumentTransfers = {
  /** Its bytes: from this PC, or from the service with a link asked for just now. */
  'service-documents.open': transferOut(z.object({ procedureId: id, documentId: id })),
  /** All of them as a ZIP, with a list of what could not be brought and why. */
  'service-documents.zip': transferOut(
    z.object({ selection: caseSelectionSchema, which: z.enum(['generated', 'client', 'all']) }),
  ),
  /** A document for a procedure, and for one of its incidents if it is named. */
  'attachments.add': transferIn(
    z.object({
      procedureId: id,
      incidentId: id.optional(),
      name: z.string().max(255),
      size: z.number().int().min(0),
      type,
    }),
    attachmentSchema,
    MOST_BYTES,
  ),
} as const
