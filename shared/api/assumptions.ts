import * as z from 'zod'
import { SERVICE_PATH } from '../domain/service-address.ts'
import { withoutUndefined } from '../domain/without-undefined.ts'

/**
 * Every gap of the service's specification that we had to fill, in one place. Where the real operator may differ, the
 * value is data, with its default here, and an account can override it (Ajustes › Avanzado). A behaviour that is not a value is
 * described here and implemented where it says.
 *
 * - "Error responses other than 401: not shown." Our service answers `statusCode`, `message`, `error` and
 *   `details` (service/http); the client reads a message if there is one and needs none of them.
 * - A reduced report in `error` carries no reason (only complete ones have `failureReason`), so both causes are
 *   named to the user (`reportFailureLabel`).
 * - The shape of the histories and of the owner is not given: they are stored and shown unchanged.
 * - The answer of a confirmation is not shown: after any 2xx, a GET fetches the outcome (core/procedures).
 * - "Body and response of the API incident solve call: not shown": an empty object is sent, the body of a 2xx is
 *   ignored, and a GET fetches the outcome (core/attachments).
 * - "Request bodies of the four signature endpoints other than generic mandate: not shown": that of the generic one,
 *   and JSON added by the user, which cannot name the signer (domain/signature-requests/extra.ts). The required fields of `signer`
 *   are not shown either: those needed to sign (check-signature-request.ts there).
 * - `documents[]` of a signature is only shown to have `signedDocumentUrl`: one without an id is identified by its
 *   position.
 * - "Rate limits", idempotency and the party that may solve a `hold` are not shown: our service ignores an
 *   `Idempotency-Key` and lets the client solve what depends on the client (docs/service.md); this client sends none
 *   and solves no other.
 * - Final states (`procedure.finished`), timeouts of a receiver and its connection, and the bytes of a retry: values of
 *   service-assumptions.ts and docs/service.md; the client decides by `status` alone.
 * - The behaviour of our own service where nothing is shown is in service-assumptions.ts.
 */
export const assumptions = {
  /** The status of "create report" is given (201); the client also accepts any other 2xx with the same body. */
  createReportStatus: 201,
} as const

/** A path of the service, in the specification's notation. */
const servicePath = z.string().max(200).regex(SERVICE_PATH)

/** Assumptions that an account may override (Ajustes › Avanzado). The defaults are below. */
export const accountAssumptionsSchema = z.object({
  /** "Rate limits: not shown." Requests per second of one PC in the interactive lane. */
  interactiveRequestsPerSecond: z.number().min(0.5).max(50),
  /** The same for the background lane, which polls open procedures in turn. */
  backgroundRequestsPerSecond: z.number().min(0.1).max(20),
  /**
   * Number of different resources that must fail, with no answer in between, for the service itself to count
   * as down. The scope of its failures is not shown: three bad records may be open at once by chance, and
   * background polling requests four at a time.
   */
  failingResourcesForDown: z.number().int().min(2).max(50),
  /** Timeout of a whole answer, in milliseconds. */
  answerMs: z.number().int().min(1_000).max(120_000),
  /** "Size limits: not shown." Limits of a JSON answer: bytes, and nesting depth. */
  maxAnswerBytes: z.number().int().min(65_536).max(67_108_864),
  maxAnswerDepth: z.number().int().min(16).max(512),
  /**
   * The registry's notation of provincial plates is not shown: `compact` (`M1234AB`), as in the
   * specification's own `0000BBB`, or `hyphens` (`M-1234-AB`).
   */
  plateForm: z.enum(['compact', 'hyphens']),
  /** The price of a complete report is not shown: the registry's own fee, in cents, for information. */
  completeReportCents: z.number().int().min(0).max(100_000),
  /** The price of a reduced report is not shown either: the registry charges nothing. In cents, for information. */
  reducedReportCents: z.number().int().min(0).max(100_000),
  /** Hours for which a complete report is offered again before paying for another. */
  completeReportRecentHours: z.number().min(0).max(720),
  /**
   * The charge for a complete report that ends in `service_unavailable` is not shown. If false, it is retried
   * automatically, a few times and visibly; if true, the user decides.
   */
  failedCompleteReportIsCharged: z.boolean(),
  /**
   * "Path of the notification procedure creation endpoint: not shown." While empty, no notification can be
   * sent; its body is that of a transfer without the amounts.
   */
  notificationPath: z.union([z.literal(''), servicePath]),
  /**
   * "Path of the webhook subscriptions: not shown." While empty, the office gives the operator the address and
   * the header of its relay; with it, the client subscribes by itself.
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
   * Sending the `type` with an uploaded file is not shown. An operator that refuses unknown parts needs it
   * off.
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

/** Stored assumptions of an account: only those that differ from the defaults. */
export const assumptionChangesSchema = accountAssumptionsSchema.partial()
export type AssumptionChanges = z.infer<typeof assumptionChangesSchema>

/** Names of the assumptions. */
export const assumptionNameSchema = accountAssumptionsSchema.keyof()
export type AssumptionName = z.infer<typeof assumptionNameSchema>

/** Assumptions of an account: its own values over the defaults. */
export const assumptionsOf = (changes: AssumptionChanges): AccountAssumptions =>
  accountAssumptionsSchema.parse({ ...defaultAssumptions, ...withoutUndefined(changes) })
