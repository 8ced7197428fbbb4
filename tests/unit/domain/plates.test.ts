import { describe, expect, it } from 'vitest'
import { classifyPlate, normalisePlate, displayPlate, spellPlate } from '#shared/domain/plates/classify.ts'
import { diagnosePlate, isUnfinishedPlate } from '#shared/domain/plates/diagnose.ts'
import { extractPlates } from '#shared/domain/plates/extract.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import { repairPlate } from '#shared/domain/plates/repair.ts'
import { seriesScope } from '#shared/domain/plates/series.ts'
import { problemFixes } from '#shared/text/errors.ts'
import { problemTexts, seriesLabels } from '#shared/text/lookup.ts'

const found = (text: string) => extractPlates(text).map(({ plate }) => plate.vrm)
const repairs = (text: string) => repairPlate(text).map(({ plate }) => plate.vrm)

describe('classifyPlate', () => {
  it.each([
    ['1234 bcd', '1234BCD', 'ordinary'],
    ['C1234BCD', 'C1234BCD', 'moped'],
    ['C-1234-BC', 'C1234BC', 'provincial'],
    ['H-1234-X', 'H1234X', 'provincial'],
    ['h 1234 xyz', 'H1234XYZ', 'historic'],
    ['E 0001 BBB', 'E0001BBB', 'special'],
    ['r 3308 bdf', 'R3308BDF', 'trailer'],
    ['T1234BCD', 'T1234BCD', 'tourist'],
    ['T1234BC', 'T1234BC', 'provincial'],
    ['P0079BDP', 'P0079BDP', 'temporary'],
    ['S1234BCD', 'S1234BCD', 'trade-unregistered'],
    ['V 1234 BCD', 'V1234BCD', 'trade-registered'],
    ['V-1234-HG', 'V1234HG', 'provincial'],
    ['M1234BCD', 'M1234BCD', 'vmp'],
    ['M-1234-BC', 'M1234BC', 'provincial'],
    ['M-1234-R', 'M1234R', 'provincial'],
    ['CC-12345', 'CC12345', 'pre-1971'],
    ['pm 123456', 'PM123456', 'pre-1971'],
    ['B01234R', 'B01234R', 'provincial-trailer'],
    ['M01234VE', 'M01234VE', 'provincial-special'],
    ['MH12', 'MH12', 'historic-provincial'],
    ['VHM0123', 'VHM0123', 'historic-provincial'],
    ['CAC-1', 'CAC1', 'pre-1971'],
    ['TEG-123', 'TEG123', 'pre-1971'],
    ['SH-1234', 'SH1234', 'pre-1971'],
    ['CD 10 123', 'CD10123', 'diplomatic'],
    ['ET-123456', 'ET123456', 'official'],
    ['PGC 1234 A', 'PGC1234A', 'official'],
    ['FN 1234 VE', 'FN1234VE', 'official'],
    ['1234·bcd', '1234BCD', 'ordinary'],
    ['１２３４－ＢＣＤ', '1234BCD', 'ordinary'],
    ['1234\u00a0B\u200bCD', '1234BCD', 'ordinary'],
  ])('reads %s as %s, %s', (text, vrm, series) => {
    expect(classifyPlate(text)).toMatchObject({ vrm, series })
  })

  it.each(['0000BBB', '0000CCC', '0000DDD', '0000FFF', '8888BBB', '9999DDD', '9999FFF'])(
    'reads the reserved %s as ordinary',
    (vrm) => expect(classifyPlate(vrm)?.series).toBe('ordinary'),
  )

  it.each([
    '',
    '1234ABC',
    '123ABCD',
    '12348CD',
    'O123BCD',
    'ABC1234',
    '1234BCQ',
    'X1234BC',
    'Ñ1234BCD',
    'N\u03031234BCD',
  ])('takes %j for none', (text) => expect(classifyPlate(text)).toBeNull())

  it('names the province, also by the codes of old', () => {
    expect(classifyPlate('C1234BC')?.province).toBe('A Coruña')
    expect(classifyPlate('GE1234A')?.province).toBe('Girona')
    expect(classifyPlate('OR1234A')?.province).toBe('Ourense')
    expect(classifyPlate('C1234BCD')?.province).toBeUndefined()
    const old = [
      'CAC-1',
      'ALB-123',
      'PA-456',
      'TEG-123',
      'IF-99',
      'FP-1234',
      'RM-123',
      'SH-1234',
      'VH-M-0123',
    ]
    expect(old.map((text) => classifyPlate(text)?.province)).toEqual([
      'Cáceres',
      'Albacete',
      'Navarra',
      'Guinea',
      'Ifni',
      'Fernando Poo',
      'Río Muni',
      'Sáhara',
      'Madrid',
    ])
    expect(displayPlate('VHM0123')).toBe('VH-M-0123')
  })

  it('says when the consulates have the same characters as Cáceres', () => {
    expect(classifyPlate('CC12345')?.alsoReadAs).toBe('diplomatic')
    expect(classifyPlate('CC123')?.alsoReadAs).toBeUndefined()
    expect(classifyPlate('CC1234567')?.series).toBe('diplomatic')
  })

  it('normalises to what the registry writes', () => expect(normalisePlate(' c-1234·bcd ')).toBe('C1234BCD'))
})

