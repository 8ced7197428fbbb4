import type { Cursor } from '#shared/api/relay.ts'

/** Relation of a number to the last one stored. */
export type Follows = 'next' | 'known' | 'misordered'

/**
 * Compares an event's place with the last one stored. Numbers are gap-less: one that is not the next means that
 * something between was lost on the way, and another epoch that they are the numbers of other events.
 */
export function followsOf(stored: Cursor | null, { epoch, seq }: Cursor): Follows {
  if (!stored) return 'next'
  if (epoch !== stored.epoch) return 'misordered'
  if (seq <= stored.seq) return 'known'
  return seq === stored.seq + 1 ? 'next' : 'misordered'
}
