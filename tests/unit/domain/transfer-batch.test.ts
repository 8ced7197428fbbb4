import { expect, test } from 'vitest'
import type { Duplicate } from '#shared/domain/procedures/preflight.ts'
import {
  batchForm,
  batchInvoices,
  parseCellField,
  checkBatchRow,
  rowControl,
  rowDuplicates,
  rowOut,
  type BatchRow,
} from '#shared/domain/transfer-batch.ts'

const NOON = new Date(2026, 10, 26, 12).getTime()
const row = (ord: number, rest: Partial<BatchRow> = {}): BatchRow => ({
  ord,
  vrm: `${1000 + ord}BCD`,
  isMade: false,
  number: null,
  ...rest,
})
const COMMON = {
  dealer: 'seller',
  dealerTaxId: 'B12345674',
  dealerName: 'Autos Vega, S.L.',
  invoicePattern: 'F-{n:3}',
  invoiceFirst: '7',
  taxableBase: '5.000',
  contractDate: '05/11/2026',
  userEmail: 'marta@gestoria.es',
  client: 'Autos Vega',
}
const texts = (invoices: ReturnType<typeof batchInvoices>) =>
  Object.fromEntries([...invoices].map(([ord, { text }]) => [ord, text]))

test('a row has what is common, and its own before it', () => {
  const values = { ...COMMON, '0.otherTaxId': '12345678Z', '0.taxableBase': '8.250,50' }
  const { fields } = batchForm(row(0), 'F-007', values, [])
  expect(fields).toMatchObject({
    vrm: '1000BCD',
    sellerTaxId: 'B12345674',
    sellerName: 'Autos Vega, S.L.',
    buyerTaxId: '12345678Z',
    buyerName: '',
    taxableBase: '8.250,50',
    invoiceNumber: 'F-007',
    contractDate: '05/11/2026',
    client: 'Autos Vega',
  })
  const bought = batchForm(row(0), '', { ...values, dealer: 'buyer' }, []).fields
  expect([bought.buyerTaxId, bought.sellerTaxId]).toEqual(['B12345674', '12345678Z'])
})

test('the name of the common party never goes to the number of another', () => {
  const values = { ...COMMON, otherTaxId: '00000000T', otherName: 'Lucía', '0.otherTaxId': '12345678Z' }
  expect(batchForm(row(0), '', values, []).fields).toMatchObject({ buyerTaxId: '12345678Z', buyerName: '' })
  expect(batchForm(row(1), '', values, []).fields).toMatchObject({
    buyerTaxId: '00000000T',
    buyerName: 'Lucía',
  })
})

test('numbers follow the order of the rows; those of drafts made stay, and are not given again', () => {
  const rows = [row(0), row(1, { isMade: true, number: 8 }), row(2), row(3), row(4)]
  expect(texts(batchInvoices(rows, { ...COMMON, '3.invoiceNumber': 'X-1' }, []))).toEqual({
    0: 'F-007',
    2: 'F-009',
    3: 'X-1',
    4: 'F-010',
  })
  expect(texts(batchInvoices(rows, COMMON, [rowOut(0)]))).toEqual({ 2: 'F-007', 3: 'F-009', 4: 'F-010' })
  expect(texts(batchInvoices([row(0)], { ...COMMON, invoicePattern: '{' }, []))).toEqual({ 0: '' })
})

const other: Duplicate = {
  where: 'procedure',
  id: 'p1',
  by: 'vrm',
  kind: 'VEHICLE_TRANSFER',
  status: 'PENDING',
}
const sameInvoice: Duplicate = { ...other, where: 'draft', id: 'd1', by: 'invoiceNumber' }
const checked = (
  accepted: string[],
  duplicates: Duplicate[] = [],
  values: Record<string, string> = COMMON,
) => {
  const form = batchForm(row(0), 'F-007', values, accepted)
  return checkBatchRow(0, form, { verdict: null, duplicates }, accepted, NOON)
}

test('a row is ready by the rules of the review, and a plate that has another is seen first', () => {
  expect(checked([]).state).toBe('ready')
  const { state, preflight } = checked([], [], { ...COMMON, userEmail: '', '0.otherTaxId': '12345678A' })
  expect(state).toBe('blocked')
  expect(preflight.checks.find(({ id }) => id === 'fields')).toMatchObject({
    problems: [
      { field: 'userEmail', problem: 'missing' },
      { field: 'buyerTaxId', problem: 'tax-id-letter' },
    ],
  })
  expect(checked([], [other]).state).toBe('duplicate')
  expect(checked([rowDuplicates(0, [other])], [other]).state).toBe('ready')
  // Another one that came later is seen again.
  expect(checked([rowDuplicates(0, [other])], [other, { ...other, id: 'p2' }]).state).toBe('duplicate')
  // One invoice may be of several cars.
  expect(checked([], [sameInvoice]).state).toBe('ready')
  expect(checked([rowOut(0)]).state).toBe('out')
})

test('a control that is not right is accepted for its row', () => {
  const values = { ...COMMON, '0.otherTaxId': 'B12345678' }
  expect(checked([], [], values).state).toBe('blocked')
  expect(checked([rowControl(1)], [], values).state).toBe('blocked')
  expect(checked([rowControl(0)], [], values).state).toBe('ready')
})

test('only names of cells are cells', () => {
  expect(parseCellField('12.notes')).toEqual({ ord: 12, column: 'notes' })
  for (const name of ['notes', '1.vrm', '-1.notes', '1.notes.x', '12345.notes'])
    expect(parseCellField(name)).toBeNull()
})
