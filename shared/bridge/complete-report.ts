import * as z from 'zod'
import { accountAssumptionsSchema } from '../api/assumptions.ts'
import { appErrorSchema } from './result.ts'

/** A charge or an alert of a complete report. `unknown`: a type this version does not know, which may well block. */
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

/** A complete report for the screens. Fields that the service left out are absent. */
export const completeReportSchema = z.object({
  reportId: z.string(),
  vrm: z.string(),
  outcome: z.enum(['transferable', 'not_transferable', 'error', 'unrecognised']),
  /** Value of the service, kept when the outcome is `unrecognised`. */
  rawOutcome: z.string().optional(),
  /** Reason for the missing answer: only when the outcome is `error`. */
  failure: z.enum(['service_unavailable', 'not_registered', 'unknown']).optional(),
  checkedAt: z.number(),
  /** Registry data, unchanged: text, flags, and histories and owner of any shape. */
  registry: z.record(z.string(), z.unknown()),
  issues: z.array(reportIssueViewSchema),
  /** `stored`: on this PC, also offline; `available`: at the service; `none`: there is none. */
  pdf: z.enum(['stored', 'available', 'none']),
})
export type CompleteReport = z.infer<typeof completeReportSchema>

/**
 * A requested complete report. It costs money, so every step is stored before it is taken. `queued`,
 * `sending`; `processing`: the service has it (with an `error`: it is unreadable now); `waiting`: the
 * registry was unavailable and it is retried automatically at `nextAttemptAt`; `uncertain`: it may have been
 * requested, and only the user decides; `failed`: it certainly was not, or was refused.
 */
export const completeRequestSchema = z.object({
  id: z.string(),
  vrm: z.string(),
  state: z.enum(['queued', 'sending', 'processing', 'waiting', 'uncertain', 'failed']),
  requestedAt: z.number(),
  /** Time that the operator accepted it: since then it is `processing`, and may have been charged for. */
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
  /** Newest report with an answer. One that ended without any never hides a paid one. */
  latest: completeReportSchema.nullable(),
  /** The one before `latest` that had an answer, to compare with. */
  previous: completeReportSchema.nullable(),
  /** Newest of all, if it ended without an answer. */
  failed: completeReportSchema.nullable(),
  /** Open request, or the last one if it ended without a report. */
  request: completeRequestSchema.nullable(),
  /** Price in cents; hours for which `latest` is offered again; and number paid for this month. */
  price: accountAssumptionsSchema.shape.completeReportCents,
  recentHours: accountAssumptionsSchema.shape.completeReportRecentHours,
  thisMonth: z.number(),
})
export type CompleteView = z.infer<typeof completeViewSchema>

/**
 * Resolutions of an uncertain request. `discard`: it was not done, or does not matter; `resend`: it was not
 * done, request it again; `found`: the user saw it at the operator's, with this id.
 */
export const completeResolutionSchema = z.discriminatedUnion('how', [
  z.object({ id: z.string(), how: z.literal('discard') }),
  z.object({ id: z.string(), how: z.literal('resend') }),
  z.object({ id: z.string(), how: z.literal('found'), reportId: z.string().trim().min(1).max(200) }),
])
