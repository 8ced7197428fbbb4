/**
 * Signatures of a feed: one line each, `ed25519 <key id> <base64>`. Several, so that a key can be replaced: signed with
 * both, the feed is accepted by installations that know either.
 */
export interface FeedSignature {
  keyId: string
  /** Base64. */
  signature: string
}

export const MAX_SIGNATURE_BYTES = 4 * 1024
const MAX_SIGNATURES = 8
const LINE = /^ed25519 ([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==)$/

/** Lines of other kinds are left out: a later version may add one. */
export const readSignatures = (text: string): FeedSignature[] =>
  text
    .split('\n', MAX_SIGNATURES * 2)
    .flatMap((line) => {
      const [, keyId, signature] = LINE.exec(line.trim()) ?? []
      return keyId !== undefined && signature !== undefined ? [{ keyId, signature }] : []
    })
    .slice(0, MAX_SIGNATURES)

export const writeSignatures = (signatures: readonly FeedSignature[]): string =>
  signatures.map(({ keyId, signature }) => `ed25519 ${keyId} ${signature}\n`).join('')
