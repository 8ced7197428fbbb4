import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asItLooks } from '#shared/domain/normalize-text.ts'
import {
  clipboardCells,
  clipboardText,
  GRID_COLUMNS,
  type GridColumn,
  pasteCells,
} from '#shared/domain/transfer-batch-paste.ts'
import {
  BATCH_COLUMNS,
  BATCH_LENGTHS,
  type BatchRow,
  type BatchValues,
} from '#shared/domain/transfer-batch.ts'

const plate = (ord: number) => `${String(1000 + ord)}BCD`
const rowsOf = (amount: number, made: readonly number[] = []): BatchRow[] =>
  Array.from({ length: amount }, (_, ord) => ({
    ord,
    vrm: plate(ord),
    isMade: made.includes(ord),
    number: null,
  }))
const paste = (
  text: string,
  {
    rows = rowsOf(4),
    row = 0,
    column = 'otherTaxId',
    values = {},
  }: { rows?: BatchRow[]; row?: number; column?: GridColumn; values?: BatchValues } = {},
) => pasteCells(clipboardCells(text), { rows, values, at: { row, column } })

test('a block goes from the cell with the focus down and to the right', () => {
  expect(
    paste('12345678Z\tLucía Ribera\t8.250,50\r\n00000000T\t"Peña ""e hijos"""\t\r\n', { row: 1 }),
  ).toEqual({
    values: {
      '1.otherTaxId': '12345678Z',
      '1.otherName': 'Lucía Ribera',
      '1.taxableBase': '8.250,50',
      '2.otherTaxId': '00000000T',
      '2.otherName': 'Peña "e hijos"',
    },
    cells: 5,
    left: [],
    by: 'place',
    hasHeadings: false,
  })
})

test('a blank row of the block is a row: those after it stay in their places', () => {
  expect(paste('a\n\nb', { column: 'otherName' }).values).toEqual({ '0.otherName': 'a', '2.otherName': 'b' })
})

test('headings say which columns they are, in any order, and what they do not know is said', () => {
  const pasted = paste(
    'Fecha contrato\tColor\tNIF comprador\tComprador\tPrecio\n05/11/2026\trojo\t12345678Z\tLucía\t12.500 €',
    { column: 'notes' },
  )
  expect(pasted).toMatchObject({
    hasHeadings: true,
    by: 'place',
    values: {
      '0.contractDate': '05/11/2026',
      '0.otherTaxId': '12345678Z',
      '0.otherName': 'Lucía',
      '0.taxableBase': '12.500 €',
    },
    left: [{ row: 2, column: 2, text: 'rojo', why: 'unknown-column' }],
  })
})

test("the dealer's own column has no place in a row, whichever side it is", () => {
  const text = 'NIF vendedor\tNIF comprador\n12345678Z\t00000000T'
  expect(paste(text).values).toEqual({ '0.otherTaxId': '00000000T' })
  expect(paste(text, { values: { dealer: 'buyer' } }).values).toEqual({ '0.otherTaxId': '12345678Z' })
})

test('with the plates in the block its rows are found by them, whatever their order', () => {
  const text = `Matrícula\tNombre\n1002-bcd\tTres\n1000 BCD\tUno\n9999ZZZ\tNadie\nsin placa\tOtro\n1000BCD\tDos veces`
  expect(paste(text, { row: 3 })).toMatchObject({
    by: 'plate',
    values: { '2.otherName': 'Tres', '0.otherName': 'Uno' },
    left: [
      { row: 4, column: 1, text: '9999ZZZ', why: 'other-plate' },
      { row: 4, column: 2, text: 'Nadie', why: 'other-plate' },
      { row: 5, column: 1, text: 'sin placa', why: 'no-plate' },
      { row: 5, column: 2, text: 'Otro', why: 'no-plate' },
      { row: 6, column: 1, text: '1000BCD', why: 'other-plate' },
      { row: 6, column: 2, text: 'Dos veces', why: 'other-plate' },
    ],
  })
  // Without headings, from the column of the plates on.
  expect(paste('1001BCD\tX1234567L', { column: 'vrm' }).values).toEqual({ '1.otherTaxId': 'X1234567L' })
})

