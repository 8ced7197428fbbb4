import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { readSignatures } from '#shared/update-feed/signature-file.ts'

const KEY_BYTES = 32

/** Short name of a public key, for the lines of a signature file. */
export const keyIdOf = (publicKey: Uint8Array): string =>
  createHash('sha256').update(publicKey).digest('hex').slice(0, 16)

/**
 * Checks who signed a feed, over its bytes as received.
 * @param publicKeys Ed25519 keys of this build, in base64; any of them will do
 */
export function checkSignature(
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
    return key !== undefined && verify(null, feed, keyObject(key), Buffer.from(signature, 'base64'))
  })
  return isOurs ? 'ours' : 'other'
}

function keyObject(bytes: Buffer): KeyObject {
  if (bytes.length !== KEY_BYTES) throw new Error('not an Ed25519 public key')
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') },
    format: 'jwk',
  })
}
