import * as z from 'zod'

/** Channel of NOTIFY between nodes. A signal only makes a node look sooner: one that misses it reads the same from the tables at its next poll. */
export const CHANNEL = 'ventanilla_relay'
/** PostgreSQL takes less than 8,000 bytes. */
export const MAX_SIGNAL = 7_900

const signalSchema = z.object({
  /** Who sends it, and need not hear it. */
  node: z.string(),
  /** Offices whose lists went on. */
  moved: z.union([z.array(z.int()), z.literal('all')]).optional(),
  /** What the inbox knows about offices may have changed. */
  offices: z.boolean().optional(),
  /** PCs that were revoked. */
  revoked: z.array(z.string()).optional(),
  canaries: z.array(z.object({ officeId: z.int(), id: z.string(), receivedAt: z.string() })).optional(),
  pairings: z.array(z.string()).optional(),
})
export type Signal = z.infer<typeof signalSchema>

/** Text of a signal; one that is too long says only that everything may have changed. */
export function signalText(signal: Signal): string {
  const text = JSON.stringify(signal)
  if (Buffer.byteLength(text) < MAX_SIGNAL) return text
  return JSON.stringify({ node: signal.node, moved: 'all', offices: true } satisfies Signal)
}

/** `null` for a text that is none: of another program, or of a later version. */
export function parseSignal(text: string): Signal | null {
  try {
    return signalSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
