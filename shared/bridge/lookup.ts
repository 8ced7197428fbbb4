import * as z from 'zod'
import { appErrorSchema } from './result.ts'

/** What the screens see of a report: one verdict on one plate, at one moment. Times are epoch milliseconds. */
export const verdictSchema = z.object({
  reportId: z.string(),
  vrm: z.string(),
  outcome: z.enum(['transferable', 'with_alerts', 'not_transferable', 'error', 'unrecognised']),
  /** The service's own word, kept when the outcome is `unrecognised`. */
  rawOutcome: z.string().optional(),
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
})
export type Verdict = z.infer<typeof verdictSchema>

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
  /** The last verdict, whatever its age; `null` when this PC never had one. */
  latest: verdictSchema.nullable(),
  /** The last verdict before it that said something else: what changed. */
  previous: verdictSchema.nullable(),
  pending: pendingLookupSchema.nullable(),
  /** Why the last question ended without a verdict (refused, taken out of the queue), until the next one. */
  failed: appErrorSchema.nullable(),
})
export type LookupView = z.infer<typeof lookupViewSchema>

/** One row of "Recientes": the plate, with its last verdict or its open question. */
export const recentLookupSchema = z.object({
  vrm: z.string(),
  at: z.number(),
  outcome: verdictSchema.shape.outcome.nullable(),
  pending: pendingLookupSchema.shape.state.nullable(),
})
export type RecentLookup = z.infer<typeof recentLookupSchema>
