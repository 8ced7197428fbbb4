import { KeychainError } from './keychain-error.ts'
import type { SystemSecrets } from './keytar-secrets.ts'

export type KeychainProbe = { state: 'available' } | { state: 'locked' | 'unavailable'; why: string }

/**
 * Whether secrets can be kept in the system's keychain, by keeping one: a keychain that is locked answers questions
 * as if it were empty, so only storing tells. On a locked one this asks its owner to unlock it.
 */
export async function probeKeychain(secrets: Pick<SystemSecrets, 'roundTrip'>): Promise<KeychainProbe> {
  try {
    await secrets.roundTrip()
    return { state: 'available' }
  } catch (error) {
    if (!(error instanceof KeychainError)) throw error
    const { kind, detail } = error
    return { state: kind === 'locked' || kind === 'timeout' ? 'locked' : 'unavailable', why: detail }
  }
}
