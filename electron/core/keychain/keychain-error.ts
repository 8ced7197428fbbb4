import { appError, type AppError, type ErrorCode } from '#shared/bridge/result.ts'

/**
 * Kinds of secret storage failures for callers.
 * - `unavailable`: there is no keychain here, or it does not work as one (no D-Bus, no libsecret, refused).
 * - `locked`: it exists and refuses: it waits for its owner.
 * - `timeout`: its prompt to the owner got no answer.
 * - `corrupt`: the sealed file is damaged. It is left as it is.
 * - `wrong-passphrase`, `weak-passphrase`: of the sealed file.
 * - `exists`: there is one already, and it is not replaced.
 * - `invalid-secret`: a value that no keychain stores whole.
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

/** Carries no secret and no cause: a cause is foreign text, and errors are logged. */
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

/** Error shown to a window. */
export const keychainAppError = ({ kind, detail }: KeychainError): AppError =>
  appError(CODES[kind], { detail })
