import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findInText, findPassages, MAX_FINDINGS } from '#shared/domain/pasted-text/find-in-text.ts'
import type { Finding, FindingKind } from '#shared/domain/pasted-text/finding.ts'
import { piecesOf } from '#shared/domain/pasted-text/passages.ts'
import { readPasted } from '#tests/fixtures/pasted-passages/passages.ts'
import { PASSAGES_NOW as NOW } from '#tests/fixtures/pasted-passages/measure.ts'

const passages = readPasted('dev').map(({ text }) => text)
/** Words that rules look for, forms of data, blanks of every kind, and anything. */
const PARTS = [
  ...'vendedor|Comprador:|DNI|NIF|factura n.º|importe|€|por|C/ Mayor 12|28013 Madrid|D.|S.L.|Ana Gil Ros|12345678Z'.split(
    '|',
  ),
  ...'4821 KLM|612 345 678|12/11/2026|8.250,00|a@b.es|WVWZZZ1JZXW000001|B12345674|, en adelante el |(|)|;|\t|\n|\n\n|> |*'.split(
    '|',
  ),
]
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PARTS),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(...passages),
    ),
    {
      maxLength: 14,
    },
  )
  .map((parts) => parts.join(' '))

test('it never throws, places are exact and in order, and none is read twice', () => {
  fc.assert(
    fc.property(text, (given) => {
      let last = 0
      for (const { start, end, value } of findInText(given, NOW)) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(given.length)
        expect(value).not.toBe('')
        last = end
      }
    }),
  )
})

const compact = (words: string) =>
  words
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
const figures = (words: string) => words.replace(/\D/g, '')

/** True if a value has nothing that its place does not have, but the zeros and the prefix of its form. */
function isDerived({ kind, value }: Finding, written: string, given: string): boolean {
  switch (kind) {
    case 'plate':
      return compact(written).replace(/(?<=\D|^)0+/g, '') === value.replace(/(?<=\D|^)0+/g, '')
    case 'vin':
      return compact(written) === value
    case 'taxId':
      return compact(written)
        .replace(/^ES(?=.{9})/, '')
        .replace(/^([XYZ])0/, '$1')
        .endsWith(value.replace(/^0+/, ''))
    case 'phone':
      return figures(value).endsWith(figures(written).replace(/^00/, ''))
    case 'amount':
      return figures(value)
        .replace(/^0+/, '')
        .startsWith(
          figures(written)
            .replace(/^0+/, '')
            .replace(/0{1,2}$/, ''),
        )
    case 'date':
      return (figures(written).match(/\d{1,2}/g) ?? []).some((part) => value.includes(part))
    case 'person':
      // A form may have its parts in boxes of their own.
      return value.split(' ').every((word) => given.includes(word))
    default:
      return value === written.replace(/\s+/g, ' ')
  }
}

test('nothing is invented: each value is what stands in its place', () => {
  fc.assert(
    fc.property(text, (given) => {
      for (const finding of findInText(given, NOW)) {
        const written = given.slice(finding.start, finding.end)
        expect(isDerived(finding, written, given), `${finding.kind} ${finding.value} of «${written}»`).toBe(
          true,
        )
      }
    }),
  )
})

test('paragraphs without data before, between and after change nothing', () => {
  const noise = fc.constantFrom(
    'Gracias por todo.',
    'buenas tardes a todos',
    '---',
    'Os lo mando luego, sin prisa.',
  )
  fc.assert(
    fc.property(fc.constantFrom(...passages), noise, noise, (given, before, after) => {
      const shift = before.length + 2
      const found = findInText(`${before}\n\n${given}\n\n${after}`, NOW)
      expect(
        found.map(({ start, end, ...rest }) => ({ start: start - shift, end: end - shift, ...rest })),
      ).toEqual(findInText(given, NOW))
    }),
    { numRuns: 300 },
  )
})

const LABELS: Readonly<Partial<Record<FindingKind, string>>> = {
  plate: 'Matrícula',
  vin: 'Bastidor',
  taxId: 'NIF',
  person: 'Nombre',
  company: 'Razón social',
  email: 'Correo',
  phone: 'Teléfono',
  amount: 'Importe',
  invoice: 'Factura n.º',
  date: 'Fecha',
}

test('its own values, written out, are read as the same', () => {
  for (const given of passages)
    for (const { kind, value, sureness } of findInText(given, NOW)) {
      const label = LABELS[kind]
      if (label === undefined || sureness === 'doubtful') continue
      const again = findInText(`${label}: ${value}${kind === 'amount' ? ' €' : ''}`, NOW)
      expect(again.map((one) => [one.kind, one.value])).toContainEqual([kind, value])
    }
})

test('it is read in pieces that cover it and are never long', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', ' ', '\n', '\n\n', 'x'.repeat(9_000), 'la casa '.repeat(3_000))),
      (parts) => {
        const given = parts.join('')
        let at = 0
        let covered = ''
        for (const { text: piece, start } of piecesOf(given)) {
          expect(piece.length).toBeLessThanOrEqual(2 * 4_096)
          expect(given.slice(start, start + piece.length)).toBe(piece)
          expect(start).toBeGreaterThanOrEqual(at)
          covered += given.slice(at, start).trim() + piece
          at = start + piece.length
        }
        expect((covered + given.slice(at).trim()).replace(/\s/g, '')).toBe(given.replace(/\s/g, ''))
      },
    ),
  )
})

test('a long text of the worst ends, and no more is kept than anybody looks at', () => {
  for (const part of ['De la Cruz ', 'El 1 ', '1.', ';', 'vendedor ', 'A\tB\tC\n', 'Ana S.L. ', 'x@', '> ']) {
    const given = part.repeat(250_000 / part.length)
    expect(findInText(given, NOW).length).toBeLessThanOrEqual(MAX_FINDINGS)
  }
})

test('it can be left at any piece, with what was found until there', () => {
  const given = passages.join('\n\n')
  const [first] = findPassages(given, NOW)
  expect(first?.read).toBeLessThan(given.length)
  // A correction further down takes parties away.
  const withoutRoles = (findings: readonly Finding[] = []) =>
    findings.map(({ role: _role, ...found }) => found)
  expect(withoutRoles(findInText(given.slice(0, first?.read), NOW))).toEqual(withoutRoles(first?.findings))
})
