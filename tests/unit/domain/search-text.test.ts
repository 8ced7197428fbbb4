import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText } from '#shared/domain/normalize-text.ts'
import {
  codePiece,
  isFound,
  itemFinder,
  searchPieces,
  searchText,
  wordsOf,
} from '#shared/domain/search-text.ts'

const text = searchText({
  plate: '1234BCD',
  codes: ['WVWZZZ1JZXW000001', 'F-2026/0859', '12345678Z', 'prc_7f3a-99'],
  texts: ['Automóviles Núñez e Hijos, S.L.', 'José María García-Peña', "Llamar a la O'Neill"],
})

describe('what is typed finds it', () => {
  test.each([
    ['a piece of the plate', '234b'],
    ['the plate with a space', '1234 bcd'],
    ['the plate with hyphens', '1234-BCD'],
    ['two of its digits, inside', '34'],
    ['two of its letters', 'cd'],
    ['the end of the chassis', '000001'],
    ['the chassis in its groups', 'WVW ZZZ1JZ XW000001'],
    ['the invoice', 'f-2026/0859'],
    ['the invoice without what separates it', 'F20260859'],
    ['a piece of the invoice', '0859'],
    ['an identifier with dots', '12.345.678-z'],
    ['a name without accents', 'nunez'],
    ['a name with its accents and capitals', 'NÚÑEZ'],
    ['the same, decomposed', 'Nu\u0301n\u0303ez'],
    ['the middle of a name', 'movil'],
    ['the beginning of a name, two letters', 'nu'],
    ['one letter, where a word begins', 'j'],
    ['words in any order', 'garcia jose'],
    ['words with what nobody looks for', '  garcía,   (jose) * " '],
    ['a word twice', 'garcia garcia'],
    ['what is beside an apostrophe', 'neill'],
    ['the id as it is written', 'prc_7f3a-99'],
  ])('%s', (_, typed) => expect(isFound(text, typed)).toBe(true))

  test.each([
    ['all the words have to be there', 'garcia lopez'],
    ['two letters inside a word are nearly everywhere', 'un'],
    ['one letter inside a word', 'z'],
    ['the end of a word and the beginning of the next', 'josemaria'],
    ['a whole plate is one thing, not its parts', '2026 bcd'],
  ])('and does not: %s', (_, typed) => expect(isFound(text, typed)).toBe(false))
})

test('a whole plate is looked for as such, and not as digits here and letters there', () => {
  const other = searchText({ plate: '9876BCD', codes: ['VSSZZZ5FZHR001234'] })
  expect(isFound(other, '1234 bcd')).toBe(false)
  expect(isFound(other, 'bcd 1234')).toBe(true)
})

test.each([
  ['F-2026/0859', 'f20260859'],
  [' 2026/0859 ', '20260859'],
  ['contrato-812.pdf', 'contrato812pdf'],
  ['F 2026 0859', null],
  ['20260859', null],
  ['garcía-peña', null],
  ['ana-1@correo.example', null],
  ['a-12', null],
])('%j as a code: %j', (typed, piece) => expect(codePiece(typed)).toBe(piece))

