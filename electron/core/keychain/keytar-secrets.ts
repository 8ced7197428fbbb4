import { randomBytes } from 'node:crypto'
import { KeychainError } from './keychain-error.ts'
import { createKeytarLane } from './keytar-lane.ts'
import type { LoadKeytar } from './keytar-port.ts'
import type { SecretStore } from './secret-store.ts'

/** The system's keychain. */
export interface SystemSecrets extends SecretStore {
  /** Stores, reads and removes a secret without value. Rejects with a `KeychainError` naming the failure. */
  roundTrip(): Promise<void>
  /** Releases the process behind it; a later call starts another. */
  close(): void
}

export interface KeytarSecretsOptions {
  /** Service name common to all our secrets, shown by the keychain's own interface. */
  service?: string
  load: LoadKeytar
  /**
   * Timeout of a call, in milliseconds. A locked keychain prompts its owner, so it includes typing a
   * password.
   */
  limitMs?: number
  /** Idle time in milliseconds after which keytar's process is released. */
  idleMs?: number
}

/** True for well-formed text, not empty and without a C string terminator: it is then read back unchanged. */
const isStorable = (value: string) => value !== '' && !value.includes('\0') && value.isWellFormed()

/**
 * Secrets in the system's keychain: Keychain on macOS, Credential Manager on Windows, the Secret Service on
 * Linux. Nothing is loaded before the first call. `set` reads back the stored value: a reported success is
 * not enough for a key that will encrypt data.
 */
export function createKeytarSecrets(options: KeytarSecretsOptions): SystemSecrets {
  const { service = 'Ventanilla', load, limitMs = 60_000, idleMs = 2_000 } = options
  const lane = createKeytarLane({ service, load, limitMs, idleMs })

  async function set(name: string, value: string): Promise<void> {
    if (!isStorable(value)) throw new KeychainError('invalid-secret', 'not a text that can be kept whole')
    try {
      await lane.run(async (keytar) => {
        await keytar.setPassword(service, name, value)
        const kept = await keytar.getPassword(service, name)
        if (kept === null) throw new KeychainError('locked', 'it did not keep the secret')
        if (kept !== value) throw new KeychainError('unavailable', 'it kept another value')
      })
    } catch (error) {
      throw withoutValue(error, value)
    }
  }

  const remove = (name: string) => lane.run((keytar) => keytar.deletePassword(service, name))

  async function roundTrip(): Promise<void> {
    // A unique name: two concurrent probes must not delete each other's secret.
    const name = `probe-${randomBytes(6).toString('hex')}`
    const cleanUp = () => remove(name).catch(() => undefined)
    try {
      await set(name, 'probe')
    } catch (error) {
      // There is hardly anything to remove, and the caller has waited long enough.
      void cleanUp()
      throw error
    }
    await cleanUp()
  }

  return {
    persistent: true,
    get: (name) => lane.run((keytar) => keytar.getPassword(service, name)),
    set,
    async delete(name) {
      if (await remove(name)) return
      // A locked keychain also reports "nothing removed". Storing a secret prompts its owner to unlock it.
      await roundTrip()
      await remove(name)
    },
    roundTrip,
    close: lane.close,
  }
}

/** Removes the secret's value from the system's error message, which may quote it. */
function withoutValue(error: unknown, value: string): unknown {
  if (!(error instanceof KeychainError) || !error.detail.includes(value)) return error
  return new KeychainError(error.kind, error.detail.replaceAll(value, '…'))
}