describe('displayPlate and spellPlate', () => {
  it.each([
    ['1234bcd', '1234 BCD', '1 2 3 4, B C D'],
    ['C1234BCD', 'C 1234 BCD', 'C, 1 2 3 4, B C D'],
    ['m1234ab', 'M-1234-AB', 'M, 1 2 3 4, A B'],
    ['CD10123', 'CD 10 123', 'C D, 1 0, 1 2 3'],
    ['M01234VE', 'M-01234-VE', 'M, 0 1 2 3 4, V E'],
    ['hola', 'hola', 'h o l a'],
  ])('writes %s as %s', (text, written, spelt) => {
    expect(displayPlate(text)).toBe(written)
    expect(spellPlate(text)).toBe(spelt)
    const plate = classifyPlate(text)
    expect([displayPlate(plate ?? text), spellPlate(plate ?? text)]).toEqual([written, spelt])
  })
})

describe('repairPlate', () => {
  it.each([
    // A Lleida plate with L read as 1, or an Oviedo one with a misread 8, is as close and far less likely.
    ['12348CD', ['1234BCD']],
    ['O123BCD', ['0123BCD']],
    ['1234ABC', []],
    ['123ABCD', []],
    ['BCD1234', []],
    ['TF896L', ['TF0896L']],
    ['TF89L', []],
    ['1234 ÑBC', ['1234NBC']],
    ['1234 BCÑ', ['1234BCN']],
    ['1234 BCN\u0303', ['1234BCN']],
    ['Ñ1234BCD', ['1234BCD']],
    ['1234/BCD', ['1234BCD']],
    ['1234/B/CD', []],
    ['1234 \nBCD', ['1234BCD']],
    ['1234BCE', []],
    ['B-1234567', []],
    ['12348CE', []],
    ['MO234AB', ['M0234AB']],
    ['T123BCD', []],
    ['C12348CD', ['C1234BCD']],
    ['1Z34 BCD', ['1234BCD']],
    ['C-12E4-BC', []],
    // Hyphens say where the parts end.
    ['8-1234-WX', []],
    ['M-123I-AB', ['M1231AB']],
    ['1234BCD', []],
    ['hola', []],
  ])('offers for %s: %j', (text, vrms) => expect(repairs(text)).toEqual(vrms))

  it('says what was changed, and where it was typed', () => {
    expect(repairPlate('1234-8cd')[0]?.fix).toEqual({ at: 5, from: '8', to: 'B', kind: 'looks-like' })
    expect(repairPlate('tf-896-l')[0]?.fix).toEqual({ at: 3, from: '896', to: '0896', kind: 'padded' })
    expect(repairPlate('1234 ñbc')[0]?.fix).toEqual({ at: 5, from: 'ñ', to: 'N', kind: 'looks-like' })
    expect(repairPlate('1234\nBCD')[0]?.fix).toEqual({ at: 4, from: '\n', to: '', kind: 'removed' })
  })
})

describe('diagnosePlate', () => {
  it.each([
    ['', 'empty', []],
    [' - ', 'empty', []],
    ['1234 8CD', 'digit-among-letters', ['8']],
    ['1234 ABC', 'vowel-in-letters', ['A']],
    ['O123BCD', 'letter-among-digits', ['O']],
    ['123ABCD', 'letter-among-digits', ['A']],
    ['1234BC', 'too-short', []],
    ['123BCD', 'too-short', []],
    ['12345BCD', 'too-long', ['5']],
    ['1234BCDF', 'too-long', ['F']],
    ['M1234567', 'too-long', ['7']],
    ['X1234BC', 'unknown-form', ['X']],
    ['ñ1234BCD', 'unknown-form', ['ñ']],
    ['hola', 'unknown-form', []],
  ])('says of %j: %s', (text, code, blamed) => {
    const problem = diagnosePlate(text)
    expect(problem.code).toBe(code)
    expect(problem.ranges.map(({ start, end }) => text.slice(start, end))).toEqual(blamed)
  })
})

