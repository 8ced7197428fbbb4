import { appError, type AppError, type ErrorCode } from '#shared/bridge/result.ts'
import type { KeychainError, KeychainErrorKind } from './keychain-error.ts'

const CODES: Readonly<Record<KeychainErrorKind, ErrorCode>> = {
  unavailable: 'keychain-unavailable',
  locked: 'keychain-locked',
  timeout: 'keychain-locked',
  corrupt: 'keychain-damaged',
  'wrong-passphrase': 'passphrase-wrong',
  'weak-passphrase': 'passphrase-short',
  exists: 'invalid-request',
  'invalid-secret': 'bad-key',
}

/** Error shown to a window. */
export const keychainAppError = ({ kind, detail }: KeychainError): AppError =>
  appError(CODES[kind], { detail })
