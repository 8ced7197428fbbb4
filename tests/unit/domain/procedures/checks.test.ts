import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftBody } from '#electron/core/features/procedures/draft.rules.ts'
import { checkField } from '#shared/domain/procedures/check-field.ts'
import { duplicateKeys } from '#shared/domain/procedures/preflight.ts'
import {
  emptyForm,
  FIELD_NAMES,
  STEPS,
  type DraftForm,
  type FieldChanges,
  withFields,
} from '#shared/domain/procedures/fields.ts'
import { DRAFT_KINDS, formFieldNames, type DraftKind } from '#shared/domain/procedures/kinds.ts'
import { BUILT_IN_CHECKLISTS } from '#shared/domain/procedures/checklists.ts'
import { canBeSent, wizardSteps, stepToGoOn } from '#shared/domain/procedures/steps.ts'
import { readServicePath } from '#shared/domain/service-address.ts'
import { fieldProblems } from '#shared/text/fields.ts'

/** A Friday. */
const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const form = (fields: FieldChanges, accepted: DraftForm['accepted'] = []): DraftForm => ({
  fields: withFields(emptyForm().fields, fields),
  accepted,
})

test.each([
  ['transfer', { vrm: '1234 bcd' }, 'vrm', 'ok', undefined, '1234 BCD'],
  ['transfer', { vrm: '' }, 'vrm', 'missing', 'missing', undefined],
  ['transfer', { vrm: '12348CD' }, 'vrm', 'error', 'plate-invalid', undefined],
  ['transfer', { vrm: 'V 1234 BCD' }, 'vrm', 'warning', 'plate-other-series', 'V 1234 BCD'],
  ['registration', { vin: 'wvwzzz1jzxw000001' }, 'vin', 'ok', undefined, 'WVW ZZZ1J ZXW 000001'],
  ['registration', { vin: 'VSSZZZ5FZHR0O0001' }, 'vin', 'error', 'vin-letters', undefined],
  ['registration', { vin: 'AB12345' }, 'vin', 'error', 'vin-short', 'AB12345'],
  ['transfer', { taxableBase: '8.250' }, 'taxableBase', 'ok', undefined, '8.250,00\u00A0€'],
  ['transfer', { taxableBase: '12,500' }, 'taxableBase', 'error', 'amount-ambiguous', undefined],
  ['transfer', { taxableBase: '-5' }, 'taxableBase', 'error', 'amount-negative', undefined],
  [
    'transfer',
    { taxableBase: '2.000.000.000' },
    'taxableBase',
    'error',
    'amount-too-large',
    '2.000.000.000,00\u00A0€',
  ],
  ['transfer', { userEmail: 'marta@gestoriaribera' }, 'userEmail', 'error', 'email-no-ending', undefined],
  ['transfer', { buyerTaxId: '12345678A' }, 'buyerTaxId', 'error', 'tax-id-letter', undefined],
  ['transfer', { sellerTaxId: 'B1234567D' }, 'sellerTaxId', 'error', 'tax-id-control', undefined],
  ['transfer', { contractDate: '30/02/2026' }, 'contractDate', 'error', 'date-invalid', undefined],
  ['transfer', { contractDate: '01/01/2030' }, 'contractDate', 'error', 'date-future', '01/01/2030'],
  ['transfer', { contractDate: '5/11' }, 'contractDate', 'ok', undefined, '05/11/2026'],
  ['transfer', { notes: '' }, 'notes', 'empty', undefined, undefined],
] as const)('%s %j: %s is %s', (kind, fields, name, level, problem, echo) => {
  const check = checkField(kind, name, form(fields), NOW)
  expect([check.level, check.problem, check.echo]).toEqual([level, problem, echo])
})

test('what the person accepted is a warning: a short chassis, the control of a company', () => {
  expect(checkField('registration', 'vin', form({ vin: 'AB12345' }, ['short-vin']), NOW).level).toBe(
    'warning',
  )
  const company = form({ sellerTaxId: 'B1234567D' }, ['seller-control'])
  expect(checkField('transfer', 'sellerTaxId', company, NOW).level).toBe('warning')
  // A person's wrong letter is never accepted, nor is one party's acceptance valid for the other.
  const person = form({ sellerTaxId: '12345678A' }, ['seller-control', 'buyer-control'])
  expect(checkField('transfer', 'sellerTaxId', person, NOW).level).toBe('error')
  expect(
    checkField('transfer', 'buyerTaxId', form({ buyerTaxId: 'B1234567D' }, ['seller-control']), NOW).level,
  ).toBe('error')
})

const anyForm = fc.record({
  fields: fc
    .record(
      Object.fromEntries(
        FIELD_NAMES.map((name) => [
          name,
          fc.oneof(
            fc.constantFrom(
              '',
              '1234BCD',
              'WVWZZZ1JZXW000001',
              '8.250',
              'a@b.es',
              '12/11/2026',
              '12345678Z',
              'B12345674',
            ),
            fc.string(),
          ),
        ]),
      ),
    )
    .map((fields) => fields as DraftForm['fields']),
  accepted: fc.subarray(['short-vin', 'seller-control', 'buyer-control'] as const),
})
const documents = fc.array(
  fc.record({ type: fc.constantFrom('national_id', 'invoice', 'other'), bad: fc.boolean() }),
  { maxLength: 4 },
)

