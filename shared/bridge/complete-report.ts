import * as z from 'zod'
import { accountAssumptionsSchema } from '../api/assumptions.ts'
import { appErrorSchema } from './result.ts'

/** Charge or alert of a complete report. `unknown`: a type that this version does not know and that may block. */
const reportIssueViewSchema = z.object({
  /** Type as the service names it (`seizure`…). */
  type: z.string(),
  kind: z.enum(['blocking', 'alert', 'unknown']),
  /** Texts of the service, unchanged. */
  concept: z.string().optional(),
  description: z.string().optional(),
  /** ISO 8601. */
  date: z.string().optional(),
  authority: z.string().optional(),
})
export type ReportIssueView = z.infer<typeof reportIssueViewSchema>

/** Complete report for the screens. Fields that the service left out are absent. */
export const completeReportSchema = z.object({
  reportId: z.string(),
  vrm: z.string(),
  outcome: z.enum(['transferable', 'not_transferable', 'error', 'unrecognised']),
  /** Value of the service, if the outcome is `unrecognised`. */
  rawOutcome: z.string().optional(),
  /** Reason that there is no answer. Present only if the outcome is `error`. */
  failure: z.enum(['service_unavailable', 'not_registered', 'unknown']).optional(),
  checkedAt: z.number(),
  /** Registry data, unchanged: texts, flags, and histories and owner of any shape. */
  registry: z.record(z.string(), z.unknown()),
  issues: z.array(reportIssueViewSchema),
  /** `stored`: on this PC, also offline. `available`: at the service. `none`: missing. */
  pdf: z.enum(['stored', 'available', 'none']),
})
export type CompleteReport = z.infer<typeof completeReportSchema>

/**
 * Requested complete report. It costs money, so every step is stored before it is taken.
 * `processing`: the service has the request; with an `error`, it is unreadable now. `waiting`: the registry was
 * unavailable, and the request is retried at `nextAttemptAt`. `uncertain`: it may have been requested, and only the
 * user decides. `failed`: it certainly was not requested, or was refused.
 */
export const completeRequestSchema = z.object({
  id: z.string(),
  vrm: z.string(),
  state: z.enum(['queued', 'sending', 'processing', 'waiting', 'uncertain', 'failed']),
  requestedAt: z.number(),
  /** Time that the operator accepted the request. Since then it is `processing` and may have been charged. */
  acceptedAt: z.number().optional(),
  /** Number of times that the registry was unavailable. */
  attempts: z.number(),
  nextAttemptAt: z.number().optional(),
  error: appErrorSchema.optional(),
})
export type CompleteRequest = z.infer<typeof completeRequestSchema>

/** All complete reports of one plate. */
export const completeViewSchema = z.object({
  vrm: z.string(),
  /** Newest report with an answer. A later one without an answer never hides a paid one. */
  latest: completeReportSchema.nullable(),
  /** Previous report with an answer, for comparison. */
  previous: completeReportSchema.nullable(),
  /** Newest report, if it ended without an answer. */
  failed: completeReportSchema.nullable(),
  /** Open request, or the last one if it ended without a report. */
  request: completeRequestSchema.nullable(),
  /** Price in cents, hours for which `latest` is offered again, and number of reports paid for this month. */
  price: accountAssumptionsSchema.shape.completeReportCents,
  recentHours: accountAssumptionsSchema.shape.completeReportRecentHours,
  thisMonth: z.number(),
})
export type CompleteView = z.infer<typeof completeViewSchema>

/**
 * Resolutions of an uncertain request. `discard`: it was not requested, or does not matter. `resend`: it was not
 * requested, so it is requested again. `found`: the user saw it at the operator's, with this id.
 */
export const completeResolutionSchema = z.discriminatedUnion('how', [
  z.object({ id: z.string(), how: z.literal('discard') }),
  z.object({ id: z.string(), how: z.literal('resend') }),
  z.object({ id: z.string(), how: z.literal('found'), reportId: z.string().trim().min(1).max(200) }),
])
