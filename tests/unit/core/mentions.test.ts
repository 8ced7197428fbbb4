import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMentions } from '#electron/core/features/data-subjects/data-subjects.rules.ts'

describe('who a text names', () => {
  test.each([
    '12345678Z',
    '12.345.678-Z',
    '12345678-z',
    '12.345.678_Z',
    'NIF: 12 345 678 Z.',
    'ES12345678Z',
    '(12345678Z)',
    'vende 12345678z a otro',
    'vende 12\u200B345678\u202CZ a otro',
    'DNI １２３４５６７８Ｚ',
  ])('%s is theirs', (text) => {
    expect(createMentions('12345678Z').matchesText(text)).toBe(true)
    expect(createMentions('12345678Z').mayMatch(text)).toBe(true)
  })

  test.each(['', '12345678', '112345678Z', '12345678ZA', '12345679Z', 'A12345678Z', '1234-5678 Zona'])(
    '%s is not',
    (text) => {
      expect(createMentions('12345678Z').matchesText(text)).toBe(false)
    },
  )

  test('zeros in front are typed, or not', () => {
    for (const text of ['1234567L', '01234567L', 'dni 1.234.567-L'])
      expect(createMentions('01234567L').matchesText(text)).toBe(true)
    expect(createMentions('01234567L').matchesText('91234567L')).toBe(false)
  })

  test('wherever it is in a value, and what is left names them no more', () => {
    const value = {
      signer: { idNumber: '12.345.678-Z', address: [{ of: ['x', '12345678Z'] }] },
      n: 4,
      nothing: null,
    }
    const mentions = createMentions('12345678Z')
    expect(mentions.matchesValue(value)).toBe(true)
    expect(mentions.redact(value)).toEqual({
      signer: { idNumber: '', address: [{ of: ['x', ''] }] },
      n: 4,
      nothing: null,
    })
  })

  test('the quick look never misses what the whole one finds, and the rest is gone', () => {
    const taxId = fc
      .tuple(
        fc.stringMatching(/^[0-9XYZABK]$/),
        fc.stringMatching(/^\d{7}$/),
        fc.stringMatching(/^[A-Z0-9]$/),
      )
      .map((parts) => parts.join(''))
    const separator = fc.constantFrom('', '-', '.', ' ', '/')
    fc.assert(
      fc.property(
        taxId,
        fc.array(separator, { minLength: 9, maxLength: 9 }),
        fc.constantFrom('', 'NIF ', '¿', 'es '),
        fc.jsonValue(),
        (id, separators, before, rest) => {
          const typed = before + [...id].map((letter, at) => letter.toLowerCase() + separators[at]!).join('')
          const value = { typed, rest }
          const mentions = createMentions(id)
          expect(mentions.matchesValue(value)).toBe(true)
          expect(mentions.mayMatch(JSON.stringify(value))).toBe(true)
          expect(mentions.matchesValue(mentions.redact(value))).toBe(false)
        },
      ),
    )
  })
})
