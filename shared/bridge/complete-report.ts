import * as z from 'zod'
import { accountAssumptionsSchema } from '../api/assumptions.ts'
import { appErrorSchema } from './result.ts'

/** A charge or an alert of a complete report. `unknown`: a type this version does not know, which may well block. */
export const reportIssueViewSchema = z.object({
  /** The service's own word (`seizure`…). */
  type: z.string(),
  kind: z.enum(['blocking', 'alert', 'unknown']),
  /** The service's words, as they came. */
  concept: z.string().optional(),
  description: z.string().optional(),
  /** ISO 8601. */
  date: z.string().optional(),
  authority: z.string().optional(),
})
export type ReportIssueView = z.infer<typeof reportIssueViewSchema>

/** What the screens see of a complete report. Whatever the service left out is not there. */
export const completeReportSchema = z.object({
  reportId: z.string(),
  vrm: z.string(),
  outcome: z.enum(['transferable', 'not_transferable', 'error', 'unrecognised']),
  /** The service's own word, kept when the outcome is `unrecognised`. */
  rawOutcome: z.string().optional(),
  /** Why there is no answer: only when the outcome is `error`. */
  failure: z.enum(['service_unavailable', 'not_registered', 'unknown']).optional(),
  checkedAt: z.number(),
  /** What the registry says, as it says it: text, flags, and histories and owner of any shape. */
  registry: z.record(z.string(), z.unknown()),
  issues: z.array(reportIssueViewSchema),
  /** `stored`: on this PC, also offline; `available`: the service has it; `none`: there is none. */
  pdf: z.enum(['stored', 'available', 'none']),
})
export type CompleteReport = z.infer<typeof completeReportSchema>

/**
 * A complete report that was asked for. It costs money, so every step is written down before it is taken.
 * `queued`, `sending`; `processing`: the service has it (with an `error`: it cannot be read now); `waiting`: the registry was not available and it is asked
 * again by itself at `nextAttemptAt`; `uncertain`: it may or may not have been asked, and only the person decides;
 * `failed`: it certainly was not, or was refused.
 */
export const completeRequestSchema = z.object({
  id: z.string(),
  vrm: z.string(),
  state: z.enum(['queued', 'sending', 'processing', 'waiting', 'uncertain', 'failed']),
  requestedAt: z.number(),
  /** When the operator took it: since then it is `processing`, and may have been charged for. */
  acceptedAt: z.number().optional(),
  /** Times that the registry was not available. */
  attempts: z.number(),
  nextAttemptAt: z.number().optional(),
  error: appErrorSchema.optional(),
})
export type CompleteRequest = z.infer<typeof completeRequestSchema>

/** All that is known of one plate's complete reports. */
export const completeViewSchema = z.object({
  vrm: z.string(),
  /** The newest with an answer. One that ended without any never hides what was paid for. */
  latest: completeReportSchema.nullable(),
  /** The newest of all, when it ended without an answer. */
  failed: completeReportSchema.nullable(),
  /** The one being asked for, or how the last one ended when it was not with a report. */
  request: completeRequestSchema.nullable(),
  /** Cents; `latest` is offered again for so many hours; and how many were paid for this month. */
  price: accountAssumptionsSchema.shape.completeReportCents,
  recentHours: accountAssumptionsSchema.shape.completeReportRecentHours,
  thisMonth: z.number(),
})
export type CompleteView = z.infer<typeof completeViewSchema>

/**
 * The ways out of an uncertain request. `discard`: it was not done, or does not matter; `resend`: it was not done,
 * ask again; `found`: the person saw it at the operator's, and this is its id.
 */
export const completeResolutionSchema = z.discriminatedUnion('how', [
  z.object({ id: z.string(), how: z.literal('discard') }),
  z.object({ id: z.string(), how: z.literal('resend') }),
  z.object({ id: z.string(), how: z.literal('found'), reportId: z.string().trim().min(1).max(200) }),
])
