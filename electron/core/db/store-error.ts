import { appError, type AppError } from '#shared/bridge/result.ts'

/** What went wrong in the store, as far as anyone outside it has to know. */
export type StoreErrorKind = 'corrupt' | 'full' | 'closed' | 'died' | 'unknown'

/** An error of the store on this side of the worker: `instanceof` and custom fields do not survive the crossing. */
export class StoreError extends Error {
  readonly kind: StoreErrorKind

  constructor(kind: StoreErrorKind, message: string) {
    super(message)
    this.name = 'StoreError'
    this.kind = kind
  }
}

/** SQLite's result code as a kind. A wrong key and a damaged header both answer `SQLITE_NOTADB`. */
export function storeErrorKind(code: unknown): StoreErrorKind {
  if (typeof code !== 'string') return 'unknown'
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) return 'corrupt'
  if (code.startsWith('SQLITE_FULL')) return 'full'
  return 'unknown'
}

export function storeAppError(error: StoreError): AppError {
  if (error.kind === 'full') return appError('disk-full')
  if (error.kind === 'died') return appError('store-stopped')
  return appError('store-failed', { detail: error.message })
}
