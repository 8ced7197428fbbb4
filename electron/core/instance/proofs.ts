import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Proofs that an end of a connection has read a token, which is never sent. The file has no dependencies: the native
 * host of the browser extension imports it too, and must start at once.
 */

/** A token, nonce or proof: 256 bits in base64url. */
export const SECRET = /^[\w-]{43}$/

/** A token or a nonce. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** @param transcript name of the message, and every earlier field of the conversation */
export const computeProof = (token: string, transcript: readonly string[]): string =>
  createHmac('sha256', token).update(JSON.stringify(transcript)).digest('base64url')

/** @param given matches `SECRET`, so that both proofs have the same length */
export const isProof = (proof: string, token: string, transcript: readonly string[]): boolean =>
  timingSafeEqual(Buffer.from(proof), Buffer.from(computeProof(token, transcript)))
