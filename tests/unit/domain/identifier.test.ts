import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compactIdentifier, isPlainIdentifier } from '#shared/domain/normalize-text.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { repairPlate } from '#shared/domain/plates/repair.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'
import { checkVin } from '#shared/domain/vin.ts'

describe('an identifier is read without its separators, and nothing else of it is dropped', () => {
  test.each([
    ['1234 BBC', '1234BBC'],
    ['1234-bbc', '1234BBC'],
    ['1234.BBC', '1234BBC'],
    [' 1234\u00a0B\u200bBC\n', '1234BBC'],
    ['１２３４ＢＢＣ', '1234BBC'],
  ])('%j is %s', (typed, vrm) => expect(classifyPlate(typed)?.vrm).toBe(vrm))

  test.each([
    '1234😀BBC',
    '<1234>BBC',
    '1234\nBBC',
    '1234/BBC',
    '1234_BBC',
    'Ñ1234BBC',
    '1234ßC',
    "1234'BBC",
  ])('%j is no plate', (typed) => expect(classifyPlate(typed)).toBeNull())

  test.each(['ÑVWZZZ1KZ6W000001', 'VIN: WVWZZZ1KZ6W000001', 'WVWZZZ€1KZ6W000001', 'WVWZZZ1KZ\n6W000001'])(
    '%j is no chassis number',
    (typed) => expect(checkVin(typed)).toMatchObject({ kind: 'invalid', reason: 'characters' }),
  )

  // A field has one number, so strokes between its parts are separators there (`tax-id.test.ts`).
  test.each(['12345678Z!', '<12345678Z>', '12345678Z Marta', 'F/2026/0859'])(
    '%j is no tax identifier',
    (typed) => expect(checkTaxId(typed).status).not.toBe('valid'),
  )

  test.each(['Ⓔ\u0384', '-\nA', 'e \u0301'])('%j is compact once compacted', (typed) => {
    const compact = compactIdentifier(typed)
    expect(compactIdentifier(compact)).toBe(compact)
  })

  test('a character that is no separator is never lost', () => {
    const separators = fc.string({
      unit: fc.constantFrom(' ', '-', '.', '\u00a0', '–', '\u200b'),
      maxLength: 4,
    })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), separators, (text, between) => {
        const compact = compactIdentifier(text)
        // Separators are dropped anywhere, and compacting again drops nothing more.
        expect(compactIdentifier([...compact].join(between))).toBe(compactIdentifier(compact))
        if (isPlainIdentifier(compact))
          expect(text.normalize('NFKC')).not.toMatch(/[^\p{ASCII}\p{Z}\p{Cf}\p{Pd}·\s−]/u)
      }),
    )
  })
})

describe('what may have been meant', () => {
  test.each([
    ['1234/BCD', ['1234BCD']],
    ['Ñ1234BCD', ['1234BCD']],
    ['544176', []],
    ['12348CD', ['1234BCD']],
    ['TF896L', ['TF0896L']],
  ])('%s: %j', (typed, plates) => expect(repairPlate(typed).map(({ plate }) => plate.vrm)).toEqual(plates))
})
