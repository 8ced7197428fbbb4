/** What a test does to the writer's thread, on the channel of its file. */
export type WriterFault =
  /** No more pages than there are, or as many as it wants. */
  | { kind: 'full'; isFull: boolean }
  /** Sets the second number of that memory to 1, and stands still until the first is not 0. */
  | { kind: 'stall'; until: Int32Array<SharedArrayBuffer> }
  /** Ends when the next batch is written and not committed, or when it is committed and not answered. */
  | { kind: 'die'; before: 'commit' | 'answer' }

export const faultChannel = (file: string) => `relay-writer ${file}`
