import * as z from 'zod'
import { SERVICE_PATH } from '../domain/service-address.ts'
import { withoutUndefined } from '../domain/without-undefined.ts'

/**
 * Every gap of the service's specification that we had to fill. Where the real operator may differ, the value is
 * data: its default is here, and an account can override it (Ajustes › Avanzado). Behaviour that is not a value is
 * described here.
 *
 * - "Error responses other than 401: not shown." Our service answers `statusCode`, `message`, `error` and `details`
 *   (service/http). The client shows a message if there is one and needs none of them.
 * - A reduced report in `error` carries no reason; only complete reports have `failureReason`. The user reads both
 *   possible causes (`reportFailureLabel`).
 * - The shape of the histories and of the owner is not given. They are stored and shown unchanged.
 * - The answer of a confirmation is not shown. After any 2xx, a GET fetches the outcome
 *   (electron/core/features/procedures).
 * - "Body and response of the API incident solve call: not shown." The client sends an empty object, ignores the body
 *   of a 2xx and fetches the outcome (electron/core/features/attachments).
 * - "Request bodies of the four signature endpoints other than generic mandate: not shown." Their body is the generic
 *   one with JSON that the user adds. The JSON cannot name the signer
 *   (domain/signature-requests/check-signature-request.ts). The required fields of `signer` are not shown either: the
 *   client requires those needed to sign.
 * - `documents[]` of a signature is only shown to have `signedDocumentUrl`. A document without an id is identified by
 *   its position.
 * - "Rate limits", idempotency and the party that may solve a `hold` are not shown. Our service ignores an
 *   `Idempotency-Key` and lets the client solve incidents that depend on the client (docs/service.md). This client
 *   sends no such key and solves no other incident.
 * - Final states (`procedure.finished`), timeouts of a receiver and the bytes of a retry are values of
 *   service-assumptions.ts and docs/service.md. The client decides by `status` alone.
 * - service-assumptions.ts has the behaviour of our own service.
 */
export const assumptions = {
  /**
   * Status of "create report", as the specification gives it. The client also accepts any other 2xx with the same
   * body.
   */
  createReportStatus: 201,
} as const

/** Path of the service, in the specification's notation. */
const servicePath = z.string().max(200).regex(SERVICE_PATH)

/** Assumptions that an account may override (Ajustes › Avanzado). */
export const accountAssumptionsSchema = z.object({
  /** "Rate limits: not shown." Requests per second of one PC in the interactive lane. */
  interactiveRequestsPerSecond: z.number().min(0.5).max(50),
  /** Requests per second of one PC in the background lane, which polls open procedures in turn. */
  backgroundRequestsPerSecond: z.number().min(0.1).max(20),
  /**
   * Number of different resources that must fail in a row before the service counts as down. The specification does
   * not show how far a failure reaches. Three bad records may be open at once by chance, and background polling
   * requests four at a time.
   */
  failingResourcesForDown: z.number().int().min(2).max(50),
  /** Timeout of a whole answer, in milliseconds. */
  answerMs: z.number().int().min(1_000).max(120_000),
  /** "Size limits: not shown." Limits of a JSON answer: bytes, and nesting depth. */
  maxAnswerBytes: z.number().int().min(65_536).max(67_108_864),
  maxAnswerDepth: z.number().int().min(16).max(512),
  /**
   * Notation of provincial plates, which is not shown. `compact` is `M1234AB`, as in the specification's own `0000BBB`;
   * `hyphens` is `M-1234-AB`.
   */
  plateForm: z.enum(['compact', 'hyphens']),
  /** Price of a complete report, which is not shown. The default is the registry's own fee. In cents, for information. */
  completeReportCents: z.number().int().min(0).max(100_000),
  /** Price of a reduced report, which is not shown. The registry charges nothing. In cents, for information. */
  reducedReportCents: z.number().int().min(0).max(100_000),
  /** Age in hours up to which a complete report is offered again, instead of paying for another. */
  completeReportRecentHours: z.number().min(0).max(720),
  /**
   * Whether a complete report that ends in `service_unavailable` is charged, which is not shown. If false, the report is retried a few
   * times, automatically and visibly. If true, the user decides.
   */
  failedCompleteReportIsCharged: z.boolean(),
  /**
   * "Path of the notification procedure creation endpoint: not shown." While this path is empty, no notification can
   * be sent. The body is that of a transfer without the amounts.
   */
  notificationPath: z.union([z.literal(''), servicePath]),
  /**
   * "Path of the webhook subscriptions: not shown." While this path is empty, the office gives the operator the
   * address and the header of its relay. With a path, the client subscribes by itself.
   */
  subscriptionsPath: z.union([z.literal(''), servicePath]),
  /** "Size limits of uploaded files and number of documents: not shown." */
  maxDocumentBytes: z
    .number()
    .int()
    .min(65_536)
    .max(1024 * 1024 * 1024),
  maxDocuments: z.number().int().min(1).max(1_000),
  /**
   * Sends the `type` with an uploaded file. The specification does not show it, and an operator may refuse unknown
   * parts.
   */
  sendDocumentType: z.boolean(),
})
export type AccountAssumptions = z.infer<typeof accountAssumptionsSchema>

export const defaultAssumptions: AccountAssumptions = {
  interactiveRequestsPerSecond: 8,
  backgroundRequestsPerSecond: 2,
  failingResourcesForDown: 4,
  answerMs: 10_000,
  maxAnswerBytes: 4 * 1024 * 1024,
  maxAnswerDepth: 64,
  plateForm: 'compact',
  completeReportCents: 867,
  reducedReportCents: 0,
  completeReportRecentHours: 24,
  failedCompleteReportIsCharged: false,
  notificationPath: '',
  subscriptionsPath: '',
  maxDocumentBytes: 15 * 1024 * 1024,
  maxDocuments: 100,
  sendDocumentType: true,
}

/** Assumptions that an account has changed. */
export const assumptionChangesSchema = accountAssumptionsSchema.partial()
export type AssumptionChanges = z.infer<typeof assumptionChangesSchema>

export const assumptionNameSchema = accountAssumptionsSchema.keyof()
export type AssumptionName = z.infer<typeof assumptionNameSchema>

/** Assumptions of an account: its changes over the defaults. */
export const assumptionsOf = (changes: AssumptionChanges): AccountAssumptions =>
  accountAssumptionsSchema.parse({ ...defaultAssumptions, ...withoutUndefined(changes) })
