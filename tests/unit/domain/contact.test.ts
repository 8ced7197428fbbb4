import * as fc from 'fast-check'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import mobileExamples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { checkPhone, displayPhone, phonesIn } from '#shared/domain/phone.ts'
import {
  cleanPostalCode,
  isPostalCode,
  postalCodeWithZero,
  provinceOfPostalCode,
} from '#shared/domain/addresses.ts'
import { provinceNames } from '#shared/text/labels.ts'

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
    ['(+34) 612 34 56 78', '+34612345678', 'mobile'],
    ['(0034)612345678', '+34612345678', 'mobile'],
    ['(+34) 91 123 45 67', '+34911234567', 'landline'],
    ['(+351) 912 345 678', '+351912345678', 'unknown'],
    ['+34(0)612345678', '+34612345678', 'mobile'],
    ['+34 (0) 612 34 56 78', '+34612345678', 'mobile'],
    ['+44 (0)20 7946 0958', '+442079460958', 'unknown'],
    ['+39 06 6982 1234', '+390669821234', 'unknown'],
    ['\u202A+34 612 34 56 78\u202C', '+34612345678', 'mobile'],
    ['\u200E+34\u00A0612\u00A034\u202F56\u00A078\u200F', '+34612345678', 'mobile'],
    ['612\u2012345\u2013678', '+34612345678', 'mobile'],
    ['\uFEFF612\u200B345678', '+34612345678', 'mobile'],
    ['Tlf.: 612 345 678', '+34612345678', 'mobile'],
    ['Teléfono: (+34) 612345678', '+34612345678', 'mobile'],
    ['móvil 612345678', '+34612345678', 'mobile'],
    ['Tel. móvil: 612 34 56 78', '+34612345678', 'mobile'],
    ['tel:+34612345678', '+34612345678', 'mobile'],
    ['M: 612345678', '+34612345678', 'mobile'],
    ['612345678 (móvil)', '+34612345678', 'mobile'],
    ['WhatsApp 612345678', '+34612345678', 'mobile'],
    ['Telèfon 972 20 30 40', '+34972203040', 'landline'],
    ['Mòbil: 612 345 678', '+34612345678', 'mobile'],
    ['Móbil 612345678', '+34612345678', 'mobile'],
    ['telefonoa: 943 11 22 33', '+34943112233', 'landline'],
    ['Nº tel. 612345678', '+34612345678', 'mobile'],
    ['[+34] 612345678', '+34612345678', 'mobile'],
    ['="612345678"', '+34612345678', 'mobile'],
    ["'612345678", '+34612345678', 'mobile'],
    ['+34612345678;', '+34612345678', 'mobile'],
  ])('%s: %s, %s', (text, e164, line) => {
    expect(checkPhone(text)).toEqual({ kind: 'ok', e164, line })
  })

  test.each([
    '',
    '61234567',
    '6123456789',
    'Ana 612345678',
    '612345678 ext 3',
    '+34',
    'no',
    '612345678 / 913123456',
    '+34+34612345678',
    '6,12E+08',
    '(+34',
    'móvil',
    'no 612345678',
  ])('«%s»', (text) => {
    expect(checkPhone(text)).toEqual({ kind: 'invalid' })
  })

  test.each([
    ['612345678 / 913123456', ['+34612345678', '+34913123456']],
    ['91 312 34 56 y 612 34 56 78', ['+34913123456', '+34612345678']],
    ['Fijo: 913123456; móvil: (+34) 612345678', ['+34913123456', '+34612345678']],
    ['913123456\n612345678', ['+34913123456', '+34612345678']],
    ['913123456 ext. 12', ['+34913123456']],
    ['612345678', ['+34612345678']],
    ['nada', []],
  ])('%j has %j', (text, numbers) => {
    expect(phonesIn(text).map(({ e164 }) => e164)).toEqual(numbers)
  })

  test('a valid number of any country is the one that libphonenumber reads, in every way of writing its prefix', () => {
    const examples = Object.entries(mobileExamples).flatMap(([country, national]) => {
      const phone = parsePhoneNumberFromString(national, {
        defaultCountry: country as CountryCode,
        extract: false,
      })
      return phone?.isValid() === true ? [phone] : []
    })
    expect(examples.length).toBeGreaterThan(200)
    for (const { countryCallingCode: prefix, nationalNumber, number } of examples)
      for (const typed of [
        `+${prefix}${nationalNumber}`,
        `(+${prefix}) ${nationalNumber}`,
        `(00${prefix})${nationalNumber}`,
        `\u202A+${prefix}\u00A0${nationalNumber}\u202C`,
        `Tlf.: +${prefix} ${nationalNumber}`,
      ])
        expect(checkPhone(typed)).toMatchObject({ kind: 'ok', e164: number })
  })

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

  test.each([
    ['28001.0', '28001'],
    ['28001,0', '28001'],
    ['28001,00', '28001'],
    ['28.001', '28001'],
    ['28.001,00', '28001'],
    ['E-28001', '28001'],
    ['ES-28001', '28001'],
    ['E28001', '28001'],
    ['CP 28001', '28001'],
    ['C.P.: 28001', '28001'],
    ['Código postal 08001', '08001'],
    ['Codi postal: 08001', '08001'],
    ['C.Postal 08001', '08001'],
    ['D.P. 28001', '28001'],
    ['="08001"', '08001'],
    ["'08001", '08001'],
    ['(28001)', '28001'],
    ['28001 Madrid', '28001'],
    ['28001 - Madrid (Madrid)', '28001'],
    ["08901, L'Hospitalet", '08901'],
    ['\u200E28001\u00A0', '28001'],
  ])('%j is %s', (text, code) => {
    expect(cleanPostalCode(text)).toBe(code)
    expect(isPostalCode(text)).toBe(true)
  })

  test.each([
    ['8001', '08001'],
    ['1001', '01001'],
    ['8001.0', '08001'],
    ['8.001', '08001'],
    ['2801', '02801'],
    ['53001', null],
    ['00100', null],
    ['0100', null],
    ['801', null],
    ['08001', null],
    ['1000-001', null],
  ])('%s without its zero: %s', (text, code) => {
    expect(postalCodeWithZero(text)).toBe(code)
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
