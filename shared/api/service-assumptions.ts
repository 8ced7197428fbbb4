import * as z from 'zod'

/**
 * Assumptions of our service where the service's specification shows nothing. Each entry quotes the gap that it
 * fills. Those of the client are in assumptions.ts. Values are here and can be changed with `--assumptions=FILE`; other
 * behaviour is described in docs/service.md.
 */
export const serviceAssumptionsSchema = z.strictObject({
  /**
   * "Limited time, exact length not given", "a few minutes": `reportUrl` and `downloadUrl`, in milliseconds.
   * `--download-ttl-s`. The page behind `webUrl`, which does not expire, makes its links anew at each view.
   */
  downloadTtlMs: z.number().int().min(0),
  /** "Status codes of procedure creation and of signature creation: not shown." */
  createProcedureStatus: z.number().int(),
  createSignatureStatus: z.number().int(),
  /** "Response of adding a client document: not shown": the Document. */
  addDocumentStatus: z.number().int(),
  /** "Path of the notification procedure creation endpoint", "value of `type` for notification procedures: not shown." */
  notificationPath: z.string(),
  notificationType: z.string(),
  notificationDescription: z.string(),
  /** "Which request fields are required: not shown": those not marked optional in the table of endpoints. */
  requiredFields: z.strictObject({
    registration: z.array(z.string()),
    transfer: z.array(z.string()),
    notification: z.array(z.string()),
  }),
  /** "Size limits of uploaded files and number of documents: not shown." */
  maxUploadBytes: z.number().int().min(1),
  maxDocuments: z.number().int().min(1),
  /** Support of `type` in an upload is not shown: it is accepted, and this is the default. */
  defaultDocumentType: z.string(),
  /**
   * `procedure.finished`: "a procedure reaches a terminal state (completed or failed)", from another state.
   * Those states are not shown.
   */
  finishedStates: z.array(z.string()),
  /** Reason of a procedure cancelled without one. */
  cancelReason: z.string(),
  /** "Paths and bodies of the subscription operations: not shown." */
  subscriptionsPath: z.string(),
  maxSubscriptions: z.number().int().min(1),
  /**
   * "The receiver must answer HTTP 200 within 5 seconds": any other status fails. `2xx` for receivers that
   * differ.
   */
  deliverySuccess: z.enum(['200', '2xx']),
  /** In milliseconds, from the request going out on its connection; connecting has the same limit. */
  deliveryTimeoutMs: z.number().int().min(1),
  /** Ordering of the events of one resource is not shown. */
  deliveryOrder: z.enum(['serial', 'parallel']),
  /**
   * Part of the delay that a signature stays in `submitted`; with a sentinel, the rest of "about one second"
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
  requiredFields: {
    registration: ['vin', 'userEmail', 'documents'],
    transfer: ['vrm', 'taxableBase', 'invoiceNumber', 'userEmail', 'documents'],
    notification: ['vrm', 'userEmail', 'documents'],
  },
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
