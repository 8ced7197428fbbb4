/**
 * Delays in milliseconds before a step that a network error interrupted is retried; after the last one it
 * waits for the user.
 */
export const TRY_AGAIN_MS: readonly number[] = [500, 2_000, 5_000]

const FIRST_BRING_MS = 60_000
const MAX_BRING_MS = 30 * 60_000

/** Delay in milliseconds before a document's download is retried, after so many consecutive failures. */
export const bringDelay = (failures: number): number =>
  Math.min(FIRST_BRING_MS * 2 ** Math.min(failures, 10), MAX_BRING_MS)
