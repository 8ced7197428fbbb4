import { appError, type AppError, type ErrorCode } from '#shared/bridge/result.ts'

/**
 * Kinds of secret storage failures for callers.
 * - `unavailable`: the PC has no keychain, or the keychain does not work (no D-Bus, no libsecret, refused).
 * - `locked`: the keychain exists and refuses, because it waits for its owner.
 * - `timeout`: the owner did not answer the keychain's prompt.
 * - `corrupt`: the sealed file is damaged. It is left unchanged.
 * - `wrong-passphrase`, `weak-passphrase`: errors of the sealed file.
 * - `exists`: a storage already exists, and is not replaced.
 * - `invalid-secret`: the keychain would not store the value unchanged.
 */
export type KeychainErrorKind =
  | 'unavailable'
  | 'locked'
  | 'timeout'
  | 'corrupt'
  | 'wrong-passphrase'
  | 'weak-passphrase'
  | 'exists'
  | 'invalid-secret'

/** Has no secret and no cause: errors are logged, and the text of a cause comes from other programs. */
export class KeychainError extends Error {
  readonly kind: KeychainErrorKind
  /** Reason for support, in the words of the failing component. */
  readonly detail: string

  constructor(kind: KeychainErrorKind, detail: string) {
    super(`keychain ${kind}: ${detail}`)
    this.name = 'KeychainError'
    this.kind = kind
    this.detail = detail
  }
}

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

/** Error for a window. */
export const keychainAppError = ({ kind, detail }: KeychainError): AppError =>
  appError(CODES[kind], { detail })
