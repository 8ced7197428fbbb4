import * as z from 'zod'
import { command, none } from './primitives.ts'
import { draftKindSchema } from './procedures.ts'
import { appErrorSchema } from './result.ts'
import { HANDOVER_LENGTHS } from '../domain/procedures/fields.ts'

/**
 * A draft that this PC hands over (`giver`), or that a colleague hands over to this PC's operator (`receiver`).
 * `sending`: the draft is being written to the relay, or waits for it. `offered`: the colleague has not collected it
 * yet. `incoming`: it can be collected. `fetching`: its documents are arriving. `claiming`: the relay is asked who has
 * it. `withdrawing`: it is being taken back. `taken`: the colleague has collected it, at the time `at`, and this PC still
 * has its own.
 */
const handoverSchema = z.object({
  id: z.string(),
  role: z.enum(['giver', 'receiver']),
  state: z.enum(['sending', 'offered', 'incoming', 'fetching', 'claiming', 'withdrawing', 'taken']),
  /** Draft of this PC: the one that it hands over, or the one that it makes of what it collects. */
  draftId: z.string().optional(),
  /** The colleague: who gets it, or who gives it. Empty if unknown. */
  person: z.string(),
  note: z.string(),
  kind: draftKindSchema,
  vrm: z.string().optional(),
  client: z.string(),
  documents: z.number().int(),
  /** Parts at the relay or on this PC, of all. */
  parts: z.object({ done: z.number().int(), of: z.number().int() }),
  at: z.number(),
  /** False while the relay is not reached, so everything waits. */
  isConnected: z.boolean(),
  error: appErrorSchema.optional(),
})
export type Handover = z.infer<typeof handoverSchema>

const id = z.string().min(1).max(200)

export const handoverCommands = {
  /** Hand-overs under way, then the collected drafts that this PC still has; the newest first. */
  'handovers.list': command(none, z.object({ rows: z.array(handoverSchema) })),
  /**
   * Hands a draft over with its documents. The draft cannot change from then on (`draft-busy`). Refused with
   * `handover-begun` if the service has part of it.
   */
  'handovers.give': command(
    z.object({
      draftId: id,
      version: z.number().int().min(0),
      person: z.string().trim().min(1).max(HANDOVER_LENGTHS.person),
      note: z.string().trim().max(HANDOVER_LENGTHS.note),
    }),
    z.object({ id: z.string() }),
  ),
  /** Takes a draft back, or goes on with a collected one. Refused with `handover-over` once it has ended. */
  'handovers.withdraw': command(z.object({ id }), none),
  /**
   * Collects a draft. `draftId`: the draft that this PC makes of it. Refused with `handover-over` if it is not offered
   * any more.
   */
  'handovers.take': command(z.object({ id }), z.object({ draftId: id })),
} as const
