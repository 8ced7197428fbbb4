import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eurosOf, formatEuros, MAX_CENTS, parseEuros } from '#shared/domain/euros.ts'

const amounts = fc.integer({ min: 0, max: MAX_CENTS })

describe('parseEuros', () => {
  test.each([
    ['1234,56', 123_456],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1 234,56 €', 123_456],
    ['1\u202F234,56\u00A0€', 123_456],
    ['12.500', 1_250_000],
    ['8.000 €', 800_000],
    ['12,5', 1_250],
    ['12.5', 1_250],
    ['1234.56', 123_456],
    ['€ 12,50', 1_250],
    ['12 euros', 1_200],
    ['12 EUR', 1_200],
    ['1.234.567', 123_456_700],
    ['1,234,567', 123_456_700],
    ['0', 0],
    ['0,05', 5],
    ['007', 700],
    ['8.250.-', 825_000],
    ['8.250,- €', 825_000],
    ['8.250,—', 825_000],
    ["8.250'50 €", 825_050],
    ['8.250’5', 825_050],
    ['8.250 Euros.', 825_000],
    ['8.250 €uros', 825_000],
    ['+8.250,00', 825_000],
    ['8.250\u200B,50', 825_050],
  ])('%s', (text, cents) => {
    expect(parseEuros(text)).toEqual({ kind: 'ok', cents })
  })

  test.each([
    ['12,500', [1_250_000, 1_250]],
    ['1,000', [100_000, 100]],
    ['12,505', [1_250_500]],
  ])('%s is asked about', (text, readings) => {
    expect(parseEuros(text)).toEqual({ kind: 'ambiguous', readings })
  })

  test.each([
    ['', 'empty'],
    [' € ', 'empty'],
    ['-5', 'negative'],
    ['−1.234,56 €', 'negative'],
    ['(12,50)', 'negative'],
    ['€ -12', 'negative'],
    ['1.23.4', 'not-an-amount'],
    ['1234.567', 'not-an-amount'],
    ['1234,567', 'not-an-amount'],
    ['0.500', 'not-an-amount'],
    ['12 50', 'not-an-amount'],
    ['1.234 567', 'not-an-amount'],
    ['doce', 'not-an-amount'],
    ['1e5', 'not-an-amount'],
    ['12,', 'not-an-amount'],
    ["8'250.50", 'not-an-amount'],
    ['8.250,00-', 'not-an-amount'],
    ['$12', 'not-an-amount'],
    ['99999999999999999999', 'too-large'],
  ])('«%s»: %s', (text, reason) => {
    expect(parseEuros(text)).toEqual({ kind: 'invalid', reason })
  })

  test('never throws, and gives whole cents', () => {
    const typed = fc.stringMatching(/^[ €\-0-9.,]{0,14}$/)
    fc.assert(
      fc.property(fc.oneof(typed, fc.string({ unit: 'grapheme' })), (text) => {
        const reading = parseEuros(text)
        const found =
          reading.kind === 'ok' ? [reading.cents] : reading.kind === 'ambiguous' ? reading.readings : []
        for (const cents of found) expect(Number.isSafeInteger(cents) && cents >= 0).toBe(true)
      }),
    )
  })
})

describe('formatEuros', () => {
  test.each([
    [123_450, '1.234,50 €'],
    [800_000, '8.000,00 €'],
    [5, '0,05 €'],
    [123_456_789, '1.234.567,89 €'],
    [-123_450, '-1.234,50 €'],
  ])('%i', (cents, text) => {
    expect(formatEuros(cents).replace('\u00A0', ' ')).toBe(text)
  })

  test('what is shown reads back as itself', () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        expect(parseEuros(formatEuros(cents))).toEqual({ kind: 'ok', cents })
      }),
    )
  })
})

test('on the wire there are at most two decimals, and none is lost', () => {
  fc.assert(
    fc.property(amounts, (cents) => {
      const json = JSON.stringify(eurosOf(cents))
      expect(json).toMatch(/^\d+(\.\d{1,2})?$/)
      expect(parseEuros(json)).toEqual({ kind: 'ok', cents })
    }),
  )
})
