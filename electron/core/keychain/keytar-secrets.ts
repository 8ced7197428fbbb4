import { randomBytes } from 'node:crypto'
import { KeychainError } from './keychain-error.ts'
import { createKeytarLane } from './keytar-lane.ts'
import type { LoadKeytar } from './keytar-port.ts'
import type { SecretStore } from './secret-store.ts'

/** The system's keychain. */
export interface SystemSecrets extends SecretStore {
  /** Stores, reads and removes a secret of no value. Rejects with a `KeychainError` saying what is not possible. */
  roundTrip(): Promise<void>
  /** Lets go of the process behind it; a later call starts another. */
  close(): void
}

export interface KeytarSecretsOptions {
  /** The name all our secrets have in common; a person sees it in the keychain's own screen. */
  service?: string
  load: LoadKeytar
  /** Milliseconds for a call. A locked keychain asks its owner, so this is time for somebody to type a password. */
  limitMs?: number
  /** Milliseconds without a call after which keytar's process is let go. */
  idleMs?: number
}

/** Well-formed, not empty, and with nothing that ends a string in C: what comes back is then what was stored. */
const isStorable = (value: string) => value !== '' && !value.includes('\0') && value.isWellFormed()

/**
 * Secrets in the system's keychain: Keychain on macOS, Credential Manager on Windows, the Secret Service on Linux.
 * Nothing is loaded before the first call. `set` reads back what it stored: a keychain's word is not enough for a
 * key that will encrypt data.
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
    // A name of its own: two cores that look at once must not take each other's away.
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
      // "Nothing removed" is what a locked keychain says too. Storing something asks its owner to unlock it.
      await roundTrip()
      await remove(name)
    },
    roundTrip,
    close: lane.close,
  }
}

/** The system's messages are somebody else's text: one that quotes the secret loses it here. */
function withoutValue(error: unknown, value: string): unknown {
  if (!(error instanceof KeychainError) || !error.detail.includes(value)) return error
  return new KeychainError(error.kind, error.detail.replaceAll(value, '…'))
}
