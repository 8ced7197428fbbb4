/** What a test does to the writer's thread, on the channel of its file. */
export type WriterFault =
  /** No more pages than there are, or as many as it wants. */
  | { kind: 'full'; isFull: boolean }
  /** Stands still until the number in that memory is not 0. */
  | { kind: 'stall'; until: Int32Array<SharedArrayBuffer> }
  /** Ends after the next commit, before it is told. */
  | { kind: 'die' }

export const faultChannel = (file: string) => `relay-writer ${file}`
