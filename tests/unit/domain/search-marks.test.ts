import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFound, searchPieces, searchText, wordsOf } from '#shared/domain/search-text.ts'
import { markedExcerpt, searchMarks } from '#shared/domain/search-marks.ts'

/** The text with its marks in brackets. */
const marked = (text: string, typed: string) => bracketed(text, searchMarks(typed).of(text))
const bracketed = (text: string, ranges: readonly { start: number; end: number }[]) =>
  ranges.reduceRight(
    (all, { start, end }) => `${all.slice(0, start)}[${all.slice(start, end)}]${all.slice(end)}`,
    text,
  )

describe('what was typed is marked', () => {
  test.each([
    ['garcia', 'José García Peña', 'José [García] Peña'],
    ['jose pena', 'José García Peña', '[José] García [Peña]'],
    ['ana garcia', 'Ana García', '[Ana García]'],
    ['nunez', 'Nu\u0301n\u0303ez', '[Nu\u0301n\u0303ez]'],
    ['strasse', 'Straße 4', '[Straße] 4'],
    ['f20260859', 'F-2026/0859', '[F-2026/0859]'],
    ['612 34', '+34612345678', '+34[61234]5678'],
    ['ga', 'Ganga García', '[Ga]nga [Ga]rcía'],
    ['z', 'García', 'García'],
    ['ruiz@co', 'ana.ruiz@correo.example', 'ana.[ruiz@co]rreo.example'],
    ['', 'García', 'García'],
    ['😀 ana', '😀 Ana', '😀 [Ana]'],
    ['ribera sl', 'Autos Ribera, S.L.', 'Autos [Ribera, S.L].'],
    ['ribera s.l.', 'Autos Ribera SL', 'Autos [Ribera SL]'],
    ['s. l.', 'Núñez, S.L.', 'Núñez, [S.L].'],
    ['sl', 'Núñez, Sociedad Limitada', 'Núñez, [Sociedad Limitada]'],
    ['sociedad limitada', 'Núñez, S. L.', 'Núñez, [S. L].'],
    ['sociedad limitada', 'Sociedad Limitada Núñez', '[Sociedad Limitada] Núñez'],
    ['lhospitalet', "L'Hospitalet", "[L'Hospitalet]"],
    ["l'hospitalet", 'L’Hospitalet', '[L’Hospitalet]'],
    ['collegi', 'El Col·legi', 'El [Col·legi]'],
    ['col·legi', 'El Collegi', 'El [Collegi]'],
  ])('%s in %s', (typed, text, expected) => expect(marked(text, typed)).toBe(expected))

  test('any two characters of a plate, where of a name they would not be', () => {
    expect(bracketed('1234BCD', searchMarks('34b').ofPlate('1234BCD'))).toBe('12[34B]CD')
    expect(bracketed('1234BCD', searchMarks('cd').ofPlate('1234BCD'))).toBe('1234B[CD]')
    expect(searchMarks('cd').of('ABCD')).toEqual([])
  })
})

describe('an excerpt', () => {
  const note = 'El comprador pasa el martes con el DNI nuevo.\nLlamar antes de las diez, que después no está.'
  test('is whole words around the match', () => {
    expect(markedExcerpt(note, searchMarks('diez'))).toBe(
      '…nuevo. Llamar antes de las diez, que después no está.',
    )
    expect(markedExcerpt(note, searchMarks('martes'))).toBe(
      'El comprador pasa el martes con el DNI nuevo. Llamar…',
    )
    expect(markedExcerpt('corta', searchMarks('corta'))).toBe('corta')
  })
})

describe('whatever is written and typed', () => {
  const writing = fc.string({ unit: 'grapheme', maxLength: 60 })
  const typing = fc.oneof(
    writing,
    fc.tuple(writing, fc.nat(60), fc.nat(60)).map(([a, b, c]) => a.slice(b, c)),
  )

  test('the marks are in order, apart, and inside the text', () => {
    fc.assert(
      fc.property(writing, typing, (text, typed) => {
        let last = -1
        for (const { start, end } of searchMarks(typed).of(text)) {
          expect(start).toBeGreaterThan(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  test('a text that is found by what was typed is marked', () => {
    fc.assert(
      fc.property(writing, fc.nat(), fc.integer({ min: 1, max: 4 }), (text, at, length) => {
        const words = wordsOf(text)
        if (words.length === 0) return
        const from = at % words.length
        const typed = words.slice(from, from + length).join(' ')
        if (searchPieces(typed).length === 0 || !isFound(searchText({ texts: [text] }), typed)) return
        expect(searchMarks(typed).of(text)).not.toEqual([])
      }),
    )
  })

  test('an excerpt is short and has the match', () => {
    fc.assert(
      fc.property(fc.array(writing, { maxLength: 30 }), typing, (lines, typed) => {
        const text = lines.join('\n')
        const marks = searchMarks(typed)
        const excerpt = markedExcerpt(text, marks)
        if (marks.of(text.replace(/\s+/g, ' ').trim()).length > 0) expect(marks.of(excerpt)).not.toEqual([])
      }),
    )
  })
})
