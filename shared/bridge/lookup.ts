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

/** A finished report of a plate, as stored. The plate's verdict is `PlateVerdict`. */
export const plateReportSchema = z.object({
  reportId: z.string(),
  vrm: z.string(),
  kind: z.enum(['reduced', 'complete']),
  outcome: outcomeSchema,
  /** Value of the service, kept when the outcome is `unrecognised`. */
  rawOutcome: z.string().optional(),
  /** Reason for a complete report without an answer: only when the outcome is `error`. */
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
  /** Number of issues in a complete report, by their effect on a transfer. */
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
 * An open lookup. `asking`: being sent; `processing`: the registry is working; `slow`: it takes longer than
 * usual and is still polled; `queued`: it could not be sent and will be, automatically.
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

/** All known data of one plate. */
export const lookupViewSchema = z.object({
  vrm: z.string(),
  /** Over every report of the plate, of both kinds; `null` without any conclusive one on this PC. */
  verdict: plateVerdictSchema.nullable(),
  /** Newest reduced report, of any age: the answer of the last lookup. */
  latest: plateReportSchema.nullable(),
  /** Last earlier reduced report, if it says something else (`reduced-changes.ts`): shows the change. */
  previous: plateReportSchema.nullable(),
  pending: pendingLookupSchema.nullable(),
  /** Reason that the last lookup ended without an answer (refused, cancelled), until the next one. */
  failed: appErrorSchema.nullable(),
  /** Last day, `YYYY-MM-DD`, that it is watched, unless a person has ended it. */
  watchedUntil: z.string().optional(),
  /** Answer for a client with this verdict, ready to paste. Views of many plates at once come without it. */
  answer: z.string().optional(),
})
export type LookupView = z.infer<typeof lookupViewSchema>

/** A row of "Recientes": the plate, with its verdict or its open lookup. */
export const recentLookupSchema = z.object({
  vrm: z.string(),
  at: z.number(),
  outcome: verdictOutcomeSchema.nullable(),
  /** True if its reports disagree. */
  disagrees: z.boolean(),
  watchedUntil: z.string().optional(),
  pending: pendingLookupSchema.shape.state.nullable(),
})
export type RecentLookup = z.infer<typeof recentLookupSchema>

/** Reports that arrived in those months, with that outcome, or complete ones that were paid for in them. */
export const reportScopeSchema = z.object({
  from: z.string().regex(MONTH),
  to: z.string().regex(MONTH),
  outcome: verdictOutcomeSchema.optional(),
  paid: z.boolean().optional(),
})
export type ReportScope = z.infer<typeof reportScopeSchema>
