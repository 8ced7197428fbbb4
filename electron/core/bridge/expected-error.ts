import { appError, type AppError } from '#shared/bridge/result.ts'
import { keychainAppError } from '../keychain/keychain-app-error.ts'
import { KeychainError } from '../keychain/keychain-error.ts'
import { isDiskFull, storeAppError, StoreError } from '../store/store-error.ts'

/**
 * What a command answers for a failure that has a reason of its own; `null` for any other, which is a bug.
 * @param ofStore reason that the store is not open
 */
export function expectedError(error: unknown, ofStore: AppError | undefined): AppError | null {
  if (error instanceof StoreError) return ofStore ?? storeAppError(error)
  if (error instanceof KeychainError) return keychainAppError(error)
  if (isDiskFull(error)) return appError('disk-full')
  // Half a character: it has no URL encoding, and no resource here has that name.
  if (error instanceof URIError) return appError('invalid-request', { detail: 'not well-formed' })
  return null
}
