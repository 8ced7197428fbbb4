import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { isPassphraseLongEnough, normalPassphrase } from '#shared/domain/typed-secrets.ts'
import { createSerialQueue } from '../runtime/serial-queue.ts'
import { writeDurably } from './file-secrets.ts'
import { KeychainError } from './keychain-error.ts'
import type { SecretStore } from './secret-store.ts'

/**
 * Format of the sealed file: a line of JSON and a line with its SHA-256. Three checks distinguish the errors shown to
 * the user. A wrong sum means a damaged file. A wrong key-check means another passphrase. A wrong cipher tag means
 * that the file and its sum were altered.
 *
 * Scrypt derives a master key from the passphrase. Its salt changes with the passphrase. Each write derives its own
 * key from the master key with a new salt, and uses a new nonce. So no pair of key and nonce encrypts twice, and a
 * write does not need the passphrase.
 */

/** Cost of a guess: 128 MiB and about a third of a second. */
const SCRYPT_COST = { N: 2 ** 17, r: 8, p: 1 } as const

const createBytesSchema = (length: number) =>
  z.base64url().refine((text) => Buffer.from(text, 'base64url').length === length)

export const kdfSchema = z.strictObject({
  name: z.literal('scrypt'),
  // The bounds prevent a forged file from using all the memory.
  N: z.literal([2 ** 17, 2 ** 18, 2 ** 19]),
  r: z.literal(8),
  p: z.int().min(1).max(4),
  salt: createBytesSchema(32),
})
export type Kdf = z.infer<typeof kdfSchema>

const sealedFileSchema = z.strictObject({
  format: z.literal('ventanilla-secrets'),
  version: z.literal(1),
  kdf: kdfSchema,
  check: createBytesSchema(32),
  write: z.strictObject({ salt: createBytesSchema(32), nonce: createBytesSchema(12) }),
  sealed: z.base64url(),
})
export type SealedFile = z.infer<typeof sealedFileSchema>

export const newKdf = (): Kdf => ({
  name: 'scrypt',
  ...SCRYPT_COST,
  salt: randomBytes(32).toString('base64url'),
})

/** Derives the master key from a passphrase. */
export type DeriveKey = (passphrase: string, kdf: Kdf) => Promise<Buffer>

export const deriveKey: DeriveKey = async (passphrase, { N, r, p, salt }) => {
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
  return derive(passphrase, Buffer.from(salt, 'base64url'), 32, {
    N,
    r,
    p,
    maxmem: 128 * N * r * p + 2 ** 25,
  })
}

const subKey = (master: Buffer, salt: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', master, Buffer.from(salt, 'base64url'), `ventanilla ${purpose}`, 32))

const checkOf = (master: Buffer, kdf: Kdf) => subKey(master, kdf.salt, 'key check')

const sumOf = (body: string) => createHash('sha256').update(body).digest('hex')

/** Data that the tag authenticates besides the secrets. */
const buildAuthenticatedData = ({ format, version, kdf, check, write }: Omit<SealedFile, 'sealed'>) =>
  Buffer.from(JSON.stringify({ format, version, kdf, check, write }))

function seal(secrets: ReadonlyMap<string, string>, master: Buffer, kdf: Kdf): string {
  const write = {
    salt: randomBytes(32).toString('base64url'),
    nonce: randomBytes(12).toString('base64url'),
  }
  const head = {
    format: 'ventanilla-secrets',
    version: 1,
    kdf,
    check: checkOf(master, kdf).toString('base64url'),
    write,
  } as const
  const key = subKey(master, write.salt, 'secrets')
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(write.nonce, 'base64url'))
  cipher.setAAD(buildAuthenticatedData(head))
  const text = JSON.stringify([...secrets])
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const body = JSON.stringify({ ...head, sealed: sealed.toString('base64url') })
  return `${body}\n${sumOf(body)}\n`
}

