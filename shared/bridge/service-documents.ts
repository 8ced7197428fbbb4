import * as z from 'zod'
import { caseSelectionSchema } from './cases.ts'
import { command, none, transferIn, transferOut } from './primitives.ts'
import { appErrorSchema } from './result.ts'

const id = z.string().min(1).max(200)
const type = z.string().trim().min(1).max(100)

/** A document of a procedure at the service: the client's, or one that the operator generated. */
const serviceDocumentSchema = z.object({
  documentId: z.string(),
  which: z.enum(['client', 'generated']),
  type: z.string(),
  /** Name by the service, in Spanish. */
  name: z.string(),
  /** Name of the file that was sent from this PC. */
  sentName: z.string().optional(),
  mime: z.string().optional(),
  createdAt: z.number().optional(),
  /** Its bytes are on this PC, sealed, and readable offline. */
  kept: z.boolean(),
  /** It is wanted on this PC and is downloaded when possible, also after a restart. */
  coming: z.boolean(),
  size: z.number().optional(),
  sha256: z.string().optional(),
  /** File name for saving (the template of Ajustes). */
  fileName: z.string(),
  /** The last download failed. */
  error: appErrorSchema.optional(),
})
export type ServiceDocument = z.infer<typeof serviceDocumentSchema>

const serviceDocumentUsageSchema = z.object({
  bytes: z.number(),
  limit: z.number(),
  count: z.number().int(),
  /** Documents of open procedures, and those requested by the user, still to be downloaded. */
  pending: z.number().int(),
  /** Reason that downloads are paused: the quota or the disk is full. */
  error: appErrorSchema.optional(),
})
export type ServiceDocumentUsage = z.infer<typeof serviceDocumentUsageSchema>

/**
 * An attachment to an open procedure: a document, and the solution of an incident, in one action. Stored
 * before each step, and never done twice: an uncertain outcome is fetched first.
 */
const attachmentSchema = z.object({
  id: z.string(),
  procedureId: z.string(),
  /** Incident to be marked as solved once the document (if any) is at the service. */
  incidentId: z.string().optional(),
  /** `sentBytes`: progress of the upload. */
  document: z
    .object({ name: z.string(), type: z.string(), size: z.number(), sentBytes: z.number().optional() })
    .optional(),
  /**
   * `queued`: waits for the connection; `doubt`: without an answer, its outcome is fetched; `failed`: the
   * user decides.
   */
  state: z.enum(['queued', 'uploading', 'solving', 'doubt', 'failed', 'done']),
  at: z.number(),
  /** For a queued one: time that it is sent automatically; until then it can be undone. */
  sendAt: z.number().optional(),
  error: appErrorSchema.optional(),
})
export type Attachment = z.infer<typeof attachmentSchema>

/**
 * Simulated actions of the operator, for training and demonstrations.
 */
export const simulationSchema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('status'), status: z.string().min(1).max(100) }),
  z.object({ act: z.literal('document'), type }),
  z.object({ act: z.literal('incident'), type, documentId: id.optional() }),
  z.object({ act: z.literal('solve'), incidentId: id }),
])
export type Simulation = z.infer<typeof simulationSchema>

/** Rows of the contract: documents of a procedure, attachments, and the Simulador. */
export const serviceDocumentCommands = {
  'service-documents.list': command(
    z.object({ procedureId: id }),
    z.object({ serviceDocuments: z.array(serviceDocumentSchema) }),
  ),
  /**
   * Downloads and stores those that the operator generated, as soon as the service is reachable. The client's
   * documents (copies of identity cards) are displayed and never stored.
   */
  'service-documents.keep': command(
    z.object({ procedureId: id }),
    z.object({ serviceDocuments: z.array(serviceDocumentSchema) }),
  ),
  /** Removes their bytes from this PC; they can be downloaded again while the service has them. */
  'service-documents.drop': command(
    z.object({ procedureId: id }),
    z.object({ serviceDocuments: z.array(serviceDocumentSchema) }),
  ),
  'service-documents.usage': command(none, serviceDocumentUsageSchema),
  /** Preview of a name template, or its error. */
  'service-documents.name-preview': command(
    z.object({ template: z.string().max(200) }),
    z.object({ name: z.string().nullable(), unknown: z.array(z.string()) }),
  ),

  /** Attachments in progress, and those that need the user. */
  'attachments.list': command(
    z.object({ procedureId: id }),
    z.object({ attachments: z.array(attachmentSchema) }),
  ),
  /**
   * *Marcar como resuelta*, without a document: it is sent after the undo time, and `attachments.cancel` undoes
   * it until then. Refused with `not-solvable` for an incident that depends on a third party.
   */
  'attachments.solve': command(z.object({ procedureId: id, incidentId: id }), attachmentSchema),
  'attachments.check': command(z.object({ id }), attachmentSchema),
  'attachments.again': command(z.object({ id }), attachmentSchema),
  /** Cuts off an upload, and deletes it. Refused with `too-late` once all of it may have been sent. */
  'attachments.cancel': command(z.object({ id }), none),
  /** Stops work on it. Data already at the service stay there. */
  'attachments.drop': command(z.object({ id }), none),
} as const

/** Upper limit, whatever the account's own. */
const MAX_BYTES = 1024 * 1024 * 1024

export const serviceDocumentTransfers = {
  /** Bytes of a document: from this PC, or from the service with a fresh link. */
  'service-documents.open': transferOut(z.object({ procedureId: id, documentId: id })),
  /** ZIP of all of them, with a list of those that could not be downloaded and the reasons. */
  'service-documents.zip': transferOut(
    z.object({ selection: caseSelectionSchema, which: z.enum(['generated', 'client', 'all']) }),
  ),
  /**
   * Adds a document to a procedure, and to one of its incidents if it is named. `id` is chosen by the window:
   * sent again after an answer that was lost, it is still the same attachment.
   */
  'attachments.add': transferIn(
    z.object({
      id: z.uuid().optional(),
      procedureId: id,
      incidentId: id.optional(),
      name: z.string().max(255),
      size: z.number().int().min(0),
      type,
    }),
    attachmentSchema,
    MAX_BYTES,
  ),
} as const
