import * as z from 'zod'
import type * as domain from '../domain/plate-verdict.ts'
import type { Outcome } from '../domain/verdict.ts'
import { appErrorSchema } from './result.ts'

const outcomeSchema = z.enum([
  'transferable',
  'with_alerts',
  'not_transferable',
  'error',
  'unrecognised',
]) satisfies z.ZodType<Outcome>

/** What speaks for a plate. Whatever crosses the bridge as one was decided by `plateVerdict`. */
export const verdictOutcomeSchema = outcomeSchema as unknown as z.ZodType<domain.VerdictOutcome>

/** One finished report of a plate, as it was kept. It is not yet what is said of the plate: that is `PlateVerdict`. */
export const plateReportSchema = z.object({
  reportId: z.string(),
  vrm: z.string(),
  kind: z.enum(['reduced', 'complete']),
  outcome: outcomeSchema,
  /** The service's own word, kept when the outcome is `unrecognised`. */
  rawOutcome: z.string().optional(),
  /** Why a complete report has no answer: only when the outcome is `error`. */
  failure: z.enum(['service_unavailable', 'not_registered', 'unknown']).optional(),
  /** Epoch milliseconds. */
  checkedAt: z.number(),
  vehicle: z
    .object({
      vin: z.string().optional(),
      brand: z.string().optional(),
      model: z.string().optional(),
      /** DD/MM/YYYY as the registry writes it. */
      firstRegistrationDate: z.string().optional(),
    })
    .optional(),
  /** How many issues a complete report lists, by what they do to a transfer. */
  issues: z.object({ blocking: z.number(), unknown: z.number(), alert: z.number() }).optional(),
})
export type PlateReport = z.infer<typeof plateReportSchema>

/** What is said of a plate, everywhere (shared/domain/plate-verdict.ts). */
export const plateVerdictSchema = z.object({
  outcome: verdictOutcomeSchema,
  report: plateReportSchema,
  against: plateReportSchema.nullable(),
  advice: z.enum(['trust-complete', 'check-plate', 'ask-again', 'changed-since']).nullable(),
}) satisfies z.ZodType<domain.PlateVerdict<PlateReport>>
export type PlateVerdict = z.infer<typeof plateVerdictSchema>

/**
 * A question that is still open. `asking`: on its way; `processing`: the registry is looking; `slow`: it takes
 * longer than usual and we go on asking; `queued`: it could not be asked and will be, by itself.
 */
export const pendingLookupSchema = z.object({
  vrm: z.string(),
  state: z.enum(['asking', 'processing', 'slow', 'queued']),
  requestedAt: z.number(),
  /** When the next attempt is due, for `queued`. */
  nextAttemptAt: z.number().optional(),
  error: appErrorSchema.optional(),
})
export type PendingLookup = z.infer<typeof pendingLookupSchema>

/** All that is known of one plate. */
export const lookupViewSchema = z.object({
  vrm: z.string(),
  /** Over every report of the plate, of both kinds; `null` when this PC never had one that says anything. */
  verdict: plateVerdictSchema.nullable(),
  /** The newest reduced report, whatever its age: what the last question was answered. */
  latest: plateReportSchema.nullable(),
  /** The last reduced report before it that said something else: what changed. */
  previous: plateReportSchema.nullable(),
  pending: pendingLookupSchema.nullable(),
  /** Why the last question ended without an answer (refused, taken out of the queue), until the next one. */
  failed: appErrorSchema.nullable(),
})
export type LookupView = z.infer<typeof lookupViewSchema>

/** One row of "Recientes": the plate, with its verdict or its open question. */
export const recentLookupSchema = z.object({
  vrm: z.string(),
  at: z.number(),
  outcome: verdictOutcomeSchema.nullable(),
  /** Whether its reports say different things. */
  disagrees: z.boolean(),
  pending: pendingLookupSchema.shape.state.nullable(),
})
export type RecentLookup = z.infer<typeof recentLookupSchema>
