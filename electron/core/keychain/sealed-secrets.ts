import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isPassphraseLongEnough, normalPassphrase } from '#shared/domain/passphrase.ts'
import { createSerialQueue } from '../runtime/serial-queue.ts'
import { writeDurably } from './file-secrets.ts'
import { KeychainError } from './keychain-error.ts'
import { deriveKey, newKdf, parseSealed, seal, unseal, type DeriveKey, type Kdf } from './sealed-file.ts'
import type { SecretStore } from './secret-store.ts'

/**
 * `absent`: never created. `sealed`: waits for its passphrase. `open`: until `lock` or the end of the
 * process.
 */
type SealedStatus = 'absent' | 'sealed' | 'open'

/**
 * Secrets in one file under a passphrase. While sealed it behaves as every locked store: `get` answers
 * `null`, `set` and `delete` reject with `locked`.
 */
export interface SealedSecrets extends SecretStore {
  /** Rejects with `corrupt` for a damaged file, which then stays as it is. */
  status(): Promise<SealedStatus>
  /** Creates the file, empty and open. Rejects with `exists`, `weak-passphrase`. */
  create(passphrase: string): Promise<void>
  /** Rejects with `wrong-passphrase`, `corrupt`, or `unavailable` when there is no file. */
  unlock(passphrase: string): Promise<void>
  lock(): Promise<void>
  /**
   * Seals the same secrets with a new passphrase and leaves them open. Rejects as `unlock` and `create` do.
   */
  changePassphrase(current: string, next: string): Promise<void>
}

export interface SealedSecretsOptions {
  path: string
  /** For tests unrelated to the cost of guessing. */
  derive?: DeriveKey
}

interface Opened {
  secrets: ReadonlyMap<string, string>
  master: Buffer
  kdf: Kdf
  /** The file as last read or written. */
  text: string
}

export function createSealedSecrets({ path, derive = deriveKey }: SealedSecretsOptions): SealedSecrets {
  let opened: Opened | null = null
  /** Serializes changes: two from the same state would lose the first. */
  const inTurn = createSerialQueue()

  async function open(passphrase: string): Promise<Opened> {
    const text = await readSealed(path)
    if (text === null) throw new KeychainError('unavailable', 'there is no sealed file')
    const file = parseSealed(text)
    const master = await derive(normalPassphrase(passphrase), file.kdf)
    return { secrets: unseal(file, master), master, kdf: file.kdf, text }
  }

  async function sealWith(passphrase: string, secrets: ReadonlyMap<string, string>): Promise<Opened> {
    if (!isPassphraseLongEnough(passphrase)) {
      throw new KeychainError('weak-passphrase', 'too few characters')
    }
    const kdf = newKdf()
    const master = await derive(normalPassphrase(passphrase), kdf)
    return { secrets, master, kdf, text: seal(secrets, master, kdf) }
  }

  function close(): void {
    opened?.master.fill(0)
    opened = null
  }

  /** Disk before memory: memory must not hold a secret that was not stored. */
  async function change(edit: (secrets: Map<string, string>) => void): Promise<void> {
    if (opened === null) throw new KeychainError('locked', 'the sealed file waits for its passphrase')
    const { master, kdf } = opened
    const secrets = new Map(opened.secrets)
    edit(secrets)
    await refuseStranger(opened.text)
    const text = seal(secrets, master, kdf)
    await writeDurably(path, text)
    opened = { secrets, master, kdf, text }
  }

  /**
   * Never overwrites a file it has not read: it may be a restored backup, or one that can still be repaired.
   */
  async function refuseStranger(known: string): Promise<void> {
    const text = await readSealed(path)
    if (text !== null && text !== known) throw new KeychainError('corrupt', 'changed since it was opened')
  }

  return {
    persistent: true,
    async status() {
      if (opened !== null) return 'open'
      const text = await readSealed(path)
      if (text === null) return 'absent'
      parseSealed(text)
      return 'sealed'
    },
    create: (passphrase) =>
      inTurn(async () => {
        if ((await readSealed(path)) !== null)
          throw new KeychainError('exists', 'there is a sealed file already')
        const made = await sealWith(passphrase, new Map())
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeDurably(path, made.text)
        close()
        opened = made
      }),
    unlock: (passphrase) =>
      inTurn(async () => {
        const found = await open(passphrase)
        close()
        opened = found
      }),
    lock: () => inTurn(async () => close()),
    changePassphrase: (current, next) =>
      inTurn(async () => {
        const found = await open(current)
        const made = await sealWith(next, found.secrets)
        await writeDurably(path, made.text)
        close()
        opened = made
      }),
    get: async (name) => opened?.secrets.get(name) ?? null,
    set: (name, value) => inTurn(() => change((secrets) => secrets.set(name, value))),
    delete: (name) => inTurn(() => change((secrets) => secrets.delete(name))),
  }
}

/** `null` only when there is no such file: an unreadable one is not absent. */
async function readSealed(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'ENOENT') return null
    throw new KeychainError('unavailable', `the sealed file cannot be read (${code})`)
  }
}
