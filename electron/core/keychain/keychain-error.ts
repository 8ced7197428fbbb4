/**
 * What can go wrong with secrets, as far as anyone outside has to know.
 * - `unavailable`: there is no keychain here, or it does not answer as one (no D-Bus, no libsecret, refused).
 * - `locked`: it is there and says no: it waits for its owner.
 * - `timeout`: it asked its owner something that nobody answered.
 * - `corrupt`: the sealed file is damaged. It is left as it is.
 * - `wrong-passphrase`, `weak-passphrase`: of the sealed file.
 * - `exists`: there is one already, and it is not replaced.
 * - `invalid-secret`: a value that no keychain keeps whole.
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

/** Carries no secret and no cause: a cause is somebody else's text, and errors are logged. */
export class KeychainError extends Error {
  readonly kind: KeychainErrorKind
  /** For support: why, in the words of whoever refused. */
  readonly detail: string

  constructor(kind: KeychainErrorKind, detail: string) {
    super(`keychain ${kind}: ${detail}`)
    this.name = 'KeychainError'
    this.kind = kind
    this.detail = detail
  }
}
