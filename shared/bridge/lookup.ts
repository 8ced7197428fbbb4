import * as z from 'zod'
import type * as domain from '../domain/plate-verdict.ts'
import type { Outcome } from '../domain/plate-verdict.ts'
import { MONTH } from '../domain/calendar.ts'
import { appErrorSchema } from './result.ts'

const outcomeSchema = z.enum([
  'transferable',
  'with_alerts',
  'not_transferable',
  'error',
  'unrecognised',
]) satisfies z.ZodType<Outcome>

/** Outcome of a plate's verdict. Only `plateVerdict` produces these values. */
export const verdictOutcomeSchema = outcomeSchema as unknown as z.ZodType<domain.VerdictOutcome>

/** Finished report of a plate, as stored. `PlateVerdict` is the verdict over all reports. */
export const plateReportSchema = z.object({
  reportId: z.string(),
  vrm: z.string(),
  kind: z.enum(['reduced', 'complete']),
  outcome: outcomeSchema,
  /** Value of the service, if the outcome is `unrecognised`. */
  rawOutcome: z.string().optional(),
  /** Reason that a complete report has no answer. Present only if the outcome is `error`. */
  failure: z.enum(['service_unavailable', 'not_registered', 'unknown']).optional(),
  /** Epoch milliseconds. */
  checkedAt: z.number(),
  vehicle: z
    .object({
      vin: z.string().optional(),
      brand: z.string().optional(),
      model: z.string().optional(),
      /** DD/MM/YYYY, in the registry's format. */
      firstRegistrationDate: z.string().optional(),
    })
    .optional(),
  /** Number of issues of a complete report, by their effect on a transfer. */
  issues: z.object({ blocking: z.number(), unknown: z.number(), alert: z.number() }).optional(),
})
export type PlateReport = z.infer<typeof plateReportSchema>

/** Verdict of a plate, shown everywhere (shared/domain/plate-verdict.ts). */
const plateVerdictSchema = z.object({
  outcome: verdictOutcomeSchema,
  report: plateReportSchema,
  against: plateReportSchema.nullable(),
  advice: z.enum(['trust-complete', 'check-plate', 'ask-again', 'changed-since']).nullable(),
}) satisfies z.ZodType<domain.PlateVerdict<PlateReport>>
export type PlateVerdict = z.infer<typeof plateVerdictSchema>

/**
 * Open lookup. `asking`: being sent. `processing`: the registry works. `slow`: it takes longer than usual and is
 * still polled. `queued`: it could not be sent and is retried automatically.
 */
export const pendingLookupSchema = z.object({
  vrm: z.string(),
  state: z.enum(['asking', 'processing', 'slow', 'queued']),
  requestedAt: z.number(),
  /** Time of the next attempt, for `queued`. */
  nextAttemptAt: z.number().optional(),
  error: appErrorSchema.optional(),
})
export type PendingLookup = z.infer<typeof pendingLookupSchema>

/** Known data of one plate. */
export const lookupViewSchema = z.object({
  vrm: z.string(),
  /** Verdict over all reports of the plate. `null` without a conclusive report on this PC. */
  verdict: plateVerdictSchema.nullable(),
  /** Newest reduced report of any age: the answer of the last lookup. */
  latest: plateReportSchema.nullable(),
  /** Last earlier reduced report that differs from `latest` (`reduced-report.ts`). */
  previous: plateReportSchema.nullable(),
  pending: pendingLookupSchema.nullable(),
  /** Reason that the last lookup ended without an answer (refused, cancelled), until the next lookup. */
  failed: appErrorSchema.nullable(),
  /** Last day of the watch, `YYYY-MM-DD`, unless a person has ended the watch. */
  watchedUntil: z.string().optional(),
  /** Answer for a client with this verdict, ready to paste. Views of many plates leave it out. */
  answer: z.string().optional(),
})
export type LookupView = z.infer<typeof lookupViewSchema>

/** Row of *Recientes*: a plate with its verdict or its open lookup. */
export const recentLookupSchema = z.object({
  vrm: z.string(),
  at: z.number(),
  outcome: verdictOutcomeSchema.nullable(),
  /** True if the reports of the plate disagree. */
  disagrees: z.boolean(),
  watchedUntil: z.string().optional(),
  pending: pendingLookupSchema.shape.state.nullable(),
})
export type RecentLookup = z.infer<typeof recentLookupSchema>

/** Filter of reports: those that arrived in the months, by outcome, or complete reports paid for in the months. */
export const reportScopeSchema = z.object({
  from: z.string().regex(MONTH),
  to: z.string().regex(MONTH),
  outcome: verdictOutcomeSchema.optional(),
  paid: z.boolean().optional(),
})
export type ReportScope = z.infer<typeof reportScopeSchema>