describe('a legal form is one word, whichever way it is written', () => {
  const forms: readonly (readonly string[])[] = [
    [
      'SL',
      'S.L.',
      'S. L.',
      'S.L',
      's.l.',
      'S L',
      'S/L',
      'S-L',
      'Sociedad Limitada',
      'Sociedad  limitada',
      'Societat Limitada',
      'Sociedade Limitada',
      'Sozietate Mugatua',
    ],
    [
      'SLU',
      'S.L.U.',
      'S. L. U.',
      'S.L.U',
      'S L U',
      'Sociedad Limitada Unipersonal',
      'S.L. (Unipersonal)',
      'SL Unipersonal',
      'S.L., Unipersonal',
    ],
    ['SA', 'S.A.', 'S. A.', 'S A', 'Sociedad Anónima', 'Societat Anònima', 'Sociedade Anónima'],
    ['SAU', 'S.A.U.', 'Sociedad Anónima Unipersonal'],
    ['SAL', 'S.A.L.', 'Sociedad Anónima Laboral'],
    ['SLL', 'S.L.L.', 'S. L. L.', 'Sociedad Limitada Laboral'],
    ['SLP', 'S.L.P.', 'Sociedad Limitada Profesional'],
    ['SLNE', 'S.L.N.E.', 'Sociedad Limitada Nueva Empresa'],
    ['SC', 'S.C.', 'S. C.', 'Sociedad Civil'],
    ['SCP', 'S.C.P.', 'Sociedad Civil Particular'],
    ['CB', 'C.B.', 'C. B.', 'C B', 'Comunidad de Bienes', 'Comunitat de Béns'],
    ['SCoop', 'S.Coop.', 'S. Coop.', 'S Coop', 'Sdad. Coop.', 'Sociedad Cooperativa'],
    ['AIE', 'A.I.E.', 'Agrupación de Interés Económico'],
    ['UTE', 'U.T.E.', 'Unión Temporal de Empresas'],
  ]
  const pairs = forms.flatMap((form) => form.flatMap((one) => form.map((other) => [one, other] as const)))

  test.each(pairs)('%s finds %s', (typed, written) => {
    for (const name of [`Autos Ribera, ${written}`, `AUTOS RIBERA ${written}`])
      expect(isFound(searchText({ texts: [name] }), `ribera ${typed}`)).toBe(true)
  })

  test.each([
    ['ribera sl', 'Ribera, S.A.'],
    ['ribera s.l.', 'Ribera SA'],
    ['ribera cb', 'Ribera, S.C.'],
    ['ribera s.l.u.', 'Ribera, S.L.'],
    ['ribera s.a.', 'Autos Ribera, Sociedad Limitada'],
  ])('%s does not find %s', (typed, name) => {
    expect(isFound(searchText({ texts: [name] }), typed)).toBe(false)
  })

  test('nothing of an address is taken for one', () => {
    const address = { texts: ['info@s.l.example'], whole: ['info@s.l.example'] }
    expect(isFound(searchText(address), 'info@s.l.example')).toBe(true)
  })
})

describe('apostrophes and middle dots join words or part them', () => {
  test.each([
    ['lhospitalet', "L'Hospitalet"],
    ['l’hospitalet', "L'Hospitalet"],
    ["l'hospitalet", 'L’Hospitalet'],
    ["l'hospitalet", 'LHospitalet'],
    ['l hospitalet', "L'Hospitalet"],
    ['lhospitalet', 'L´Hospitalet'],
    ['lhospitalet', 'L`Hospitalet'],
    ['oneill', "O'Neill"],
    ['dalacant', "Sant Joan d'Alacant"],
    ['collegi', 'Col·legi Sant Jordi'],
    ['collegi', 'Coŀlegi'],
    ['collegi', 'Col.legi'],
    ['collegi', 'COL•LEGI'],
    ['col·legi', 'Collegi'],
    ['col.legi', 'Col·legi'],
    ['col-legi', 'Col·legi'],
    ['marcel·li', 'Marcelli'],
    ["l'ou", 'Can LOu'],
    ["L'Hospitalet, S.L.", 'Lhospitalet SL'],
  ])('%s finds %s', (typed, name) => {
    expect(isFound(searchText({ texts: [name] }), typed)).toBe(true)
  })
})

test('with nothing to look for there is nothing to look for', () => {
  for (const typed of ['', '   ', '*', '"', '--', '()']) expect(searchPieces(typed)).toEqual([])
})

