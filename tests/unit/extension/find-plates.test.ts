import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findPlatesIn, mayHavePlates, occurrencesIn } from '#extension/content/find-plates.ts'
import { findPlates } from '#tests/fakes/plates-of-blocks.ts'
import { isIssued } from '#shared/domain/plates/text-rules.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { entityControl, personLetter } from '#shared/domain/tax-id.ts'

// Letters that no car has yet are told by the date.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25) }))
afterAll(() => void vi.useRealTimers())

const find = (text: string, header = '') => findPlates([{ text, header }]).map(({ vrm }) => vrm)

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
const letters = (from: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...from), minLength: length, maxLength: length })
const vin = letters('ABCDEFGHJKLMNPRSTUVWXYZ0123456789', 17)
const before = fc.constantFrom('', 'Bastidor ', 'el ', 'nº ', '(', 'dato: ', 'x ', '«')
const after = fc.constantFrom('', '.', ' y más', ')', ', gracias', ' €', '»')

const nif = digits(8).map((number) => number + personLetter(number))
const nie = fc.tuple(fc.constantFrom('X', 'Y', 'Z'), digits(7)).map(([first, number]) => {
  const letter = personLetter(`${'XYZ'.indexOf(first)}${number}`)
  return `${first}${number}${letter}`
})
const cif = fc
  .tuple(fc.constantFrom(...'ABCDEFGHJNPQRSUVW'), digits(7))
  .map(([first, number]) => `${first}${number}${entityControl(number).digit}`)
const grouped = (text: string, size: number, separator: string) =>
  text.match(new RegExp(`.{1,${size}}`, 'g'))?.join(separator) ?? text
const iban = digits(22).chain((number) =>
  fc.constantFrom(`ES${number}`, grouped(`ES${number}`, 4, ' '), grouped(`ES${number}`, 4, '-')),
)
const phone = fc
  .tuple(fc.constantFrom('6', '7', '9'), digits(8))
  .map(([first, rest]) => first + rest)
  .chain((number) =>
    fc.constantFrom(
      number,
      grouped(number, 3, ' '),
      `+34 ${grouped(number, 3, ' ')}`,
      `${number.slice(0, 2)} ${number.slice(2, 5)} ${number.slice(5, 7)} ${number.slice(7)}`,
      grouped(number, 3, '-'),
    ),
  )

