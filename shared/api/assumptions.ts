import * as z from 'zod'
import { SERVICE_PATH } from '../domain/service-path.ts'
import { withoutUndefined } from '../domain/without-undefined.ts'

/**
 * Every gap of service.md that we had to fill to work, in one place. Where the real operator may differ the value is
 * data, with its default here, and an account can override it (Ajustes › Avanzado). What is a way of doing rather
 * than a value is written here and done where it says.
 *
 * - "Error responses other than 401: not shown." Our service answers `statusCode`, `message`, `error` and
 *   `details` (service/http); the client reads a message if there is one and needs none of them.
 * - A reduced report in `error` carries no reason (only complete ones have `failureReason`), so both causes are
 *   named to the person (`reportFailureLabel`).
 * - The shape of the histories and of the owner is not given: they are kept as they came and shown whatever they are.
 * - Whether a confirmation answers with the procedure is not shown: whatever a 2xx says, a GET tells (core/procedures).
 * - "Body and response of the API incident solve call: not shown": an empty object is sent, whatever a 2xx says is not
 *   read, and a GET tells what became of it (core/attachments).
 * - "Request bodies of the four signature endpoints other than generic mandate: not shown": that of the generic one, and
 *   what a person adds to it as JSON, which cannot say who signs (domain/signing/extra.ts). Which fields of `signer` are
 *   required is not shown either: those without which nobody could sign (domain/signing/check-signing.ts).
 * - `documents[]` of a signature is only shown to have `signedDocumentUrl`: one without an id is named by its place.
 * - "Rate limits", idempotency and who may solve a `hold` are not shown: our service ignores an `Idempotency-Key` and lets
 *   the client solve what depends on the client (service/README.md); this client sends none and solves no other.
 * - Which states end a procedure (`procedure.finished`), how long a receiver and its connection may take, whether a retry
 *   repeats the bytes: values of service-assumptions.ts and service/README.md; the client decides by `status` alone.
 * - What our own service does where nothing is shown is service-assumptions.ts.
 */
export const assumptions = {
  /** The status of "create report" is given (201); the client also accepts any other 2xx with the same body. */
  createReportStatus: 201,
} as const

/** A path of the service, as the specification writes them. */
const servicePath = z.string().max(200).regex(SERVICE_PATH)

/** What an account may change (Ajustes › Avanzado). The defaults are below. */
export const accountAssumptionsSchema = z.object({
  /** "Rate limits: not shown." Requests per second that one PC allows itself while somebody looks. */
  interactiveRequestsPerSecond: z.number().min(0.5).max(50),
  /** The same for what nobody is looking at: open procedures, reviewed in turn. */
  backgroundRequestsPerSecond: z.number().min(0.1).max(20),
  /**
   * How many different resources must fail, with no answer in between, for the service itself to count as down. Which
   * of its failures are of one record and which of all of it is not shown: three bad records may be open at once by
   * chance, and the background asks about four at a time.
   */
  failingResourcesForDown: z.number().int().min(2).max(50),
  /** Milliseconds until a whole answer has arrived. */
  answerMs: z.number().int().min(1_000).max(120_000),
  /** "Size limits: not shown." The largest JSON answer the client reads, in bytes, and its deepest nesting. */
  maxAnswerBytes: z.number().int().min(65_536).max(67_108_864),
  maxAnswerDepth: z.number().int().min(16).max(512),
  /**
   * How the registry wants provincial plates written is not shown: `compact` (`M1234AB`), as in the specification's
   * own `0000BBB`, or `hyphens` (`M-1234-AB`).
   */
  plateForm: z.enum(['compact', 'hyphens']),
  /** What a complete report costs is not shown: the registry's own fee, in cents, for the person to know. */
  completeReportCents: z.number().int().min(0).max(100_000),
  /** For how many hours a complete report is offered again before paying for another. */
  completeReportRecentHours: z.number().min(0).max(720),
  /**
   * Whether a complete report that ends in `service_unavailable` is charged is not shown. While it is not, it is asked
   * again by itself, a few times and in sight; otherwise the person is asked.
   */
  failedCompleteReportIsCharged: z.boolean(),
  /**
   * "Path of the notification procedure creation endpoint: not shown." Nothing, and then no notification can be sent,
   * until the operator has said which it is; its body is that of a transfer without the amounts.
   */
  notificationPath: z.union([z.literal(''), servicePath]),
  /** "Size limits of uploaded files and number of documents: not shown." */
  maxDocumentBytes: z
    .number()
    .int()
    .min(65_536)
    .max(1024 * 1024 * 1024),
  maxDocuments: z.number().int().min(1).max(1_000),
  /** Whether the upload of a file takes its `type` is not shown. An operator that refuses unknown parts needs it off. */
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
  completeReportRecentHours: 24,
  failedCompleteReportIsCharged: false,
  notificationPath: '',
  maxDocumentBytes: 15 * 1024 * 1024,
  maxDocuments: 100,
  sendDocumentType: true,
}

/** What an account keeps: only what differs from the defaults. */
export const assumptionChangesSchema = accountAssumptionsSchema.partial()
export type AssumptionChanges = z.infer<typeof assumptionChangesSchema>

/** The names of the assumptions. */
export const assumptionNameSchema = accountAssumptionsSchema.keyof()
export type AssumptionName = z.infer<typeof assumptionNameSchema>

/** What holds for an account: its own values over the defaults. */
export const assumptionsOf = (changes: AssumptionChanges): AccountAssumptions =>
  accountAssumptionsSchema.parse({ ...defaultAssumptions, ...withoutUndefined(changes) })
