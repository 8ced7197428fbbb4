import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIELD_LENGTHS } from '#shared/domain/procedures/fields.ts'
import { writeInvoice, invoiceSequence, readInvoicePattern } from '#shared/domain/transfer-batch.ts'

const first = (pattern: string, from: string, amount: number, taken: readonly number[] = []) => {
  const read = readInvoicePattern(pattern)
  if (read.kind !== 'ok' && read.kind !== 'same') return read
  const numbers = invoiceSequence(read, from, new Set(taken))
  return numbers && Array.from({ length: amount }, () => numbers.next().value.text)
}

test('a pattern gives numbers in order, with zeros before them, and skips those taken', () => {
  expect(first('F-2026/{n:4}', '859', 3)).toEqual(['F-2026/0859', 'F-2026/0860', 'F-2026/0861'])
  expect(first('{n}-B', '', 2)).toEqual(['1-B', '2-B'])
  expect(first('A{n:2}', '99', 2)).toEqual(['A99', 'A100'])
  expect(first('A{n}', '4', 3, [5, 7])).toEqual(['A4', 'A6', 'A8'])
  expect(first('LOTE-7', '', 2)).toEqual(['LOTE-7', 'LOTE-7'])
})

test('a pattern or a first number that is none gives nothing', () => {
  expect(readInvoicePattern('  ')).toEqual({ kind: 'empty' })
  expect(readInvoicePattern('{n}{n}')).toEqual({ kind: 'invalid', why: 'several' })
  for (const pattern of ['{x}', 'F-{n', '{n:0}', '{n:10}', '{n:}', 'a}'])
    expect({ pattern, ...readInvoicePattern(pattern) }).toEqual({
      pattern,
      kind: 'invalid',
      why: 'malformed',
    })
  expect(readInvoicePattern(`${'x'.repeat(95)}{n}`)).toEqual({ kind: 'invalid', why: 'too-long' })
  expect(first('F{n}', 'uno', 1)).toBeNull()
})

const around = fc.string({ maxLength: 40 }).map((text) => text.replace(/[{}]/g, ''))

test('different numbers are different invoices, each with its number, that fit in the field', () => {
  fc.assert(
    fc.property(
      around,
      around,
      fc.integer({ min: 1, max: 9 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 99_999_999 }), { minLength: 2, maxLength: 20 }),
      (before, after, width, numbers) => {
        const pattern = readInvoicePattern(`${before}{n:${width}}${after}`)
        if (pattern.kind !== 'ok') throw new Error(pattern.kind)
        const invoices = numbers.map((number) => writeInvoice(pattern, number))
        expect(new Set(invoices).size).toBe(numbers.length)
        for (const [at, invoice] of invoices.entries()) {
          expect(invoice.length).toBeLessThanOrEqual(FIELD_LENGTHS.invoiceNumber)
          const figures = invoice.slice(pattern.before.length, invoice.length - pattern.after.length)
          expect(Number(figures)).toBe(numbers[at])
          expect(figures.length).toBeGreaterThanOrEqual(width)
        }
      },
    ),
  )
})

test('whatever is typed as a pattern is read, and never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 120 }), fc.stringMatching(/^[{}n:0-9F]{0,14}$/)), (typed) => {
      const read = readInvoicePattern(typed)
      expect(['ok', 'same', 'empty', 'invalid']).toContain(read.kind)
    }),
  )
})
