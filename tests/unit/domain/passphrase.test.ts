import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPassphraseLongEnough, normalPassphrase } from '#shared/domain/typed-secrets.ts'

test.each([
  ['', false],
  ['123456789', false],
  ['1234567890', true],
  ['tres palabras', true],
  // Nine letters, however the accents are composed.
  ['a\u0301'.repeat(9), false],
  ['a\u0301'.repeat(10), true],
  // Two UTF-16 units each, and one character to the user.
  ['𐐷'.repeat(9), false],
])('%j: %s', (typed, expected) => expect(isPassphraseLongEnough(typed)).toBe(expected))

test('one composed in another way is the same passphrase', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      expect(normalPassphrase(typed.normalize('NFD'))).toBe(normalPassphrase(typed.normalize('NFC')))
      expect(isPassphraseLongEnough(typed.normalize('NFD'))).toBe(isPassphraseLongEnough(typed))
    }),
  ))
