import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSealer, isSealable, newKeyPair, openSealed } from '#shared/sealing/sealed-box.ts'
import { wordsOfKey, wordsOfPairing } from '#shared/sealing/compared-words.ts'

const KINDS = ['thin', 'extra', 'brief', 'unreadable', 'keyring'] as const
const newKey = (id = 'key-of-ribera') => ({ id, ...newKeyPair() })

function isOpened(...given: Parameters<typeof openSealed>): boolean {
  try {
    openSealed(...given)
    return true
  } catch {
    return false
  }
}

test('whatever is sealed opens with its key, and the ciphertext shows nothing of it', () => {
  const key = newKey()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.constantFrom(...KINDS), (content, kind) => {
      const sealed = createSealer(key)(kind, content)
      expect([...openSealed(key, kind, sealed)]).toEqual([...content])
      expect(sealed.length).toBe(Math.ceil(((content.length + 48) * 4) / 3))
      if (content.length >= 8)
        expect(Buffer.from(sealed, 'base64url').includes(Buffer.from(content))).toBe(false)
    }),
    { numRuns: 60 },
  )
})

test('it opens with no other key, under no other id, as nothing else, and not with one bit changed', () => {
  const key = newKey()
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom(...KINDS),
      fc.constantFrom(...KINDS),
      fc.nat(),
      (text, kind, other, place) => {
        const sealed = createSealer(key)(kind, text)
        expect(isOpened(newKey(), kind, sealed)).toBe(false)
        expect(isOpened({ ...key, id: 'key-of-soto' }, kind, sealed)).toBe(false)
        if (other !== kind) expect(isOpened(key, other, sealed)).toBe(false)
        const bytes = Buffer.from(sealed, 'base64url')
        const at = place % (bytes.length * 8)
        bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (1 << (at & 7))
        // X25519 ignores the highest bit of a public key; it is authenticated all the same.
        expect(isOpened(key, kind, bytes.toString('base64url'))).toBe(false)
        expect(isOpened(key, kind, sealed.slice(0, place % sealed.length))).toBe(false)
      },
    ),
    { numRuns: 60 },
  )
})

test('the pieces of one thing share no bytes but the ephemeral key, and the same thing is never sealed alike', () => {
  const key = newKey()
  const seal = createSealer(key)
  const [one, two] = [seal('thin', 'the same text'), seal('brief', 'the same text')]
  expect(one.slice(0, 42)).toBe(two.slice(0, 42))
  expect(one.slice(43)).not.toBe(two.slice(43))
  expect(createSealer(key)('thin', 'the same text')).not.toBe(one)
  // Two pieces of one kind would have the same key and nonce.
  expect(() => seal('thin', 'another text')).toThrow('sealed before')
})

test('a key with which anybody can open is none', () => {
  expect(isSealable(newKeyPair().publicKey)).toBe(true)
  expect(isSealable(Buffer.alloc(32).toString('base64url'))).toBe(false)
  expect(isSealable(Buffer.from([1, ...new Uint8Array(31)]).toString('base64url'))).toBe(false)
  expect(isSealable('AAAA')).toBe(false)
})

test('another public key has other words, at the pairing and later', async () => {
  const [own, substituted] = [newKeyPair().publicKey, newKeyPair().publicKey]
  const words = (publicKey: string, nonce = 'A', adminNonce = 'B') =>
    wordsOfPairing({ code: 'K7QF-9M2T', nonce: nonce.repeat(22), publicKey }, adminNonce.repeat(22))
  expect(words(own)).toHaveLength(3)
  expect(words(own)).toEqual(words(own))
  expect(words(substituted)).not.toEqual(words(own))
  expect(words(own, 'C')).not.toEqual(words(own))
  expect(words(own, 'A', 'C')).not.toEqual(words(own))
  expect(await wordsOfKey(own)).toHaveLength(6)
  expect(await wordsOfKey(own)).toEqual(await wordsOfKey(own))
  expect(await wordsOfKey(substituted)).not.toEqual(await wordsOfKey(own))
})
