import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import * as z from 'zod'
import { KeychainError } from './keychain-error.ts'

/**
 * Format of the sealed file: a line of JSON and a line with its SHA-256. Three checks distinguish the errors
 * shown to the user: the sum (the file is damaged), the key-check (the passphrase is another one), the
 * cipher's own tag (the file was altered, and the sum with it).
 *
 * The passphrase becomes a master key by scrypt, whose salt changes with the passphrase; each write derives a
 * key of its own from that with a new salt, and takes a new nonce. So nothing is ever encrypted twice with
 * one pair, and writing does not need the passphrase itself.
 */

/** 128 MiB and about a third of a second per guess. */
const SCRYPT_COST = { N: 2 ** 17, r: 8, p: 1 } as const

const bytes = (length: number) =>
  z.base64url().refine((text) => Buffer.from(text, 'base64url').length === length)

export const kdfSchema = z.strictObject({
  name: z.literal('scrypt'),
  // The bounds keep a forged file from claiming all the memory.
  N: z.literal([2 ** 17, 2 ** 18, 2 ** 19]),
  r: z.literal(8),
  p: z.int().min(1).max(4),
  salt: bytes(32),
})
export type Kdf = z.infer<typeof kdfSchema>

const sealedFileSchema = z.strictObject({
  format: z.literal('ventanilla-secrets'),
  version: z.literal(1),
  kdf: kdfSchema,
  check: bytes(32),
  write: z.strictObject({ salt: bytes(32), nonce: bytes(12) }),
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

/** Data authenticated by the tag besides the secrets. */
const vouched = ({ format, version, kdf, check, write }: Omit<SealedFile, 'sealed'>) =>
  Buffer.from(JSON.stringify({ format, version, kdf, check, write }))

export function seal(secrets: ReadonlyMap<string, string>, master: Buffer, kdf: Kdf): string {
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
  cipher.setAAD(vouched(head))
  const text = JSON.stringify([...secrets])
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const body = JSON.stringify({ ...head, sealed: sealed.toString('base64url') })
  return `${body}\n${sumOf(body)}\n`
}

/**
 * Parses the file without opening it. Throws `corrupt` for anything that `seal` did not write, to the byte.
 */
export function parseSealed(text: string): SealedFile {
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
 * Opens the secrets. Throws `wrong-passphrase` for another master key, `corrupt` when the secrets do not open
 * with it.
 */
export function unseal(file: SealedFile, master: Buffer): Map<string, string> {
  if (!timingSafeEqual(checkOf(master, file.kdf), Buffer.from(file.check, 'base64url'))) {
    throw new KeychainError('wrong-passphrase', 'the passphrase is another one')
  }
  try {
    const sealed = Buffer.from(file.sealed, 'base64url')
    const key = subKey(master, file.write.salt, 'secrets')
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.write.nonce, 'base64url'), {
      authTagLength: 16,
    })
    decipher.setAAD(vouched(file))
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return new Map(z.array(z.tuple([z.string(), z.string()])).parse(JSON.parse(text.toString('utf8'))))
  } catch {
    throw new KeychainError('corrupt', 'the secrets do not open')
  }
}
