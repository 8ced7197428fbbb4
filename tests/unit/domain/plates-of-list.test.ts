import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_LISTED, platesInText, platesInTextSteps } from '#shared/domain/plate-list.ts'
import { classifyPlate, displayPlate } from '#shared/domain/plates/classify.ts'
import { isPlainPlate } from '#shared/domain/plates/text-rules.ts'
import { currentPlate, plateNumber } from '#tests/fixtures/plate-lists/plates.ts'

const read = (text: string) => {
  const { plates, repeated, unread } = platesInText(text)
  return {
    plates: plates.map(({ vrm, line, repaired }) => `${line}: ${vrm}${repaired ? '?' : ''}`),
    repeated: repeated.map(({ line, first }) => `${line} of ${first}`),
    unread: unread.map(({ line, text: unreadText }) => `${line}: ${unreadText}`),
  }
}

describe('a pasted list', () => {
  test('says of each line its plate, the one that it repeats or that it has none', () => {
    const rows = [
      '1234 BCD',
      'TF896L',
      '5678-FGH',
      '',
      '1234BCD',
      'M-1234-AB',
      '9012 8KL',
      'XX99999ZZ',
      'Golf rojo',
    ]
    expect(read(rows.join('\r\n'))).toEqual({
      plates: ['1: 1234BCD', '2: TF0896L?', '3: 5678FGH', '6: M1234AB', '7: 9012BKL?'],
      repeated: ['5 of 1'],
      unread: ['8: XX99999ZZ', '9: Golf rojo'],
    })
  })

  test('takes several plates of a line, each with what is beside it', () => {
    const notes = (text: string) => platesInText(text).plates.map(({ vrm, note }) => `${vrm} ${note}`.trim())
    expect(notes('1. 1234BCD Golf rojo, 5678FGH (Ibiza)')).toEqual(['1234BCD Golf rojo', '5678FGH Ibiza'])
    expect(notes('Golf 1234BCD / Ibiza 5678FGH')).toEqual(['1234BCD Golf', '5678FGH Ibiza'])
    expect(notes('1234BCD;5678FGH;9012JKL')).toEqual(['1234BCD', '5678FGH', '9012JKL'])
    expect(notes('Matrícula: 1234BCD | Ana Ruiz | 8.250 €')).toEqual(['1234BCD Ana Ruiz · 8.250 €'])
  })

  test('finds a mistyped plate among the words of its line, and one in two cells', () => {
    expect(read('5678FGH Clio\n12348CD Golf\n9012\tJKL\n3456MNP').plates).toEqual([
      '1: 5678FGH',
      '2: 1234BCD?',
      '3: 9012JKL',
      '4: 3456MNP',
    ])
  })

  test('prefers a plate that is written right to a guess, wherever it is', () => {
    expect(read('12348CD\n5678FGH\n1234BCD')).toMatchObject({
      plates: ['3: 1234BCD', '2: 5678FGH'],
      repeated: ['1 of 3'],
    })
  })

  test('leaves quantities, engines, chassis and telephones out', () => {
    const rows = [
      'Matrícula;Cliente;Precio;Motor;Bastidor;Teléfono',
      '1234BCD;Lux 33, S.L.;8500 PVP;1968 CCS;WVWZZZ1JZXW000001;612 34 56 78',
      '5678FGH;TDI 115;3000 rpm;2016 GTD;VSSZZZ5FZHR000417;+34 934 12 34 56',
      'TDI 115;Ana;8.250,50;1600 16V;VSSZZZ5FZHR000418;934123456',
    ]
    expect(read(rows.join('\n'))).toMatchObject({
      plates: ['2: 1234BCD', '3: 5678FGH'],
      unread: [expect.stringMatching(/^4: TDI 115;Ana/)],
    })
  })

  test('is not taken for a list when it is a letter', () => {
    const letter =
      'Buenos días:\nMe hace falta el 1234 BCD y el precio son 8500 PVP.\nUn saludo,\nJuan\nCIF B12345678\nTel. 612 34 56 78'
    expect(read(letter)).toEqual({ plates: ['2: 1234BCD'], repeated: [], unread: [] })
    expect(read('Hola')).toEqual({ plates: [], repeated: [], unread: [] })
    expect(read('')).toEqual({ plates: [], repeated: [], unread: [] })
  })

  test('keeps the first 5,000, and says how many it left', () => {
    const numbers = Array.from({ length: MAX_LISTED + 12 }, (_, index) => plateNumber(index))
    const { plates, left } = platesInText([...numbers, ...numbers].join('\n'))
    expect([plates.length, plates.at(-1)?.vrm, left]).toEqual([MAX_LISTED, numbers[MAX_LISTED - 1], 12])
  })

  test('of 4,900 repeats among 5,000 lines has a hundred plates', () => {
    const { plates, repeated } = platesInText(
      Array.from({ length: 5000 }, (_, index) => plateNumber(index % 100)).join('\n'),
    )
    expect([plates.length, repeated.length]).toEqual([100, 4900])
    expect(repeated[0]).toEqual({ vrm: plateNumber(0), line: 101, first: 1 })
  })
})

