/** What a draft of any kind says of itself: its state, and how often it was changed. */
export interface DraftStanding<S extends string> {
  state: S
  version: number
}

/** `changed`: another version is the last one; `busy`: it is in none of the states in which this may be done. */
export type DraftRefusal = 'changed' | 'busy'

export type SaveOutcome = 'saved' | DraftRefusal | 'unknown'

/** How long a discarded draft can be restored, in milliseconds. */
export const KEEP_DISCARDED_MS = 3_600_000

/**
 * Why something may not be done with a draft, or `null`.
 * @param version the one that the user saw; `null` where the content does not matter
 */
export function draftRefusal<S extends string>(
  draft: DraftStanding<S>,
  version: number | null,
  from: readonly S[],
): DraftRefusal | null {
  if (!from.includes(draft.state)) return 'busy'
  return version !== null && draft.version !== version ? 'changed' : null
}