test('what does not fit is said cell by cell', () => {
  expect(paste('a\tb', { column: 'notes', row: 3 }).left).toEqual([
    { row: 1, column: 2, text: 'b', why: 'beside' },
  ])
  expect(paste('a\nb', { column: 'notes', row: 3 }).left).toEqual([
    { row: 2, column: 1, text: 'b', why: 'below' },
  ])
  expect(paste('a', { rows: rowsOf(4, [0]) }).left).toEqual([{ row: 1, column: 1, text: 'a', why: 'made' }])
  const long = 'x'.repeat(BATCH_LENGTHS.otherName + 1)
  expect(paste(long, { column: 'otherName' }).left).toEqual([
    { row: 1, column: 1, text: long, why: 'too-long' },
  ])
})

const cell = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('"', 'a\tb', 'a\nb', 'a  b', '\u200B', '12.500,00 €', '', '5/11', '"x'),
)
const block = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })

test('a copied block is read back as it was, whatever its cells hold', () => {
  fc.assert(
    fc.property(block, (cells) => {
      const first = cells[0]?.[0] ?? ''
      // A mark of order at the very beginning is the clipboard's own.
      fc.pre(!first.startsWith('\uFEFF'))
      // One lone empty cell is a text without any.
      fc.pre(!(cells.at(-1)?.length === 1 && cells.at(-1)?.[0] === ''))
      expect(clipboardCells(clipboardText(cells))).toEqual(cells)
    }),
  )
})

test('nothing of a block is lost: each of its cells is in a row, or is said to be in none', () => {
  fc.assert(
    fc.property(
      block,
      fc.nat(5),
      fc.constantFrom(...GRID_COLUMNS),
      fc.subarray([0, 1, 2, 3]),
      (cells, row, column, made) => {
        const rows = rowsOf(4, made)
        const pasted = pasteCells(cells, { rows, values: {}, at: { row, column } })
        const body = pasted.hasHeadings ? cells.slice(1) : cells
        const tidy = (text: string) => asItLooks(text).replaceAll(/\s+/g, ' ').trim()
        const filled = body.flat().filter((text) => tidy(text) !== '').length
        const plates = pasted.by === 'plate' ? filled - pasted.cells - pasted.left.length : 0
        expect(pasted.cells + pasted.left.length + plates).toBe(filled)
        // A row found by its plate has it already.
        expect(plates).toBeLessThanOrEqual(rows.length)
        expect(Object.keys(pasted.values)).toHaveLength(pasted.cells)
        for (const [name, value] of Object.entries(pasted.values)) {
          const [ord, of] = name.split('.')
          expect(made).not.toContain(Number(ord))
          expect(BATCH_COLUMNS).toContain(of)
          expect(body.flat().map(tidy)).toContain(value)
        }
      },
    ),
  )
})

test('headings are known as offices write them, below a title, and invisible marks are no part of a cell', () => {
  const pasted = paste(
    'Ventas de mayo\t\t\nNº matrícula\tNº documento\tCliente / Titular\tPrecio (€)\tFecha de la venta\tNº de factura\n' +
      '\u200B1001\u00A0BCD\t\u00A012345678Z\u200B\tLucía\u00A0Ribera\t8.250,50 €\t05/11/2026\tF-1',
  )
  expect(pasted.values).toEqual({
    '1.otherTaxId': '12345678Z',
    '1.otherName': 'Lucía Ribera',
    '1.taxableBase': '8.250,50 €',
    '1.contractDate': '05/11/2026',
    '1.invoiceNumber': 'F-1',
  })
  expect(pasted.left).toEqual([{ row: 1, column: 1, text: 'Ventas de mayo', why: 'no-plate' }])
})
