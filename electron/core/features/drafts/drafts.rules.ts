/** State and version of a draft of any kind. */
export interface DraftStanding<S extends string> {
  state: S
  version: number
}

/** `changed`: there is a newer version. `busy`: the state of the draft does not allow the action. */
export type DraftRefusal = 'changed' | 'busy'

export type SaveOutcome = 'saved' | DraftRefusal | 'unknown'

/** Time for which a discarded draft can be restored, in milliseconds. */
export const KEEP_DISCARDED_MS = 3_600_000
/** Time for which the giver keeps a draft that a colleague has collected, in milliseconds: the relay may have lied. */
export const KEEP_COLLECTED_MS = 30 * 86_400_000

/**
 * Reason that an action on a draft is refused, or `null`.
 * @param version the version that the user saw; `null` if the content does not matter
 */
export function findDraftRefusal<S extends string>(
  draft: DraftStanding<S>,
  version: number | null,
  from: readonly S[],
): DraftRefusal | null {
  if (!from.includes(draft.state)) return 'busy'
  return version !== null && draft.version !== version ? 'changed' : null
}
