import { createHash, randomBytes, scrypt } from 'node:crypto'
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

/** Random half of the words of a pairing: 16 bytes in base64url. */
export const newPairingNonce = (): string => randomBytes(16).toString('base64url')

const digestOf = (purpose: string, parts: readonly string[]): Buffer =>
  createHash('sha256')
    .update([`ventanilla pairing 2 ${purpose}`, ...parts].join('\n'))
    .digest()

/** Values that the new PC is committed to. */
export interface PairingCommitted {
  code: string
  /** Key of the new PC. */
  publicKey: string
  /** Nonce of the new PC. */
  nonce: string
}

/** Commitment that the new PC gives with its key, before it knows the administrator's nonce. */
export const pairingCommitment = ({ code, publicKey, nonce }: PairingCommitted): string =>
  digestOf('commitment', [code, publicKey, nonce]).toString('base64url')

/**
 * The three words of a pairing. A relay in the middle cannot search for a key with the same words: it has to commit to
 * a key and a nonce before it learns the administrator's nonce, and the new PC reveals its own nonce last.
 */
export const wordsOfPairing = (
  { code, publicKey, nonce }: PairingCommitted,
  adminNonce: string,
): [string, string, string] => pairingWords(digestOf('words', [code, publicKey, nonce, adminNonce]))

/** The administrator's half of a pairing. */
export interface PairingAnswer {
  readonly publicKey: string
  /** The administrator's nonce, for the relay to pass on. */
  readonly adminNonce: string
  /** The words, once the relay tells the PC's nonce; `null` if key or nonce are not those of the commitment. */
  words(key: { publicKey: string; nonce?: string | undefined } | undefined): [string, string, string] | null
}

/** Answers a commitment with a fresh nonce. Only this key and this commitment count from now on. */
export function answerPairing(code: string, given: { publicKey: string; commitment: string }): PairingAnswer {
  const { publicKey, commitment } = given
  const adminNonce = newPairingNonce()
  return {
    publicKey,
    adminNonce,
    words(key) {
      if (key?.nonce === undefined || key.publicKey !== publicKey) return null
      const committed = { code, publicKey, nonce: key.nonce }
      return pairingCommitment(committed) === commitment ? wordsOfPairing(committed, adminNonce) : null
    },
  }
}

/** Words of a PC's key that have no time limit: twice as many. */
const KEY_WORDS = 6

/** Six words by which two screens show whether they mean the same public key. */
export const wordsOfKey = async (publicKey: string): Promise<string[]> =>
  wordsOf(await slowDigest(`key ${publicKey}`), KEY_WORDS)
