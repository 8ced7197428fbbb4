import { createPublicKey, generateKeyPairSync, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { keyIdOf } from '#electron/core/features/updates/feed-signature.ts'
import type { FeedSignature } from '#shared/update-feed/signature-file.ts'

/** New key pair of Ed25519. The private key stays with the publisher, and is never committed. */
export function newKeyPair(): { privateKey: string; publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicKey: rawPublicKey(privateKey).toString('base64'),
  }
}

/** @param privateKey PEM (PKCS#8) */
export function signFeed(feed: Uint8Array, privateKey: string): FeedSignature {
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not one of Ed25519')
  return { keyId: keyIdOf(rawPublicKey(key)), signature: sign(null, feed, key).toString('base64') }
}

export const publicKeyOf = (privateKey: string): string =>
  rawPublicKey(createPrivateKey(privateKey)).toString('base64')

const rawPublicKey = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')
