import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { KeyPair } from './sealed-box.ts'

/**
 * Sealing of records, which every PC of an office reads and writes. The relay has only the public half of an office's
 * key, so a cipher key that is derived from the private half is unknown to it: it can neither read nor make a record.
 */

/** Office's key, with its id. */
export interface RecordKey extends KeyPair {
  id: string
}

const NONCE = 12
const TAG = 16
const PAD = 64

/** Derived keys. A new PC opens thousands of records with one key. */
const recordKeys = new WeakMap<KeyPair, KeyObject>()

function recordKeyOf(pair: KeyPair): KeyObject {
  const known = recordKeys.get(pair)
  if (known) return known
  const secret = Buffer.from(pair.privateKey, 'base64url')
  const derived = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'ventanilla record 1', 32)))
  recordKeys.set(pair, derived)
  return derived
}

/** Data that a body is bound to: a body of one record does not open as another. */
const aboutOf = (keyId: string, recordId: string) => Buffer.from(`ventanilla record 1\n${keyId}\n${recordId}`)

/**
 * Id under which the relay keeps a record: HMAC-SHA-256 of its name, in base64url.
 * @param secret 32 bytes that all PCs of the office share
 */
export const recordIdOf = (secret: Buffer, kind: string, name: string): string =>
  createHmac('sha256', secret).update(`${kind}\n${name}`).digest('base64url')

/**
 * Seals the content of a record with AES-256-GCM. The nonce is random: one key seals fewer than 2³² bodies. Lengths are
 * padded to 64 bytes.
 * @returns id of the key, a dot, and nonce, ciphertext and tag in base64url
 */
export function sealRecord(key: RecordKey, recordId: string, content: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', recordKeyOf(key), nonce, { authTagLength: TAG })
  cipher.setAAD(aboutOf(key.id, recordId))
  const bytes = Buffer.from(content)
  const padding = Buffer.alloc(PAD - (bytes.length % PAD))
  padding[0] = 1
  const sealed = [nonce, cipher.update(Buffer.concat([bytes, padding])), cipher.final(), cipher.getAuthTag()]
  return `${key.id}.${Buffer.concat(sealed).toString('base64url')}`
}

/** Id of the key that a body was sealed with. */
export const keyIdOf = (body: string): string => body.slice(0, Math.max(0, body.lastIndexOf('.')))

/** @throws if the body is not one of this record and key, or was changed */
export function openRecord(key: RecordKey, recordId: string, body: string): string {
  if (keyIdOf(body) !== key.id) throw new Error('the record is sealed with another key')
  const bytes = Buffer.from(body.slice(key.id.length + 1), 'base64url')
  if (bytes.length < NONCE + TAG + PAD) throw new Error('the record is too short')
  const decipher = createDecipheriv('aes-256-gcm', recordKeyOf(key), bytes.subarray(0, NONCE), {
    authTagLength: TAG,
  })
  decipher.setAAD(aboutOf(key.id, recordId))
  decipher.setAuthTag(bytes.subarray(-TAG))
  const opened = Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()])
  return opened.subarray(0, opened.lastIndexOf(1)).toString()
}
