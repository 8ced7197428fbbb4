import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkField } from '#shared/domain/procedures/check-field.ts'
import { templateFieldsOf, readTemplate } from '#shared/domain/procedures/template.ts'
import { emptyForm } from '#shared/domain/procedures/fields.ts'
import { DRAFT_KINDS } from '#shared/domain/procedures/kinds.ts'
import { allItems, BUILT_IN_CHECKLISTS } from '#shared/domain/procedures/checklists.ts'
import { requirementsOf } from '#shared/domain/procedures/requirements.ts'

const NOW = Date.UTC(2026, 10, 25)

test('a field that no longer exists, or a value that is no longer valid, is named, and the rest is applied', () => {
  const read = readTemplate(
    {
      kind: 'transfer',
      fields: {
        client: 'Ocasión Vega',
        sellerTaxId: 'B12345674',
        // The letter is wrong, and a person's cannot be accepted.
        buyerTaxId: '12345678A',
        userEmail: 'marta@',
        powerOfAttorneyDate: '01/02/2019',
        notes: '',
      },
      expected: ['mandate', 'tax-form-620'],
    },
    BUILT_IN_CHECKLISTS,
    NOW,
  )
  expect(read).toEqual({
    kind: 'transfer',
    fields: { client: 'Ocasión Vega', sellerTaxId: 'B12345674' },
    expected: ['mandate'],
    problems: [
      { what: 'field', name: 'buyerTaxId', value: '12345678A', why: 'invalid' },
      { what: 'field', name: 'userEmail', value: 'marta@', why: 'invalid' },
      { what: 'field', name: 'powerOfAttorneyDate', value: '01/02/2019', why: 'gone' },
      { what: 'document', name: 'tax-form-620', value: '', why: 'gone' },
    ],
  })
})

test('a seller has no place in a registration', () => {
  const { fields, problems } = readTemplate(
    { kind: 'registration', fields: { sellerName: 'Ana', buyerName: 'Luis' }, expected: null },
    BUILT_IN_CHECKLISTS,
    NOW,
  )
  expect(fields).toEqual({ buyerName: 'Luis' })
  expect(problems).toMatchObject([{ name: 'sellerName', why: 'gone' }])
})

test('a number that the form lets be accepted stays, to be accepted there', () => {
  const { fields } = readTemplate(
    { kind: 'transfer', fields: { sellerTaxId: 'B12345670' }, expected: null },
    BUILT_IN_CHECKLISTS,
    NOW,
  )
  expect(fields.sellerTaxId).toBe('B12345670')
})

test('a kind that no longer exists applies nothing', () => {
  expect(
    readTemplate({ kind: 'inheritance', fields: { client: 'x' }, expected: null }, BUILT_IN_CHECKLISTS, NOW),
  ).toMatchObject({
    kind: null,
    fields: {},
    problems: [{ what: 'kind', name: 'inheritance', why: 'gone' }],
  })
})

test('whatever is stored, reading it never throws, and what it applies is valid and of its kind', () => {
  const stored = fc.record({
    kind: fc.oneof(fc.constantFrom<string>(...DRAFT_KINDS), fc.string()),
    fields: fc.dictionary(
      fc.oneof(fc.constantFrom<string>(...templateFieldsOf('transfer'), 'vrm'), fc.string()),
      fc.string(),
    ),
    expected: fc.option(
      fc.array(
        fc.oneof(
          fc.constantFrom(...allItems('transfer', BUILT_IN_CHECKLISTS).map(({ id }) => id)),
          fc.string(),
        ),
      ),
    ),
  })
  fc.assert(
    fc.property(stored, (template) => {
      const read = readTemplate(template, BUILT_IN_CHECKLISTS, NOW)
      const { kind } = read
      if (kind === null) {
        expect(read.fields).toEqual({})
        return
      }
      for (const [name, value] of Object.entries(read.fields)) {
        const field = templateFieldsOf(kind).find((one) => one === name)!
        const form = { fields: { ...emptyForm().fields, [field]: value }, accepted: [] }
        const check = checkField(kind, field, form, NOW)
        expect(check.level !== 'error' || check.accept !== undefined).toBe(true)
      }
      // Nothing is lost without a word.
      const written = Object.values(template.fields).filter((value) => value.trim() !== '').length
      const named = read.problems.filter(({ what }) => what === 'field').length
      expect(Object.keys(read.fields).length + named).toBe(written)
    }),
  )
})

test('a draft is checked against the documents of its template', () => {
  const { fields } = emptyForm()
  const ids = requirementsOf(
    'transfer',
    { fields, expected: ['mandate', 'power-of-attorney'] },
    [],
    BUILT_IN_CHECKLISTS,
  ).map(({ id }) => id)
  expect(ids).toEqual(['mandate', 'power-of-attorney'])
  expect(requirementsOf('transfer', { fields }, [], BUILT_IN_CHECKLISTS).length).toBeGreaterThan(2)
})
