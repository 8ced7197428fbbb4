import { expect, test } from 'vitest'
import * as z from 'zod'
import {
  DEPRECIATION,
  ITP_LABELS,
  ITP_OPEN_QUESTIONS,
  ITP_RATES,
  ITP_VEHICLES,
  RESELLER_SOURCE,
} from '#shared/domain/itp/rates.ts'
import {
  ITP_TERRITORIES,
  MAX_ITP_RATE,
  parseItpRate,
  readItpCorrection,
  territoryOfPostalCode,
  writeItpCorrection,
} from '#shared/domain/itp/territories.ts'
import { provinceNames } from '#shared/text/labels.ts'

const source = z.strictObject({ name: z.string().min(1).max(120), url: z.url({ protocol: /^https$/ }) })
const year = z.number().int().min(2020).max(2100)
const rate = z.number().int().min(0).max(MAX_ITP_RATE)
const cents = z.number().int().min(0)
const years = z.number().int().min(1).max(50)
const condition = z
  .strictObject({
    vehicles: z.array(z.enum(ITP_VEHICLES)).min(1),
    label: z.enum(ITP_LABELS),
    isHistoric: z.boolean(),
    yearsOver: years,
    yearsFrom: years,
    yearsUpTo: years,
    ccOver: z.number().int().positive(),
    ccUpTo: z.number().int().positive(),
    cvfOver: z.number().positive(),
    baseFrom: cents,
    newValueBelow: cents,
    open: z.enum(ITP_OPEN_QUESTIONS),
  })
  .partial()
const rule = z
  .strictObject({
    when: condition,
    rate: rate.optional(),
    fee: cents.optional(),
    isNotFiled: z.literal(true).optional(),
  })
  .refine((one) => (one.rate === undefined) !== (one.fee === undefined))
const territory = z.strictObject({
  year,
  source,
  rate,
  rules: z.array(rule),
  allowance: z.number().int().min(1).max(100).optional(),
  hasOwnTables: z.literal(true).optional(),
  vehicles: z.array(z.enum(ITP_VEHICLES)).min(1).optional(),
})

test('every row has a year, a source with its address, and one charge for each rule', () => {
  z.partialRecord(z.enum(ITP_TERRITORIES), territory).parse(ITP_RATES)
  source.parse(RESELLER_SOURCE)
  z.strictObject({
    year,
    source,
    vehicle: z.array(z.number().int().min(1).max(100)),
    motorhome: z.array(z.number().int().min(1).max(100)),
  }).parse(DEPRECIATION)
})

test('each table of depreciation only falls', () => {
  for (const table of [DEPRECIATION.vehicle, DEPRECIATION.motorhome])
    expect(table).toEqual([...table].toSorted((a, b) => b - a))
})

test('each province has one territory, and other codes have none', () => {
  for (const province of provinceNames.keys())
    expect([province, territoryOfPostalCode(`${province}001`)]).not.toContain(null)
  expect(territoryOfPostalCode('28001')).toBe('madrid')
  expect(territoryOfPostalCode('48001')).toBe('bizkaia')
  expect(['', '99001', '2800'].map(territoryOfPostalCode)).toEqual([null, null, null])
})

test.each([
  ['4', 400],
  ['4,5', 450],
  ['4.25 %', 425],
  ['0', 0],
  ['25', 2_500],
  ['26', null],
  ['-4', null],
  ['4,555', null],
  ['cuatro', null],
  ['', null],
])('the typed rate %j is %j', (text, expected) => {
  expect(parseItpRate(text)).toBe(expected)
})

test('a correction of the office is read as it was written, and anything else is no correction', () => {
  const correction = { rate: 425, year: 2026, source: 'la oficina, "BOCM"' }
  expect(readItpCorrection(writeItpCorrection(correction))).toEqual(correction)
  for (const text of [
    '',
    'null',
    '[]',
    '[4,2026]',
    '[4.5,2026,"a"]',
    '[400,1,"a"]',
    '[400,2026," "]',
    '[9999,2026,"a"]',
    '{',
  ])
    expect([text, readItpCorrection(text)]).toEqual([text, null])
})