describe('extractPlates', () => {
  it.each([
    ['P0079BDP 1XGK79 VOLVO XC60', ['P0079BDP']],
    ['TF896L mazda', ['TF0896L']],
    ['1234BCD;5678 FGH\nM-1234-AB', ['1234BCD', '5678FGH', 'M1234AB']],
    ['bastidor WVWZZZ1JZXW000001 matr 1234bcd.', ['1234BCD']],
    ['1234\nBCD', []],
    ['1234BCD, 1234-bcd y 1234 BCD', ['1234BCD']],
    ['foto_1234BCD.jpg', ['1234BCD']],
    ['nº 1234BCD (año 2012)', ['1234BCD']],
    ['el C1234BCD e 1234 BCD', ['C1234BCD', '1234BCD']],
    ['WVWZZZ1234BCD0001', []],
    ['Mercedes C220D por la A-4, el 3 a 2024 y a las 12', []],
    ['remolque B-01234-R y clásico M-123456', ['B01234R', 'M123456']],
  ])('finds in %j: %j', (text, vrms) => expect(found(text)).toEqual(vrms))

  it('says where, and whether it was padded', () => {
    expect(extractPlates('el 1234 BCD')).toMatchObject([{ start: 3, end: 11, padded: false }])
    expect(extractPlates('TF896L y TF-0896-L')).toMatchObject([{ start: 9, end: 18, padded: false }])
    expect(extractPlates('el TF896L')).toMatchObject([{ start: 3, end: 9, padded: true }])
  })
})

describe('understandPlateInput', () => {
  it.each([
    ['  ', { kind: 'empty' }],
    [' 1234 bcd\n', { kind: 'plate', exact: true, plate: { vrm: '1234BCD' } }],
    ['M 1234', { kind: 'plate', exact: true, plate: { vrm: 'M1234' } }],
    ['el 1234 bcd de Luis', { kind: 'plate', exact: false, plate: { vrm: '1234BCD' } }],
    [
      '1234BCD 5678FGH',
      { kind: 'several', plates: [{ plate: { vrm: '1234BCD' } }, { plate: { vrm: '5678FGH' } }] },
    ],
    ['2018 BMW 320d 1234 BCD', { kind: 'plate', exact: false, plate: { vrm: '1234BCD' } }],
    ['Mazda 3 2019 GTC, matrícula 1234 BCD', { kind: 'plate', exact: false, plate: { vrm: '1234BCD' } }],
    ['pedido 5678 FGH del 1234 BCD', { kind: 'plate', exact: false, plate: { vrm: '1234BCD' } }],
    ['1234 BCD 3000 rpm', { kind: 'plate', exact: false, plate: { vrm: '1234BCD' } }],
    ['un 2018 BMW 320d', { kind: 'invalid' }],
    ['1234BCD MERCEDES TF896L', { kind: 'plate', exact: false, plate: { vrm: '1234BCD' } }],
    ['M\n1234BCD', { kind: 'plate', exact: false, plate: { vrm: '1234BCD' } }],
    ['1234\n BCD', { kind: 'repair', suggestions: [{ plate: { vrm: '1234BCD' } }] }],
    ['TF89L mazda', { kind: 'invalid', problem: 'too-short', ranges: [{ start: 0, end: 5 }] }],
    ['TF896L mazda', { kind: 'repair', problem: 'too-short', suggestions: [{ plate: { vrm: 'TF0896L' } }] }],
    [
      '12348CD',
      { kind: 'repair', problem: 'digit-among-letters', suggestions: [{ plate: { vrm: '1234BCD' } }] },
    ],
    ['1234ABC', { kind: 'invalid', problem: 'vowel-in-letters', ranges: [{ start: 4, end: 5 }] }],
    ['hola', { kind: 'invalid', problem: 'unknown-form' }],
  ])('understands %j', (text, expected) => expect(understandPlateInput(text)).toMatchObject(expected))

  it('waits for what may still become a plate', () => {
    expect(['', '1', '1234BC', 'C 1234 B', 'M1234', 'B01234', 'PG'].every(isUnfinishedPlate)).toBe(true)
    expect(['1234BCD', '12348', 'hola', '1234ABC', 'x'.repeat(100)].some(isUnfinishedPlate)).toBe(false)
  })
})

describe('the words', () => {
  it('are there for every series and problem', () => {
    expect(Object.keys(seriesLabels).toSorted()).toEqual(Object.keys(seriesScope).toSorted())
    expect(Object.keys(problemFixes)).toEqual(Object.keys(problemTexts))
    for (const words of [...Object.values(problemTexts), ...Object.values(problemFixes)])
      expect(words).toMatch(/\.$/)
  })
})
