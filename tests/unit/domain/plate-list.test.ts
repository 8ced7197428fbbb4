import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GROUP_LETTERS } from '#shared/domain/plates/series.ts'
import { platesInText } from '#shared/domain/plate-list.ts'
import { surePlates } from '#shared/domain/plates/text-rules.ts'
import { plateListSteps, readPlateList } from '#shared/domain/plates/list.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'

const read = (text: string) => {
  const { plates, unread } = readPlateList(text)
  return { plates: plates.map(({ plate, repaired }) => (repaired ? `${plate.vrm}?` : plate.vrm)), unread }
}

describe('a pasted list', () => {
  test('keeps every row: as written, repaired and marked, or named as unread', () => {
    const rows = ['1234 BCD', 'TF896L', '5678-FGH', '12348CD', 'M-1234-AB', '9012 JKL', 'XX99999ZZ']
    expect(read(rows.join('\n'))).toEqual({
      plates: ['1234BCD', 'TF0896L?', '5678FGH', '1234BCD', 'M1234AB', '9012JKL'].filter(
        (vrm, index, all) => all.indexOf(vrm) === index,
      ),
      unread: ['XX99999ZZ'],
    })
    expect(read('5519KZP\n12348CD').plates).toEqual(['5519KZP', '1234BCD?'])
  })

  test('leaves names, amounts, dates and chassis numbers out', () => {
    const sheet =
      'Matrícula;Cliente;Importe;Fecha;Bastidor\n1234BCD;Lux 33, S.L.;8.250,50;12/11/2026;WVWZZZ1JZXW000001'
    expect(read(sheet)).toEqual({ plates: ['1234BCD'], unread: [] })
    expect(read('Expediente 544176\nRenault Clio\n28013 Madrid')).toEqual({ plates: [], unread: [] })
  })

  test('of several rows is a list to choose from, never its first row alone', () => {
    expect(understandPlateInput('1234BCD\n12348DF')).toMatchObject({ kind: 'several' })
    expect(understandPlateInput('1234BCD; XX99999ZZ')).toMatchObject({
      kind: 'several',
      unread: ['XX99999ZZ'],
    })
    expect(understandPlateInput('El 1234 BCD, gracias')).toMatchObject({ kind: 'plate', exact: false })
  })

  test('loses none of the plates written in it, whatever separates them', () => {
    const plate = fc
      .tuple(
        fc.integer({ min: 0, max: 9999 }),
        fc.string({ unit: fc.constantFrom(...GROUP_LETTERS), minLength: 3, maxLength: 3 }),
      )
      .map(([number, letters]) => `${String(number).padStart(4, '0')}${letters}`)
    fc.assert(
      fc.property(
        fc.uniqueArray(plate, { maxLength: 12 }),
        fc.constantFrom('\n', '\r\n', ';', '\t', ', ', ' '),
        (plates, between) => {
          expect(read(plates.join(between))).toEqual({ plates, unread: [] })
        },
      ),
    )
  })
})

test.each([
  ['Seat León 4471\u2009LKM', ['4471LKM']],
  ['Seat León 4471\u2007LKM', ['4471LKM']],
  ['Seat León 4471\u200BLKM', ['4471LKM']],
  ['Seat León ４４７１ＬＫＭ', ['4471LKM']],
  ['４４７１ＬＫＭ\n４４７２ ＬＫＭ', ['4471LKM', '4472LKM']],
  ['Seat León 4471—LKM', ['4471LKM']],
  ['Corsa VI\u20114471\u2011W', ['VI4471W']],
  ['Dyane 6 S-4471-F', ['S4471F']],
  ['4471LKM+4472LKM', ['4471LKM', '4472LKM']],
  ['Seat 600, matrícula M-745.231', ['M745231']],
  ['Peugeot 3008 GTX', []],
  ['4471 LKM Peugeot 3008 GTX', ['4471LKM']],
  ['4471 LKM BMW K 1600 GTL', ['4471LKM']],
])('a page, a list and the clipboard have the same plates of %j', (text, vrms) => {
  const now = Date.UTC(2026, 10, 28)
  expect(surePlates(text, {}, now).map(({ plate }) => plate.vrm)).toEqual(vrms)
  expect(platesInText(text).plates.map(({ vrm }) => vrm)).toEqual(vrms)
  expect(read(text).plates).toEqual(vrms)
})

test('a long text is read in steps, and what lies over the edge of one is whole', () => {
  // One cell: a plate for each two kilobytes, at another place of its step each time.
  const parts = Array.from({ length: 200 }, (_, at) => `${'x '.repeat(1000 + at)}${1000 + at} BCD `)
  const text = parts.join('')
  const steps = plateListSteps(text)
  let count = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) count++
  expect(count).toBeGreaterThan(text.length / 40_000)
  expect(step.value.plates.map(({ plate }) => plate.vrm)).toEqual(parts.map((_, at) => `${1000 + at}BCD`))
})

test('beyond the most that is wanted, the rest of a text is not read', () => {
  const line = (at: number) => `${1000 + (at % 9000)} ${['BCD', 'FGH', 'JKL'][at % 3]}`
  const text = Array.from({ length: 100_000 }, (_, at) => line(at)).join('\n')
  const steps = plateListSteps(text, 10)
  let count = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) count++
  expect(count).toBe(0)
  expect(step.value.plates).toHaveLength(11)
})