test('the state of a wizard, whatever was typed: total, and what can be sent has a body', () => {
  fc.assert(
    fc.property(fc.constantFrom(...DRAFT_KINDS), anyForm, documents, (kind, typed, serviceDocuments) => {
      const steps = wizardSteps(kind, typed, serviceDocuments, BUILT_IN_CHECKLISTS, NOW)
      expect(steps.map(({ id }) => id)).toEqual(STEPS)
      expect(steps.flatMap(({ fields }) => fields)).toEqual(formFieldNames(kind))
      const review = steps.at(-1)!.state
      expect(review === 'ready').toBe(canBeSent(kind, typed, serviceDocuments, NOW))
      if (review === 'ready') {
        expect(draftBody(kind, typed.fields)).not.toBeNull()
        expect(
          steps
            .filter(({ id }) => id !== 'documents' && id !== 'parties')
            .every(({ state }) => state !== 'incomplete'),
        ).toBe(true)
      }
      expect(STEPS).toContain(stepToGoOn(steps))
      for (const name of FIELD_NAMES) {
        const { problem } = checkField(kind, name, typed, NOW)
        if (problem !== undefined) expect(fieldProblems[problem]).not.toBe('')
      }
      // Emptying a field changes the state of no other step.
      const [some] = steps
      const without = { ...typed, fields: { ...typed.fields, notes: '' } }
      expect(wizardSteps(kind, without, serviceDocuments, BUILT_IN_CHECKLISTS, NOW)[0]).toEqual(some)
    }),
    { numRuns: 2_000 },
  )
})

test('a blank wizard has begun nothing, and goes on at the first step', () => {
  for (const kind of DRAFT_KINDS) {
    const steps = wizardSteps(kind, emptyForm(), [], BUILT_IN_CHECKLISTS, NOW)
    expect(steps.every(({ state }) => state === 'empty')).toBe(true)
    expect(stepToGoOn(steps)).toBe('vehicle')
  }
})

const partiesOf = (kind: DraftKind, fields: FieldChanges) =>
  wizardSteps(kind, form(fields), [], BUILT_IN_CHECKLISTS, NOW).find(({ id }) => id === 'parties')?.state

test('the parties are ready with the NIF of each, and without a NIF for a name', () => {
  const seller = { sellerTaxId: '98765432M', sellerName: 'Andrés Lozano' }
  const buyer = { buyerTaxId: '12345678Z' }
  for (const kind of ['transfer', 'notification'] as const) {
    expect(partiesOf(kind, seller)).toBe('incomplete')
    expect(partiesOf(kind, buyer)).toBe('incomplete')
    expect(partiesOf(kind, { ...seller, buyerName: 'Nuria Ferrer' })).toBe('incomplete')
    expect(partiesOf(kind, { ...seller, ...buyer })).toBe('ready')
    expect(partiesOf(kind, { ...seller, ...buyer, sellerName: '12345678z' })).toBe('incomplete')
    expect(partiesOf(kind, {})).toBe('empty')
  }
  expect(partiesOf('registration', buyer)).toBe('ready')
  expect(partiesOf('registration', { buyerName: 'Nuria Ferrer' })).toBe('incomplete')
})

test.each(['12345678z', 'X1234567L', 'B-12345674', '12345678A'])('%s is no name', (typed) => {
  for (const name of ['sellerName', 'buyerName'] as const)
    expect(checkField('transfer', name, form({ [name]: typed }), NOW)).toMatchObject({
      level: 'warning',
      problem: 'name-is-tax-id',
    })
  expect(checkField('transfer', 'sellerName', form({ sellerName: 'Talleres 2000' }), NOW).level).toBe('ok')
})

test('what is sent: compact identifiers, euros with two decimals, nothing of what is the office’s own', () => {
  const typed = form({
    vrm: 'm-1234-ab',
    taxableBase: '1.234,5 €',
    invoiceNumber: ' F 1 ',
    userEmail: ' a@b.es ',
    notes: 'x',
  })
  expect(draftBody('transfer', typed.fields)).toEqual({
    kind: 'transfer',
    vrm: 'M1234AB',
    taxableBase: 1234.5,
    invoiceNumber: 'F 1',
    userEmail: 'a@b.es',
  })
})

test('the body of a submission in progress stays the same text after an update', () => {
  const { fields } = form({
    vrm: '1234 BCD',
    vin: 'VSSZZZ5FZHR000412',
    taxableBase: '8.250,50',
    invoiceNumber: 'F-1',
    userEmail: 'a@b.es',
  })
  expect(DRAFT_KINDS.map((kind) => JSON.stringify(draftBody(kind, fields)))).toEqual([
    '{"kind":"registration","vin":"VSSZZZ5FZHR000412","userEmail":"a@b.es"}',
    '{"kind":"transfer","vrm":"1234BCD","taxableBase":8250.5,"invoiceNumber":"F-1","userEmail":"a@b.es"}',
    '{"kind":"notification","vrm":"1234BCD","userEmail":"a@b.es"}',
  ])
})

test('the same vehicle or invoice, however each was typed', () => {
  const keys = (fields: FieldChanges) => duplicateKeys('transfer', form(fields).fields)
  expect(keys({ vrm: '1234 bcd', invoiceNumber: 'f-2026/08' })).toEqual(
    keys({ vrm: '1234-BCD', invoiceNumber: ' F 2026.08 ' }),
  )
  expect(keys({ vrm: 'nada', invoiceNumber: '' })).toEqual({})
})

test.each([
  ['/v1/procedures/notification', '/v1/procedures/notification'],
  [' POST /v1/procedures/notification/ ', '/v1/procedures/notification'],
  ['v1/procedures', null],
  ['https://otra.example/v1', null],
  ['/v1/../otra', null],
  ['/v1/a?b=1', null],
])('a path of the service: %j', (text, path) => {
  expect(readServicePath(text)).toBe(path)
})
