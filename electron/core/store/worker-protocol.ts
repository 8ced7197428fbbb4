import type { StoreErrorKind } from './store-error.ts'

/** What the worker is started with. The key goes by message, never by environment or argument. */
export interface WorkerData {
  path: string
  key: Uint8Array
  /** The person takes the store as it is, although it held more before. */
  acceptShorter?: boolean
}

export type WorkerRequest = { id: number; method: string; args: unknown[] } | { close: true }

export type WorkerReply =
  /** The database is open, or could not be; nothing else is answered before. */
  | { opened: true }
  | { openFailed: { kind: StoreErrorKind; message: string } }
  | { id: number; value: unknown; ms: number }
  | { id: number; error: { kind: StoreErrorKind; message: string } }
  | { closed: true }

/** Instead of a path: the database lasts as long as its thread. */
export const IN_MEMORY = ':memory:'
