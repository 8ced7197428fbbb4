import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { Feed } from '#shared/update-feed/feed.ts'
import {
  MAX_FEED_BYTES,
  signatureName,
  readSignatures,
  MAX_SIGNATURE_BYTES,
} from '#shared/update-feed/format.ts'
import { UpdateError } from './update-engine.ts'
import { isAllowedAddress, type UpdateServer } from './update-server.ts'

const KEY_BYTES = 32

/** Short name of a public key, for the lines of a signature file. */
export const keyIdOf = (publicKey: Uint8Array): string =>
  createHash('sha256').update(publicKey).digest('hex').slice(0, 16)

/**
 * Checks the signature of a feed over the received bytes.
 * @param publicKeys Ed25519 keys of this build, in base64. One valid signature is enough
 */
function checkSignature(
  feed: Uint8Array,
  signatureFile: string,
  publicKeys: readonly string[],
): 'ours' | 'unsigned' | 'other' {
  const signatures = readSignatures(signatureFile)
  if (signatures.length === 0) return 'unsigned'
  const keys = new Map(
    publicKeys.map((key) => {
      const bytes = Buffer.from(key, 'base64')
      return [keyIdOf(bytes), bytes] as const
    }),
  )
  const isOurs = signatures.some(({ keyId, signature }) => {
    const key = keys.get(keyId)
    return key !== undefined && verify(null, feed, createKeyObject(key), Buffer.from(signature, 'base64'))
  })
  return isOurs ? 'ours' : 'other'
}

function createKeyObject(bytes: Buffer): KeyObject {
  if (bytes.length !== KEY_BYTES) throw new Error('not an Ed25519 public key')
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') },
    format: 'jwk',
  })
}

/** Address of the updates, and the keys that sign them. */
export interface UpdateSource {
  /** Address of the directory with the feeds. */
  feed: string
  /** Ed25519 public keys, in base64. */
  keys: readonly string[]
}

/** Address of a file beside the feeds. */
export function resolveAddress(directory: string, name: string): URL {
  const base = URL.parse(directory)
  if (!base || !isAllowedAddress(base)) throw new UpdateError('address', 'not https')
  // As in electron-updater, the address is a directory, with or without the final slash.
  if (!base.pathname.endsWith('/')) base.pathname += '/'
  const address = new URL(encodeURIComponent(name), base)
  address.search = base.search
  return address
}

/**
 * Reads a feed. Its signature is checked over the received bytes before the content is parsed.
 * @throws UpdateError
 */
export async function readSignedFeed(
  server: Pick<UpdateServer, 'read'>,
  source: UpdateSource,
  name: string,
  signal: AbortSignal,
): Promise<Feed> {
  if (source.feed === '' || source.keys.length === 0) throw new UpdateError('no-feed', 'not configured')
  const bytes = await server.read(resolveAddress(source.feed, name), MAX_FEED_BYTES, signal)
  const signatures = await server
    .read(resolveAddress(source.feed, signatureName(name)), MAX_SIGNATURE_BYTES, signal)
    .catch((error: unknown) => {
      if (error instanceof UpdateError && error.code === 'not-there')
        throw new UpdateError('unsigned', error.message)
      throw error
    })
  const signed = checkSignature(bytes, signatures.toString('utf8'), source.keys)
  if (signed === 'unsigned') throw new UpdateError('unsigned', 'no signature in its file')
  if (signed === 'other') throw new UpdateError('other-signature', 'none of the keys of this build')
  // The parser is loaded with the first feed, because a start does not need it.
  const { readFeed } = await import('#shared/update-feed/feed.ts')
  const feed = readFeed(bytes.toString('utf8'))
  if (!feed) throw new UpdateError('feed-damaged', 'signed, and not a feed')
  return feed
}
