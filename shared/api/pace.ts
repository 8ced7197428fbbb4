import * as z from 'zod'

/** How fast the demonstration's service goes on by itself: an address of our development environment alone. */
export const PACE_PATH = '/_dev/pace'
export const PACE_STEP_PATH = '/_dev/pace/step'

export const paceBody = z.object({
  paused: z.boolean().optional(),
  /** 1 is normal. */
  speed: z.number().min(0.1).max(1_000).optional(),
})

export const paceSchema = z.object({
  paused: z.boolean(),
  speed: z.number(),
  /** Procedures and signatures that go on by themselves. */
  playing: z.number().int(),
  /** Present time of the service, ISO 8601, and its lead over this PC's. */
  now: z.string(),
  aheadMs: z.number(),
  /** Of a step: id of what moved, or `null` when nothing can. */
  moved: z.string().nullable().optional(),
})
export type PaceState = z.infer<typeof paceSchema>
