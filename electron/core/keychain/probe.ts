import { KeychainError } from './keychain-error.ts'
import type { SystemSecrets } from './keytar-secrets.ts'

export type KeychainProbe = { state: 'available' } | { state: 'locked' | 'unavailable'; why: string }

/**
 * Checks that the system's keychain stores secrets, by storing one: a locked keychain answers reads as if it
 * were empty. On a locked one this prompts its owner to unlock it.
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
