import { createHash } from 'node:crypto'
import type { DeriveKey } from '#electron/core/keychain/sealed-secrets.ts'

/** Instant key derivation, for tests of everything but the cost of guessing. */
export const quickDerive: DeriveKey = async (passphrase, { salt }) =>
  createHash('sha256').update(salt).update(passphrase).digest()
