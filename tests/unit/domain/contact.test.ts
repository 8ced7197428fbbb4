import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPhone, displayPhone } from '#shared/domain/phone.ts'
import { cleanPostalCode, isPostalCode, provinceOfPostalCode } from '#shared/domain/postal-code.ts'
import { provinceNames } from '#shared/text/labels-provinces.ts'

describe('checkPhone', () => {
  test.each([
    ['612 34 56 78', '+34612345678', 'mobile'],
    ['612.345.678', '+34612345678', 'mobile'],
    ['0034 612345678', '+34612345678', 'mobile'],
    ['34 612345678', '+34612345678', 'mobile'],
    ['+34 711 111 111', '+34711111111', 'mobile'],
    ['(91) 234 56 78', '+34912345678', 'landline'],
    ['812345678', '+34812345678', 'landline'],
    ['900 123 123', '+34900123123', 'other'],
    ['+351 912 345 678', '+351912345678', 'unknown'],
  ])('%s: %s, %s', (text, e164, line) => {
    expect(checkPhone(text)).toEqual({ kind: 'ok', e164, line })
  })

  test.each(['', '61234567', '6123456789', 'tel 612345678', '612345678 ext 3', '+34', 'no'])(
    '«%s»',
    (text) => {
      expect(checkPhone(text)).toEqual({ kind: 'invalid' })
    },
  )

  test('never throws; what it gives is E.164 and passes again', () => {
    const spanish = fc.stringMatching(/^[6789]\d{8}$/)
    fc.assert(
      fc.property(fc.oneof(spanish, fc.string({ unit: 'grapheme' })), (text) => {
        const check = checkPhone(text)
        if (check.kind === 'invalid') return
        expect(check.e164).toMatch(/^\+\d{5,15}$/)
        expect(checkPhone(displayPhone(check.e164))).toEqual(check)
      }),
    )
  })

  test('displayPhone', () => {
    expect(displayPhone('+34612345678')).toBe('+34 612 34 56 78')
    expect(displayPhone('ninguno')).toBe('ninguno')
  })
})

describe('postal codes', () => {
  test.each([
    ['28013', '28', 'Madrid'],
    [' 08 001', '08', 'Barcelona'],
    ['01001', '01', 'Álava'],
    ['51001', '51', 'Ceuta'],
    ['52006', '52', 'Melilla'],
  ])('%s is %s, %s', (text, province, name) => {
    expect(provinceOfPostalCode(text)).toBe(province)
    expect(provinceNames.get(province)).toBe(name)
  })

  test.each(['00123', '53001', '99999', '2801', '280133', '2801A', ''])('«%s» is none', (text) => {
    expect(isPostalCode(text)).toBe(false)
    expect(provinceOfPostalCode(text)).toBeNull()
  })

  test('every code has a province with a name', () => {
    fc.assert(
      fc.property(fc.oneof(fc.stringMatching(/^\d{5}$/), fc.string()), (text) => {
        const province = provinceOfPostalCode(text)
        expect(province !== null).toBe(isPostalCode(text))
        if (province === null) return
        expect(provinceNames.has(province)).toBe(true)
        expect(cleanPostalCode(text).startsWith(province)).toBe(true)
      }),
    )
    expect(provinceNames.size).toBe(52)
  })
})
