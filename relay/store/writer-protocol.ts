import type { alarmWrites } from './alarm.writes.ts'
import type { ingestWrites } from './ingest.writes.ts'
import type { officeWrites } from './office.writes.ts'
import type { receiptWrites } from './receipt.writes.ts'
import type { retentionWrites } from './retention.writes.ts'

/** Every write there is, by name. */
export type Writes = ReturnType<typeof ingestWrites> &
  ReturnType<typeof officeWrites> &
  ReturnType<typeof receiptWrites> &
  ReturnType<typeof alarmWrites> &
  ReturnType<typeof retentionWrites>

export type WriteName = keyof Writes
export type WriteArgs<N extends WriteName> = Parameters<Writes[N]>[0]
export type WriteResult<N extends WriteName> = ReturnType<Writes[N]>

/** A write that was committed. */
export type Written = {
  [N in WriteName]: { name: N; args: WriteArgs<N>; value: WriteResult<N> }
}[WriteName]

export interface WriterData {
  file: string
  guardFile: string
  epoch: string
}

/** To the thread: writes of one transaction, or the order to end. */
export type WriterRequest =
  { kind: 'batch'; writes: { name: WriteName; args: unknown }[] } | { kind: 'close' }

export type WriteOutcome = { ok: true; value: unknown } | { ok: false; message: string }

/** From the thread: an outcome for each write, after the commit; or why there was none. */
export type WriterReply =
  | { kind: 'committed'; outcomes: WriteOutcome[]; ms: number }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'closed' }
