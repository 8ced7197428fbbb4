/** Until a step that the network took is tried again; after the last one it waits for the person's word. */
export const TRY_AGAIN_MS: readonly number[] = [500, 2_000, 5_000]
