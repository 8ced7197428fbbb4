import type { StoreErrorKind } from './store-error.ts'

/** Start data of the worker. The key is sent as a message, never in the environment or an argument. */
export interface WorkerData {
  path: string
  key: Uint8Array
  /** True if the user accepts the store as it is, although it had more data before. */
  acceptShorter?: boolean
}

export type WorkerRequest = { id: number; method: string; args: unknown[] } | { close: true }

export type WorkerReply =
  /** Result of opening the database. No call is answered before this. */
  | { opened: true }
  | { openFailed: { kind: StoreErrorKind; message: string } }
  | { id: number; value: unknown; ms: number }
  | { id: number; error: { kind: StoreErrorKind; message: string } }
  /** Rows that an earlier search of cases missed are indexed now. */
  | { searchable: true }
  /** Something was changed here that the office shares. */
  | { shared: true }
  | { closed: true }

/** Path of a database in memory. It lives as long as its thread. */
export const IN_MEMORY = ':memory:'
