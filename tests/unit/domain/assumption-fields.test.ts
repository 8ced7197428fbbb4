import { describe, expect, test } from 'vitest'
import { accountAssumptionsSchema, defaultAssumptions } from '#shared/api/assumptions.ts'
import {
  type AssumptionName,
  assumptionFields,
  type NumberAssumption,
  storedNumber,
  SWEEP_EXAMPLE,
  sweepMinutes,
} from '#shared/domain/assumption-fields.ts'
import { formatDecimal, parseDecimal } from '#shared/domain/typed-numbers.ts'
import { assumptionText, plateFormLabels } from '#shared/text/diagnosis.ts'

const names = Object.keys(accountAssumptionsSchema.shape) as AssumptionName[]
const takes = (name: AssumptionName, value: unknown) =>
  accountAssumptionsSchema.shape[name].safeParse(value).success

describe('what the screens know of an assumption is what the schema says', () => {
  test.each(names)('%s', (name) => {
    const field = assumptionFields[name]
    expect(field.fallback).toBe(defaultAssumptions[name])
    expect(assumptionText[name].label).not.toBe('')
    if (field.kind === 'choice') {
      for (const option of field.options) {
        expect(takes(name, option)).toBe(true)
        expect(plateFormLabels[option]).toBeDefined()
      }
    }
    if (field.kind !== 'number') return
    const step = field.whole ? 1 : 0.001
    expect([takes(name, field.min), takes(name, field.max)]).toEqual([true, true])
    expect([takes(name, field.min - step), takes(name, field.max + step)]).toEqual([false, false])
    expect(takes(name, field.min + 0.5)).toBe(!field.whole)
  })
})

test('what is shown is stored and shown again the same', () => {
  for (const name of names) {
    const field = assumptionFields[name]
    if (field.kind !== 'number') continue
    const shown = formatDecimal(field.fallback / field.unit)
    expect(storedNumber(name as NumberAssumption, parseDecimal(shown) ?? -1)).toBe(field.fallback)
  }
  expect(storedNumber('completeReportCents', 8.675)).toBe(868)
  expect(storedNumber('backgroundRequestsPerSecond', 900)).toBeNull()
})

test.each([
  ['2,5', 2.5],
  ['2.5', 2.5],
  [' 10 ', 10],
  ['0,1', 0.1],
  ['', null],
  ['diez', null],
  ['-3', null],
  ['1e9', null],
  ['1.000,5', null],
])('decimal %j', (typed, value) => {
  expect(parseDecimal(typed)).toBe(value)
})

test('the sweep of the example: 2.000 at two a second are 17 minutes', () => {
  expect(sweepMinutes(SWEEP_EXAMPLE, 2)).toBe(17)
  expect(sweepMinutes(SWEEP_EXAMPLE, 0.1)).toBe(333)
  expect(sweepMinutes(SWEEP_EXAMPLE, 20)).toBe(2)
  expect(sweepMinutes(10, 20)).toBe(1)
  expect(sweepMinutes(SWEEP_EXAMPLE, 0)).toBe(1)
})
