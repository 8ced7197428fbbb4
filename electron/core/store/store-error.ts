import { appError, type AppError } from '#shared/bridge/result.ts'

/** Kinds of store failures for callers. */
export type StoreErrorKind = 'corrupt' | 'full' | 'closed' | 'died' | 'shorter' | 'newer' | 'unknown'

/**
 * Store error on this side of the worker: `instanceof` and custom fields do not survive a message between threads.
 */
export class StoreError extends Error {
  readonly kind: StoreErrorKind

  constructor(kind: StoreErrorKind, message: string) {
    super(message)
    this.name = 'StoreError'
    this.kind = kind
  }
}

/** Error code for a store that a newer version of the application has migrated. */
export const STORE_NEWER = 'STORE_NEWER'

/** Kind of an SQLite result code. A wrong key and a damaged header both give `SQLITE_NOTADB`. */
export function storeErrorKind(code: unknown): StoreErrorKind {
  if (typeof code !== 'string') return 'unknown'
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) return 'corrupt'
  // `SQLITE_IOERR_SHMSIZE`: no room for the index of the journal, which every reader needs.
  if (
    code.startsWith('SQLITE_FULL') ||
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    code === 'SQLITE_IOERR_SHMSIZE'
  )
    return 'full'
  return code === STORE_NEWER ? 'newer' : 'unknown'
}

/** True if the disk was full, for a file or for the store. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StoreError) return error.kind === 'full'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}

export function storeAppError(error: StoreError): AppError {
  if (error.kind === 'full') return appError('disk-full')
  if (error.kind === 'newer') return appError('store-newer', { detail: error.message })
  if (error.kind === 'died') return appError('store-stopped')
  return appError('store-failed', { detail: error.message })
}