/** Parses the file without opening it. Throws `corrupt` unless every byte is as `seal` writes it. */
function parseSealed(text: string): SealedFile {
  const [body = ''] = text.split('\n', 1)
  if (text !== `${body}\n${sumOf(body)}\n`) throw new KeychainError('corrupt', 'the sum does not match')
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    parsed = null
  }
  const file = sealedFileSchema.safeParse(parsed)
  if (!file.success) throw new KeychainError('corrupt', 'not a file of this version')
  return file.data
}

/**
 * Opens the secrets. Throws `wrong-passphrase` for another master key, and `corrupt` if the secrets do not open with
 * the right key.
 */
function unseal(file: SealedFile, master: Buffer): Map<string, string> {
  if (!timingSafeEqual(checkOf(master, file.kdf), Buffer.from(file.check, 'base64url'))) {
    throw new KeychainError('wrong-passphrase', 'the passphrase is another one')
  }
  try {
    const sealed = Buffer.from(file.sealed, 'base64url')
    const key = subKey(master, file.write.salt, 'secrets')
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.write.nonce, 'base64url'), {
      authTagLength: 16,
    })
    decipher.setAAD(buildAuthenticatedData(file))
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return new Map(z.array(z.tuple([z.string(), z.string()])).parse(JSON.parse(text.toString('utf8'))))
  } catch {
    throw new KeychainError('corrupt', 'the secrets do not open')
  }
}

/**
 * `absent`: the file was never created. `sealed`: it waits for its passphrase. `open`: until `lock` or the end of the
 * process.
 */
type SealedStatus = 'absent' | 'sealed' | 'open'

/**
 * Secrets in one file under a passphrase. While sealed it behaves like every locked store: `get` answers `null`, and
 * `set` and `delete` reject with `locked`.
 */
export interface SealedSecrets extends SecretStore {
  /** Rejects with `corrupt` for a damaged file, which stays unchanged. */
  status(): Promise<SealedStatus>
  /** Creates the file, empty and open. Rejects with `exists`, `weak-passphrase`. */
  create(passphrase: string): Promise<void>
  /** Rejects with `wrong-passphrase`, `corrupt`, or `unavailable` if there is no file. */
  unlock(passphrase: string): Promise<void>
  lock(): Promise<void>
  /** Seals the same secrets with a new passphrase, and leaves them open. Rejects like `unlock` and `create`. */
  changePassphrase(current: string, next: string): Promise<void>
}

export interface SealedSecretsOptions {
  path: string
  /** Replaces the key derivation in tests that do not test the cost of guessing. */
  derive?: DeriveKey
}

interface Opened {
  secrets: ReadonlyMap<string, string>
  master: Buffer
  kdf: Kdf
  /** Content of the file as last read or written. */
  text: string
}

export function createSealedSecrets({ path, derive = deriveKey }: SealedSecretsOptions): SealedSecrets {
  let opened: Opened | null = null
  /** Serializes changes: two changes of the same state would lose the first. */
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

  /** Writes to disk before memory: memory must not hold a secret that was not stored. */
  async function change(edit: (secrets: Map<string, string>) => void): Promise<void> {
    if (opened === null) throw new KeychainError('locked', 'the sealed file waits for its passphrase')
    const { master, kdf } = opened
    const secrets = new Map(opened.secrets)
    edit(secrets)
    await requireKnownFile(opened.text)
    const text = seal(secrets, master, kdf)
    await writeDurably(path, text)
    opened = { secrets, master, kdf, text }
  }

  /**
   * Refuses to overwrite a file that this process has not read: it may be a restored backup, or a file that can still
   * be repaired.
   */
  async function requireKnownFile(known: string): Promise<void> {
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

/** Content of the file, or `null` if there is no file. An unreadable file is an error. */
async function readSealed(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'ENOENT') return null
    throw new KeychainError('unavailable', `the sealed file cannot be read (${code})`)
  }
}
