import * as z from 'zod'
import { byKind, PROCEDURE_KINDS } from '../domain/procedures/kinds.ts'

/**
 * Assumptions of our development service where the specification shows nothing. Each entry quotes the gap that it
 * fills. The assumptions of the client are in assumptions.ts.
 * `--assumptions=FILE` changes the values. Other behaviour is described in docs/service.md.
 */
export const serviceAssumptionsSchema = z.strictObject({
  /**
   * "Limited time, exact length not given", "a few minutes": lifetime of `reportUrl` and `downloadUrl`, in
   * milliseconds (`--download-ttl-s`). The page behind `webUrl` does not expire and makes new links at each view.
   */
  downloadTtlMs: z.number().int().min(0),
  /** "Status codes of procedure creation and of signature creation: not shown." */
  createProcedureStatus: z.number().int(),
  createSignatureStatus: z.number().int(),
  /** "Response of adding a client document: not shown." The answer is the Document. */
  addDocumentStatus: z.number().int(),
  /** "Path of the notification procedure creation endpoint", "value of `type` for notification procedures: not shown." */
  notificationPath: z.string(),
  notificationType: z.string(),
  notificationDescription: z.string(),
  /**
   * "Which request fields are required: not shown." Required are those not marked optional in the table of endpoints.
   */
  requiredFields: z.strictObject(byKind(() => z.array(z.string()))),
  /** "Size limits of uploaded files and number of documents: not shown." */
  maxUploadBytes: z.number().int().min(1),
  maxDocuments: z.number().int().min(1),
  /** Default `type` of an upload. The specification does not show whether an upload may have a `type`. */
  defaultDocumentType: z.string(),
  /**
   * States that send `procedure.finished`: "a procedure reaches a terminal state (completed or failed)". The
   * specification does not name these states.
   */
  finishedStates: z.array(z.string()),
  /** Default reason of a cancelled procedure. */
  cancelReason: z.string(),
  /** "Paths and bodies of the subscription operations: not shown." */
  subscriptionsPath: z.string(),
  maxSubscriptions: z.number().int().min(1),
  /**
   * "The receiver must answer HTTP 200 within 5 seconds": any other status fails. `2xx` is for receivers that differ.
   */
  deliverySuccess: z.enum(['200', '2xx']),
  /** Timeout of a delivery in milliseconds, from the request on its connection. Connecting has the same limit. */
  deliveryTimeoutMs: z.number().int().min(1),
  /** Ordering of the events of one resource, which is not shown. */
  deliveryOrder: z.enum(['serial', 'parallel']),
  /**
   * Share of a signature's delay that it stays in `submitted`. With a sentinel, the rest of "about one second"
   * follows.
   */
  signatureSentShare: z.number().min(0).max(1),
})
export type ServiceAssumptions = z.infer<typeof serviceAssumptionsSchema>

export const serviceAssumptions: ServiceAssumptions = {
  downloadTtlMs: 300_000,
  createProcedureStatus: 201,
  createSignatureStatus: 201,
  addDocumentStatus: 201,
  notificationPath: '/v1/procedures/notification',
  notificationType: 'VEHICLE_NOTIFICATION',
  notificationDescription: 'Notificación de venta',
  requiredFields: byKind((kind) => [...PROCEDURE_KINDS[kind].sent, 'documents']),
  maxUploadBytes: 15 * 1024 * 1024,
  maxDocuments: 100,
  defaultDocumentType: 'other',
  finishedStates: ['DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT'],
  cancelReason: 'Anulado a petición del cliente',
  subscriptionsPath: '/v1/webhooks',
  maxSubscriptions: 20,
  deliverySuccess: '200',
  deliveryTimeoutMs: 5_000,
  deliveryOrder: 'serial',
  signatureSentShare: 0.4,
}
