import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compactIdentifier } from '#shared/domain/normalize-text.ts'
import { checkVin, displayVin, vinCheckDigit } from '#shared/domain/vin.ts'

const ALPHABET = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'.split('')
const vins = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 17, maxLength: 17 })
  .map((chars) => chars.join(''))

describe('checkVin', () => {
  test.each(['1M8GDM9AXKP042788', '11111111111111111', 'WVWZZZ1JZXW000001', 'VSSZZZ5FZHR000417'])(
    '%s',
    (vin) => {
      expect(checkVin(vin)).toEqual({ kind: 'ok', vin })
    },
  )

  test('the check digit is a hint, and only for North America', () => {
    const vin = '1M8GDM9A1KP042788'
    expect(checkVin(vin)).toEqual({ kind: 'ok', vin, checkDigit: 'unexpected' })
    expect(vinCheckDigit('1M8GDM9AXKP042788')).toBe('X')
    expect(vinCheckDigit('WVWZZZ1JZXW000001')).not.toBe('Z')
  })

  test('letters that VINs do not use', () => {
    expect(checkVin('VSSZZZ5FZHR0O0001')).toEqual({
      kind: 'invalid',
      vin: 'VSSZZZ5FZHR0O0001',
      reason: 'letters',
      suggestion: 'VSSZZZ5FZHR000001',
    })
    expect(checkVin('QSSZZZIFZHR000001')).toMatchObject({ suggestion: '0SSZZZ1FZHR000001' })
  })

  test('old and special vehicles', () => {
    expect(checkVin('100D-123456')).toEqual({ kind: 'non-standard', vin: '100D123456' })
    expect(checkVin('IO12')).toEqual({ kind: 'non-standard', vin: 'IO12' })
  })

  test.each([
    ['', 'empty'],
    [' - ', 'empty'],
    ['417', 'too-short'],
    ['VSSZZZ5FZHR0004171', 'too-long'],
  ])('«%s»: %s', (text, reason) => {
    expect(checkVin(text)).toMatchObject({ kind: 'invalid', reason })
  })

  test('never throws, and a suggestion is always valid', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[0-9A-Z]{17}$/)), (text) => {
        const check = checkVin(text)
        expect(check.vin).toBe(compactIdentifier(text))
        const offered = check.kind === 'invalid' ? check.suggestion : undefined
        expect(offered === undefined || checkVin(offered).kind === 'ok').toBe(true)
      }),
    )
  })

  test('every VIN passes, however it is spaced', () => {
    fc.assert(
      fc.property(vins, (vin) => {
        expect(checkVin(displayVin(vin).toLowerCase())).toMatchObject({ kind: 'ok', vin })
      }),
    )
  })
})

describe('displayVin', () => {
  test('groups of 3, 5, 3 and 6', () => {
    expect(displayVin('VSSZZZ5FZHR000417')).toBe('VSS ZZZ5F ZHR 000417')
    expect(displayVin('vss-zzz5fzhr000417')).toBe('VSS ZZZ5F ZHR 000417')
  })

  test('any other length as it came', () => {
    expect(displayVin('100D 123456')).toBe('100D 123456')
    expect(displayVin('')).toBe('')
  })

  test('loses nothing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(compactIdentifier(displayVin(text))).toBe(compactIdentifier(text))
      }),
    )
  })
})
