import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copiedFieldsOf, formLike, templateFieldsOf } from '#shared/domain/procedures/template.ts'
import { ACCEPTABLE, emptyForm, FIELD_NAMES, withFields } from '#shared/domain/procedures/fields.ts'
import { DRAFT_KINDS, formFieldNames } from '#shared/domain/procedures/kinds.ts'

const kind = fc.constantFrom(...DRAFT_KINDS)
const form = fc.record({
  fields: fc
    .array(fc.string({ maxLength: 12 }), { minLength: FIELD_NAMES.length, maxLength: FIELD_NAMES.length })
    .map((values) =>
      withFields(emptyForm().fields, Object.fromEntries(FIELD_NAMES.map((name, at) => [name, values[at]]))),
    ),
  accepted: fc.subarray([...ACCEPTABLE]),
})
/** Of one vehicle or one sale: a copy with any of them would be sent by mistake. */
const OF_THE_SALE = ['vrm', 'vin', 'taxableBase', 'invoiceNumber', 'contractDate', 'notes'] as const

test('another one like it has the people, and neither the vehicle, nor the sale, nor what was accepted', () => {
  fc.assert(
    fc.property(kind, form, (of, from) => {
      const { fields, accepted } = formLike(of, from)
      for (const name of OF_THE_SALE) expect(fields[name]).toBe('')
      for (const name of copiedFieldsOf(of)) expect(fields[name]).toBe(from.fields[name])
      const others = FIELD_NAMES.filter((name) => !copiedFieldsOf(of).includes(name))
      for (const name of others) expect(fields[name]).toBe('')
      expect(accepted).toEqual([])
    }),
  )
  expect(copiedFieldsOf('transfer')).toEqual([
    'userEmail',
    'client',
    'sellerTaxId',
    'sellerName',
    'buyerTaxId',
    'buyerName',
  ])
  expect(copiedFieldsOf('registration')).not.toContain('sellerName')
})

test('copying a copy changes nothing', () => {
  fc.assert(
    fc.property(kind, form, (of, from) => {
      const once = formLike(of, from)
      expect(formLike(of, once)).toEqual(once)
    }),
  )
})

test('the documents that its template asks for go with it', () => {
  fc.assert(
    fc.property(form, (from) => {
      expect(formLike('transfer', { ...from, expected: ['mandate'] }).expected).toEqual(['mandate'])
    }),
  )
})

test('a template holds fields of its kind only', () => {
  for (const of of DRAFT_KINDS) {
    expect(formFieldNames(of)).toEqual(expect.arrayContaining([...templateFieldsOf(of)]))
    for (const name of OF_THE_SALE.slice(0, -1)) expect(templateFieldsOf(of)).not.toContain(name)
  }
})
