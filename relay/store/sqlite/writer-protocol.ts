import type { Write, WriteOutcome } from '../writes.ts'

export interface WriterData {
  file: string
  guardFile: string
  epoch: string
}

/** To the thread: writes of one transaction, or the order to end. */
export type WriterRequest = { kind: 'batch'; writes: readonly Write[] } | { kind: 'close' }

/** From the thread: an outcome for each write, after the commit; or why there was none. */
export type WriterReply =
  | { kind: 'committed'; outcomes: WriteOutcome[] }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'closed' }