describe('a line of a dealer', () => {
  const vrms = (text: string) => platesInText(text).plates.map(({ vrm }) => vrm)

  test.each([
    ['2018 BMW 320d 1234 BCD', ['1234BCD']],
    ['2021 KTM 390 Duke 5678 FGH', ['5678FGH']],
    ['2024 BYD Seal 1234 NDB', ['1234NDB']],
    ['1;2018 BMW 320d;1234 BCD', ['1234BCD']],
    ['1;2018 BMW;320d;1234 BCD', ['1234BCD']],
    ['cliente 2022 PSG SL 1234 BCD', ['1234BCD']],
    ['Vehículo matriculado en 2018 BMW 320d 1234 BCD', ['1234BCD']],
    ['2017 GMC', []],
    ['El BMW es de 2018 BMW 320d y gira a 4200 RPM', []],
    // A plate that its column or a label says, and one that fills its line.
    ['Matrícula;Marca\n2018 BMW;Renault', ['2018BMW']],
    ['matrícula 2018 BMW', ['2018BMW']],
    ['2018 BCD', ['2018BCD']],
    ['2018BMW', ['2018BMW']],
  ])('with a year and a make has one plate: %j → %j', (text, expected) =>
    expect(vrms(text)).toEqual(expected),
  )

  test.each([
    'Tarifa 1500 CHF',
    'Ref. 4563 LKP',
    'Pedido 4821 FGH',
    'norma UNE 1234 BCD',
    'P.O. Box 1234 BCD',
    'NL 1234 BCD Amsterdam',
    'tel. 9123 BCD',
    'CP 1234 BCD',
    'foto_1234BCD.jpg',
    'B-1234-CD del polígono',
    'quedan 1234 bcd en caja',
  ])('has none in %j', (text) => expect(vrms(text)).toEqual([]))

  test.each([
    ['Golf 2021-GMD', '2021GMD'],
    ['Clio 2005-CDF', '2005CDF'],
    ['1234.BCD Golf', '1234BCD'],
    ['1234/BCD', '1234BCD'],
    ['1 2 3 4 B C D', '1234BCD'],
    ['1234 B C D', '1234BCD'],
    ['M.1234.AB Golf', 'M1234AB'],
    ['mi corsa es el 1234 bcd', '1234BCD'],
    ['Golf 1500 BCD', '1500BCD'],
  ])('has the plate of %j', (text, expected) => expect(vrms(text)).toEqual([expected]))

  test('follows one whose letters are a word before a reference', () =>
    expect(vrms('0000 RTX 0000 BBB 1234 MRW 5678 BCD')).toEqual(['0000RTX', '0000BBB', '1234MRW', '5678BCD']))

  test('is of an ordinary plate with the band of the country, which the user checks, or of a special vehicle', () => {
    expect(read('E 1234 BCD\nE-5678-FGH Golf\n(E) 9012 JKL\nE3456MNP').plates).toEqual([
      '1: 1234BCD?',
      '2: 5678FGH?',
      '3: 9012JKL',
      '4: E3456MNP',
    ])
    expect(vrms('e 1234 bcd')).toEqual(['1234BCD'])
    expect(vrms('Tractor John Deere E 4471 BFD')).toEqual(['E4471BFD'])
    expect(vrms('E-0933-BGL, retroexcavadora')).toEqual(['E0933BGL'])
  })

  test.each([
    ['matrícula PM-1', 'PM1'],
    ['placa CAC-1', 'CAC1'],
    ['Seat 600, matrícula M-960985', 'M960985'],
    ['vehículo B-123456', 'B123456'],
    ['vehículo CAC-1', 'CAC1'],
    ['matrícula histórica VH-M-0123', 'VHM0123'],
    ['Land Rover, matrícula SH-1234', 'SH1234'],
    ['M-123456, matrícula de Madrid', 'M123456'],
    ['Modelo;Matrícula\nFord T;PM-1', 'PM1'],
  ])('has the old plate of %j, which something says', (text, expected) =>
    expect(vrms(text)).toEqual([expected]),
  )

  test('has no old plate without a word that says so', () => {
    for (const text of [
      'código PM-1',
      'RM-123 precio 45 €',
      'Sofá FP-1234 gris',
      'B-123456 piezas',
      'vehículo A-4',
    ])
      expect(vrms(text)).toEqual([])
  })
})