describe('numbers of other things', () => {
  it.each([
    ['a VIN', vin],
    ['a NIF', nif],
    ['a NIE', nie],
    ['a CIF', cif],
    ['an IBAN', iban],
    ['a telephone number', phone],
    [
      'a price',
      fc
        .tuple(fc.nat(999_999), fc.constantFrom(' €', '€', ',00 €', ' EUR', ' GBP', ' CHF'))
        .map(([n, c]) => n + c),
    ],
    [
      'a date',
      fc
        .date({ noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, fc.sample(fc.constantFrom(10, 19), 1)[0])),
    ],
  ])('%s never lights up', (_, number) => {
    fc.assert(
      fc.property(before, number, after, (left, text, right) => {
        expect(find(left + text + right)).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it('nor does a NIF with its separators, after a label of plates', () => {
    fc.assert(
      fc.property(fc.oneof(nif, nie, vin), (text) => {
        expect(find(`Matrícula y titular: ${text}`)).toEqual([])
      }),
    )
  })

  it('nor does what is in an address of the web or of mail', () => {
    fc.assert(
      fc.property(
        letters('BCDFGHJKLM', 3),
        digits(4),
        fc.constantFrom(
          'https://a.example/v/%',
          'https://a.example/?m=%&x=1',
          'www.a.example/%',
          'info.%@a.example',
          'a@%.es',
        ),
        (group, number, address) => {
          expect(find(`ver ${address.replace('%', number + group)} hoy`)).toEqual([])
        },
      ),
    )
  })

  it('nor does a plate with more on either side of it', () => {
    fc.assert(
      fc.property(
        letters('BCDFGHJKLM', 3),
        digits(4),
        fc.constantFrom('PED-%', '%-001', '2025-%', 'X%', '%9', '9.%', '#%', '%-A', 'A/B-%-C'),
        (group, number, around) => {
          expect(find(`n ${around.replace('%', `${number}-${group}`)} z`)).toEqual([])
        },
      ),
    )
  })
})

const issued = fc
  .tuple(digits(4), letters('BCDFGHJKLMN', 1), letters('BFGJLWZ', 2))
  .map(([number, first, rest]) => number + first + rest)
  // Each of these is refused without a label, and said in the README of the passages.
  .filter(
    (vrm) => !/^(?:20[0-3]|19|\d[05]00|[1-9]\d00)/.test(vrm) && !/(?:GBP|LBS|NZD|BRL|HRS|GRS|CBF)$/.test(vrm),
  )

describe('plates', () => {
  it('are found in any words, in their order, each time', () => {
    const word = fc.constantFrom(
      'hoy',
      'el',
      'mañana',
      'Golf',
      '12.500 €',
      '14/03/2025',
      'NIF 12345678Z,',
      '612 345 678;',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(word, issued), { minLength: 1, maxLength: 12 }), (pairs) => {
        const text = pairs.map(([left, vrm]) => `${left} coche ${displayPlate(vrm)},`).join(' ')
        expect(find(text)).toEqual(pairs.map(([, vrm]) => vrm))
      }),
    )
  })

  it('are where they are said to be, in a text of any length', () => {
    fc.assert(
      fc.property(
        fc.array(issued, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 70_000 }),
        (vrms, length) => {
          const filler = 'coche usado '.repeat(Math.ceil(length / 12)).slice(0, length)
          const text = vrms.map((vrm) => `${filler} ${displayPlate(vrm)} `).join('')
          const found = [...findPlatesIn({ text, context: '', header: '', keepsBreaks: false })].flat()
          expect(found.map(({ start, end }) => text.slice(start, end).replace(' ', ''))).toEqual(vrms)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('are found through soft hyphens, hard spaces, tabs and the blanks of the source', () => {
    for (const written of [
      '4821\u00A0KLM',
      '4821\n      KLM',
      '48\u00AD21 K\u200BLM',
      '4821\u2011KLM',
      '4821\u202FKLM',
      '\uFF14\uFF18\uFF12\uFF11 KLM',
    ])
      expect(
        [...findPlatesIn({ text: `el ${written}.`, context: '', header: '', keepsBreaks: false })].flat(),
      ).toMatchObject([{ vrm: '4821KLM', start: 3, end: 3 + written.length }])
  })

  it('are not joined over lines that are shown', () => expect(find('el 4821\nKLM')).toEqual([]))

  it('of the old forms count after a label, in the cell before or in the head of the column', () => {
    expect(find('el TF896L y el M-123456')).toEqual([])
    expect(find('Matrícula: TF896L')).toEqual(['TF0896L'])
    expect(findPlates([{ text: 'Matrícula' }, { text: 'M-123456' }]).map(({ vrm }) => vrm)).toEqual([
      'M123456',
    ])
    expect(find('M-123456', 'Matrícula')).toEqual(['M123456'])
    expect(find('5678-FGH', 'Referencia')).toEqual([])
  })

  it('of the oldest forms count after a label too', () => {
    expect(find('el código PM-1')).toEqual([])
    expect(find('matrícula PM-1')).toEqual(['PM1'])
    expect(find('“M-123456” es una referencia')).toEqual([])
    expect(find('la matrícula “M-123456” correspondía a Madrid')).toEqual(['M123456'])
    expect(find('matrícula histórica VH-M-0123')).toEqual(['VHM0123'])
    expect(findPlates([{ text: 'Modelo' }, { text: 'PM-1', header: 'Matrícula' }])).toMatchObject([
      { vrm: 'PM1' },
    ])
  })

  it('are found as they are spelled, with a point or with the band of the country', () => {
    for (const text of [
      '1234.BCD',
      '1234/BCD',
      '1 2 3 4 B C D',
      '1234 B C D',
      'E 1234 BCD',
      '(E) 1234 BCD',
      'E-1234-BCD',
    ])
      expect(find(text)).toEqual(['1234BCD'])
    expect(find('Golf 2021-GMD')).toEqual(['2021GMD'])
  })

  it('are not taken from norms, boxes, postal codes, telephones, pictures and plots', () => {
    for (const text of [
      'Ref. 4563 LKP',
      'norma UNE 1234 BCD',
      'P.O. Box 1234 BCD',
      'NL 1234 BCD Amsterdam',
      'tel. 9123 BCD',
      'foto_1234BCD.jpg',
      'B-1234-CD del polígono',
      'A-1234-B',
      '1234 bcd',
    ])
      expect(find(text)).toEqual([])
  })

  it('that no car can have yet count after a label', () => {
    expect(find('router 1234 VPN')).toEqual([])
    expect(find('matrícula 1234 VPN')).toEqual(['1234VPN'])
    expect(isIssued('NBB', Date.UTC(2025, 5, 1))).toBe(true)
    expect(isIssued('PBB', Date.UTC(2026, 10, 1))).toBe(true)
    expect(isIssued('RBB', Date.UTC(2026, 10, 1))).toBe(false)
    expect(isIssued('ZZZ', Date.UTC(2045, 0, 1))).toBe(true)
  })
})

describe('the cheap look', () => {
  it('lets through every text where a plate is found', () => {
    const any = fc.string({ unit: fc.constantFrom(...'0123456789BCMTFab -\u00A0.,\nñ'), maxLength: 60 })
    fc.assert(
      fc.property(any, issued, any, fc.boolean(), (left, vrm, right, labelled) => {
        const text = `${labelled ? 'matrícula ' : ''}${left} ${vrm} ${right}`
        if (find(text).length > 0) expect(mayHavePlates(text, false)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('takes no longer for a text that was made to be slow', () => {
    for (const text of [
      '1234 '.repeat(200_000),
      'M-'.repeat(500_000),
      `1234${' '.repeat(1_000_000)}`,
      'A1'.repeat(500_000),
    ])
      expect(find(text)).toEqual([])
  })
})

it('some plates of a long text are found at a time, so that the page goes on in between', () => {
  const text = '1234 BCD '.repeat(20_000)
  const found = [...findPlatesIn({ text, context: '', header: '', keepsBreaks: false })]
  expect(found.flat()).toHaveLength(20_000)
  expect(Math.max(...found.map((some) => some.length))).toBeLessThanOrEqual(64)
})

it('the nodes of a block are gone through once for all its plates', () => {
  let reads = 0
  const pieces = Array.from({ length: 20_000 }, () => ({
    node: { parentElement: null } as Text,
    get text() {
      reads++
      return '1234 BCD '
    },
  }))
  const occurrenceOf = occurrencesIn(pieces)
  const found = pieces.map((_, index) =>
    occurrenceOf({ vrm: '1234BCD', padded: false, start: index * 9, end: index * 9 + 8 }),
  )
  expect(
    found.every(({ parts }, index) => parts.length === 1 && parts[0]!.node === pieces[index]!.node),
  ).toBe(true)
  expect(reads).toBeLessThan(pieces.length * 10)
})
