import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entityControl, checkTaxId, cleanTaxId, isCompany, isPerson } from '#shared/domain/tax-id.ts'

describe('valid', () => {
  test.each([
    ...['00000000T', '00000001R', '00000002W', '12345678Z', '01234567L'].map((id) => [id, 'dni']),
    ...['X0000000T', 'X1234567L', 'Y0000000Z', 'Z0000000M'].map((id) => [id, 'nie']),
    ['K0000000T', 'K'],
    ['L0000001R', 'L'],
    ['M0000002W', 'M'],
    ...['A58818501', 'B12345674', 'G12345674', 'P1234567D', 'P2807900B', 'Q2826000H', 'N0032484H'].map(
      (id) => [id, 'entity'],
    ),
  ])('%s is %s', (id = '', kind) => {
    expect(checkTaxId(id)).toEqual({ status: 'valid', id, kind })
    expect(isCompany(id)).toBe(kind === 'entity')
    expect(isPerson(id)).toBe(kind !== 'entity')
  })

  test('K, L and M with the A–J letter of older ones pass with a warning', () => {
    const { letter } = entityControl('1234567')
    const legacy = `K1234567${letter}`
    expect(checkTaxId(legacy)).toEqual({ status: 'valid', id: legacy, kind: 'K', legacy: true })
  })

  test('G takes digit or letter, and so does a number that begins with 00', () => {
    expect(checkTaxId('G1234567D').status).toBe('valid')
    expect(checkTaxId('N00324848').status).toBe('valid')
    expect(checkTaxId('P12345674').status).toBe('wrong-control')
  })
})

describe('invalid', () => {
  test('a person’s letter shows the right one and stops', () => {
    expect(checkTaxId('12345678A')).toEqual({
      status: 'wrong-control',
      id: '12345678A',
      kind: 'dni',
      expected: 'Z',
      corrected: '12345678Z',
      mayContinue: false,
    })
  })

  test('an entity’s control may be sent all the same', () => {
    expect(checkTaxId('B1234567D')).toEqual({
      status: 'wrong-control',
      id: 'B1234567D',
      kind: 'entity',
      expected: '4',
      corrected: 'B12345674',
      mayContinue: true,
    })
  })

  test.each(['I1234567A', 'T00000000', 'O1234567A', 'Ñ1234567A', '', '12345678', 'AAB123456', '123456789Z'])(
    '«%s» is no Spanish number',
    (text) => {
      expect(checkTaxId(text).status).toBe('unrecognised')
      expect(isPerson(text) || isCompany(text)).toBe(false)
    },
  )
})

describe('cleanTaxId', () => {
  test.each([
    [' 12.345.678-z ', '12345678Z'],
    ['12 345 678 Z', '12345678Z'],
    ['0T', '00000000T'],
    ['1234567L', '01234567L'],
    ['X-01234567-L', 'X1234567L'],
    ['ESB12345674', 'B12345674'],
    ['ES 12345678Z', '12345678Z'],
    ['ES-1234567-L', '01234567L'],
    ['b-12.345·674', 'B12345674'],
    // Strokes and underscores where separators are, as people type them.
    ['12345678/Z', '12345678Z'],
    ['12.345.678_Z', '12345678Z'],
    ['12_345_678/z', '12345678Z'],
    ['ES/12345678/Z', '12345678Z'],
    ['x/1234567_L', 'X1234567L'],
    ['b/12_345674', 'B12345674'],
    ['B_1234567_4', 'B12345674'],
    ['7654321 / L', '07654321L'],
    // Anything else with a stroke is another number: a reference, a date, a passport, two numbers.
    ['F/2026/0859', 'F/2026/0859'],
    ['01/02/2024B', '01/02/2024B'],
    ['AB/123456', 'AB/123456'],
    ['123/45678Z', '123/45678Z'],
    ['12345678Z/00000000T', '12345678Z/00000000T'],
    ['/12345678Z', '/12345678Z'],
    ['12345678//Z', '12345678//Z'],
    ['ES1234', 'ES1234'],
    ['Ñ1234567A', 'Ñ1234567A'],
  ])('%s: %s', (text, id) => {
    expect(cleanTaxId(text)).toBe(id)
  })

  test('cleaning what is clean changes nothing, and nothing throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { status, id } = checkTaxId(text)
        expect(id).toBe(cleanTaxId(text))
        expect(checkTaxId(id)).toMatchObject({ status, id })
      }),
    )
  })
})
