import { expect, test } from 'vitest'
import { emptyForm, withFields, type FieldChanges } from '#shared/domain/procedures/fields.ts'
import { templateStart } from '#shared/domain/procedures/template.ts'

const start = (fields: FieldChanges) =>
  templateStart('transfer', { fields: withFields(emptyForm().fields, fields), accepted: [] })

test('a template begins with the side of the client, and without the other person nor the sale', () => {
  const made = start({
    vrm: '1234BCD',
    client: 'Ocasión Vega',
    sellerTaxId: 'b-12345674',
    sellerName: 'Ocasión Vega, S.L.',
    buyerTaxId: '12345678Z',
    buyerName: 'Lucía Ribera',
    userEmail: 'marta@gestoria.es',
    notes: 'Llamar a Lucía',
    contractDate: '12/11/2026',
  })
  expect(made).toEqual({
    name: 'Ocasión Vega',
    kind: 'transfer',
    taxId: 'B12345674',
    fields: {
      userEmail: 'marta@gestoria.es',
      client: 'Ocasión Vega',
      sellerTaxId: 'b-12345674',
      sellerName: 'Ocasión Vega, S.L.',
    },
    expected: null,
  })
})

test('between two private persons, the side is that of the client, if it is one of them', () => {
  const people = {
    sellerTaxId: '12345678Z',
    sellerName: 'Ana',
    buyerTaxId: '87654321X',
    buyerName: 'LUÍS Gil',
  }
  expect(start({ ...people, client: 'Luis Gil' })).toMatchObject({
    taxId: '87654321X',
    fields: { buyerName: 'LUÍS Gil' },
  })
  expect(start({ ...people, client: 'Luis Gil' }).fields).not.toHaveProperty('sellerName')
  expect(start(people)).toMatchObject({ name: '', taxId: '', fields: {} })
})

test('a client who is the person left out is left out too, and names no template', () => {
  const made = start({
    client: 'lucia ribera',
    sellerTaxId: 'B12345674',
    sellerName: 'Ocasión Vega, S.L.',
    buyerTaxId: '12345678Z',
    buyerName: 'Lucía Ribera',
  })
  expect(made).toMatchObject({ name: 'Ocasión Vega, S.L.', taxId: 'B12345674' })
  expect(made.fields).toEqual({ sellerTaxId: 'B12345674', sellerName: 'Ocasión Vega, S.L.' })
})
