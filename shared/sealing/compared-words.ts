import { createHash, scrypt } from 'node:crypto'
import { pairingWords, wordsOf } from '../domain/pairing-words.ts'

/** 32 MB and about a tenth of a second for each guess. */
const COST = { N: 2 ** 15, r: 8, maxmem: 64 * 1024 * 1024 }

/** A digest that is slow to make: a relay in the middle could try keys until the words are the same. */
const slowDigest = (text: string): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(text, 'ventanilla compared words', 32, COST, (error, digest) =>
      error === null ? resolve(digest) : reject(error),
    ),
  )

/** What the words of a pairing are made of. */
export interface PairingParts {
  code: string
  /** Of the PC that gives the code, and of the relay. */
  nonce: string
  relayNonce: string
  /** Public key of that PC; without one from a PC of a version before. */
  publicKey?: string | undefined
}

/**
 * The three words of a pairing. With the PC's key in them, a relay that shows the administrator another key has a code's
 * ten minutes to find one with the same words.
 */
export async function wordsOfPairing({ code, nonce, relayNonce, publicKey }: PairingParts) {
  const text = `${code} ${nonce} ${relayNonce}`
  if (publicKey === undefined) return pairingWords(createHash('sha256').update(text).digest())
  return pairingWords(await slowDigest(`${text} ${publicKey}`))
}

/** Words of a PC's key that have no time limit: twice as many. */
const KEY_WORDS = 6

/** Six words by which two screens show whether they mean the same public key. */
export const wordsOfKey = async (publicKey: string): Promise<string[]> =>
  wordsOf(await slowDigest(`key ${publicKey}`), KEY_WORDS)