describe('whatever is written and typed', () => {
  const writing = fc.string({ unit: 'grapheme', maxLength: 60 })

  test('each of its own words finds it, in capitals too', () => {
    fc.assert(
      fc.property(writing, writing, fc.nat(), (one, other, at) => {
        const here = searchText({ texts: [one, other] })
        const words = [...wordsOf(one), ...wordsOf(other)]
        const word = words[at % Math.max(1, words.length)]
        if (word === undefined) return
        expect(isFound(here, word)).toBe(true)
        // In upper case, an iota subscript is written beside its letter.
        if (!/\p{Script=Greek}/u.test(word)) expect(isFound(here, word.toUpperCase())).toBe(true)
      }),
    )
  })

  test('all of it finds it, and so does any piece of three characters of a word', () => {
    // An e-mail address is found whole, and only where it is noted as one.
    const withoutAddress = writing.map((one) => one.replaceAll(/[@＠﹫]/g, ' '))
    fc.assert(
      fc.property(withoutAddress, fc.nat(), (one, at) => {
        const words = wordsOf(one)
        if (words.length > 12) return
        expect(isFound(searchText({ texts: [one] }), one) || words.length === 0).toBe(true)
        const long = words.map((word) => Array.from(word)).find((word) => word.length >= 3)
        if (!long) return
        const from = at % (long.length - 2)
        expect(isFound(searchText({ texts: [one] }), long.slice(from, from + 3).join(''))).toBe(true)
      }),
    )
  })

  test('any two characters of a plate, one after the other, find it', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{4}[BCDFGHJKLMNPRSTVWXYZ]{3}$/),
        fc.integer({ min: 0, max: 5 }),
        (vrm, at) => {
          expect(isFound(searchText({ plate: vrm }), vrm.slice(at, at + 2))).toBe(true)
        },
      ),
    )
  })

  test('an item is found without its text exactly when its text is', () => {
    const some = fc.array(writing, { maxLength: 3 })
    const item = fc.record({ plate: fc.string({ maxLength: 7 }), codes: some, whole: some, texts: some })
    const parts = fc.array(fc.tuple(fc.nat(), fc.nat(60), fc.nat(8)), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(item, parts, (one, taken) => {
        const all = [one.plate, ...one.codes, ...one.whole, ...one.texts]
        const typed = taken
          .map(([at, from, length]) => (all[at % all.length] ?? '').slice(from, from + length))
          .join(' ')
        expect(itemFinder(typed)(one)).toBe(isFound(searchText(one), typed))
      }),
    )
  })

  test('plain ASCII is folded and split as any other text', () => {
    const plain = fc.string({
      unit: fc
        .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.constantFrom(0x09, 0x0a, 0x0d))
        .map((code) => String.fromCharCode(code)),
    })
    fc.assert(
      fc.property(plain, (one) => {
        expect(foldText(`${one} á`)).toBe(`${foldText(one)} a`)
        expect(wordsOf(`${one} ñ`)).toEqual([...wordsOf(one), 'n'])
        expect(foldText(`${one} ж`)).toBe(`${foldText(one)} ж`)
        expect(wordsOf(`${one} ж`)).toEqual([...wordsOf(one), 'ж'])
      }),
    )
  })

  test('what is looked for has letters, digits, spaces and the pairs of addresses alone, and at least three', () => {
    fc.assert(
      fc.property(writing, fc.constantFrom('', '@'), (before, at) => {
        for (const piece of searchPieces(before + at).flat()) {
          expect(piece).toMatch(/^[\p{L}\p{N}\p{Co} ]+$/u)
          expect(Array.from(piece).length).toBeGreaterThanOrEqual(3)
        }
      }),
    )
  })

  test('folded once is folded for good', () => {
    fc.assert(
      fc.property(writing, (one) => {
        expect(foldText(foldText(one))).toBe(foldText(one))
      }),
      { numRuns: 2_000 },
    )
  })
})

test.each([
  ['ana.ruiz@correo.example', true],
  ['uiz@co', true],
  ['rui@', false],
  ['ana@', true],
  ['an@', true],
  ['nár@', false],
  ['ruiz', false],
  ['ruiz@cosa', false],
])('an address that only an address finds: %s, %s', (typed, found) => {
  expect(isFound(searchText({ addresses: ['Ana.Ruiz@correo.example'] }), typed)).toBe(found)
})

test('any four characters of such an address find it, whatever they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.nat(), (name, from) => {
      const address = `${name}@correo.example`
      const word = Array.from(wordsOf(address).join(''))
      const at = from % (word.length - 3)
      const typed = `${word.slice(at, at + 3).join('')}@${word[at + 3] ?? ''}`
      return isFound(searchText({ addresses: [address] }), typed)
    }),
  )
})
