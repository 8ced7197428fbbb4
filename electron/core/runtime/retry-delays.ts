/** Until a step that the network took is tried again; after the last one it waits for the person's word. */
export const TRY_AGAIN_MS: readonly number[] = [500, 2_000, 5_000]

const FIRST_BRING_MS = 60_000
const MAX_BRING_MS = 30 * 60_000

/** Until a document that could not be brought is tried again by itself, after so many failures in a row. */
export const bringDelay = (failures: number): number =>
  Math.min(FIRST_BRING_MS * 2 ** Math.min(failures, 10), MAX_BRING_MS)
