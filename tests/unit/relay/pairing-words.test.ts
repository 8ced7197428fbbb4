import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pairingWords } from '#shared/sealing/compared-words.ts'

const digestOf = (text: string) => createHash('sha256').update(text).digest()

test('the same exchange gives the same three words on both screens', () => {
  const text = 'K7QF-9M2T AAAAAAAAAAAAAAAAAAAAAA BBBBBBBBBBBBBBBBBBBBBB'
  expect(pairingWords(digestOf(text))).toEqual(pairingWords(new Uint8Array(digestOf(text))))
  expect(pairingWords(digestOf(text))).not.toEqual(pairingWords(digestOf(`${text}x`)))
})

test('each byte has a word of its own', () => {
  const words = Array.from({ length: 256 }, (_, byte) => pairingWords(new Uint8Array(32).fill(byte)))
  expect(new Set(words.map(([first]) => first)).size).toBe(256)
  for (const [first, second, third] of words) {
    expect(first).toMatch(/^[a-z]{4,8}$/)
    expect([second, third]).toEqual([first, first])
  }
})

test('anything but a whole digest is refused', () => {
  expect(() => pairingWords(new Uint8Array(31))).toThrow(RangeError)
})