describe('any text', () => {
  test('loses no plate that is written in it, whatever separates them', () => {
    fc.assert(
      fc.property(
        // «1000 NZD» is an amount, and is told as unread.
        fc.uniqueArray(
          currentPlate.filter((vrm) => isPlainPlate(vrm)),
          { maxLength: 30 },
        ),
        fc.constantFrom('\n', '\r\n', '\r', ';', '\t', ', ', ' ', ' | ', '\u2028'),
        fc.boolean(),
        (vrms, between, isSpaced) => {
          const { plates, unread } = platesInText(
            vrms.map((vrm) => (isSpaced ? displayPlate(vrm) : vrm)).join(between),
          )
          expect(plates.map(({ vrm }) => vrm)).toEqual(vrms)
          expect(unread).toEqual([])
        },
      ),
    )
  })

  test('accounts for every line of a list that has something', () => {
    const line = fc.oneof(
      { weight: 4, arbitrary: currentPlate },
      fc.constant(''),
      fc.stringMatching(/^[A-Za-z0-9ñáé .-]{1,20}$/),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (rest) => {
        const lines = ['1234BCD', ...rest]
        // «a0» alone may be a plate of before 1971, and makes no list.
        const held = lines.filter((text) => classifyPlate(text)?.series === 'ordinary').length
        fc.pre(held * 2 >= lines.length)
        const { plates, repeated, unread } = platesInText(lines.join('\n'))
        const said = new Set([...plates, ...repeated, ...unread].map((entry) => entry.line))
        for (const [index, text] of lines.entries())
          if (/[\p{L}\p{N}]/u.test(text)) expect(said.has(index + 1)).toBe(true)
      }),
    )
  })

  test('gives only plates, each once, in lines that are there and as written', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(...'ABEMRTV0138- \tñº\n;,'.split('')), maxLength: 120 }),
    )
    fc.assert(
      fc.property(text, (any) => {
        const { plates, repeated, unread } = platesInText(any)
        expect(new Set(plates.map(({ vrm }) => vrm)).size).toBe(plates.length)
        for (const { vrm, written, repaired } of plates) {
          expect(classifyPlate(vrm)?.vrm).toBe(vrm)
          expect(any).toContain(written)
          if (!repaired && !/[\t]/.test(written)) expect(classifyPlate(written)?.vrm).toBe(vrm)
        }
        const lines = any.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).length
        for (const { line } of [...plates, ...repeated, ...unread]) expect(line).toBeLessThanOrEqual(lines)
      }),
      { numRuns: 400 },
    )
  })

  test('of one line is read in bounded time', () => {
    for (const part of ['0', 'C 1234 BC', '- ', ';', '12348CD,', '1234 BCD ', 'TF89\n', '8500 PVP '])
      platesInText(part.repeat(300_000 / part.length))
  })
})

test('a text longer than what is kept of it says how far it is, and is read as any other', () => {
  const lines = Array.from({ length: 30_000 }, (_, at) =>
    at % 10 === 9 ? `Coche ${at}` : `${1000 + (at % 3000)} BCD`,
  )
  const steps = platesInTextSteps(lines.join('\n'))
  const done: number[] = []
  let step = steps.next()
  for (; !step.done; step = steps.next()) done.push(step.value)
  expect(done.length).toBeGreaterThan(10)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  expect(step.value.plates).toHaveLength(2700)
  expect(step.value.unread).toHaveLength(3000)
})

test('marks without a shape, blanks of any width and letters of full width are no part of a plate', () => {
  const lines = [
    '12\u200B34BCD Seat',
    '5678\u00ADFGH\u2060',
    '\u202A1111BBB\u202C · Ana\uFEFF',
    '2222\u2003CCC',
    '\uFF13\uFF13\uFF13\uFF13\uFF24\uFF24\uFF24 Kia',
  ]
  const { plates, unread } = platesInText(lines.join('\n'))
  expect(plates.map(({ vrm, note }) => [vrm, note])).toEqual([
    ['1234BCD', 'Seat'],
    ['5678FGH', ''],
    ['1111BBB', 'Ana'],
    ['2222CCC', ''],
    ['3333DDD', 'Kia'],
  ])
  expect(unread).toEqual([])
})
