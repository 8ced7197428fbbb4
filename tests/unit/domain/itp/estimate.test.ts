import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CENTS } from '#shared/domain/euros.ts'
import { estimateItp, type ItpInput, type ItpResult } from '#shared/domain/itp/estimate.ts'
import { DEPRECIATION, ITP_LABELS, ITP_RATES, ITP_VEHICLES } from '#shared/domain/itp/rates.ts'
import { ITP_TERRITORIES } from '#shared/domain/itp/territories.ts'

const input = (changes: Partial<ItpInput>): ItpInput => ({
  price: 1_000_000,
  territory: 'madrid',
  seller: 'private',
  buyer: 'private',
  vehicle: 'car',
  label: 'none',
  isHistoric: false,
  newValue: null,
  firstRegistration: '2018-06-01',
  saleDay: '2026-11-30',
  cvf: 11,
  cc: 1_995,
  correction: null,
  ...changes,
})
const estimate = (changes: Partial<ItpInput>) => estimateItp(input(changes))
const quotas = (result: ItpResult): number[] =>
  result.kind === 'estimate'
    ? [result.outcome.quota]
    : result.kind === 'open'
      ? result.outcomes.map(({ quota }) => quota)
      : []
const bases = (result: ItpResult): number[] =>
  result.kind === 'estimate'
    ? [result.outcome.base.cents]
    : result.kind === 'open'
      ? result.outcomes.map(({ base }) => base.cents)
      : []

describe('base', () => {
  test('econotuario.wordpress.com (21/01/2015): Ford Fiesta of 11.100 €, between 5 and 6 years, is worth 4.329 €', () => {
    const result = estimate({
      price: 100_000,
      newValue: 1_110_000,
      firstRegistration: '2009-06-01',
      saleDay: '2015-01-21',
    })
    expect(bases(result)).toEqual([432_900])
  })

  test('Orden HAC/1501/2025, anexo IV: the percentage changes on the day after each anniversary', () => {
    const percents = DEPRECIATION.vehicle.flatMap((_, years) =>
      ['03-01', '03-02'].map(
        (day) =>
          bases(
            estimate({
              price: 0,
              newValue: 10_000,
              firstRegistration: '2010-03-01',
              saleDay: `${2010 + years}-${day}`,
            }),
          )[0],
      ),
    )
    expect(percents).toEqual(
      [
        100, 100, 100, 84, 84, 67, 67, 56, 56, 47, 47, 39, 39, 34, 34, 28, 28, 24, 24, 19, 19, 17, 17, 13, 13,
        10,
      ].map((percent) => percent * 100),
    )
  })

  test('a vehicle of a leap day is a year older on the first of March', () => {
    const on = (saleDay: string) =>
      bases(estimate({ price: 0, newValue: 10_000, firstRegistration: '2024-02-29', saleDay }))
    expect([on('2025-02-28'), on('2025-03-01')]).toEqual([[10_000], [8_400]])
  })

  test('a motorhome has a table of its own', () => {
    const vehicle = 'motorhome'
    expect(bases(estimate({ price: 0, newValue: 10_000, vehicle }))).toEqual([4_300])
  })

  test('the price is the base if it is greater than the value of the tables', () => {
    expect(bases(estimate({ newValue: 2_000_000 }))).toEqual([1_000_000])
  })

  test('without the first registration both ends of the table are shown', () => {
    const result = estimate({ price: 100_000, newValue: 2_000_000, firstRegistration: null })
    expect(result).toMatchObject({ kind: 'open', missing: ['firstRegistration'] })
    expect(bases(result)).toEqual([200_000, 2_000_000])
    // A price above both ends leaves nothing open.
    expect(estimate({ price: 3_000_000, newValue: 2_000_000, firstRegistration: null }).kind).toBe('estimate')
  })

  test('the tables of the State are not applied where a territory has its own', () => {
    const result = estimate({ territory: 'navarra', price: 100_000, newValue: 2_000_000 })
    expect(result).toMatchObject({ kind: 'estimate', ignoresTables: true })
    expect(bases(result)).toEqual([100_000])
  })
})

describe('quota by territory', () => {
  const old = { firstRegistration: '2010-01-01' }
  test.each<[string, Partial<ItpInput>, number]>([
    ['Andalucía, Ley 5/2021: 4 %', { territory: 'andalucia' }, 40_000],
    ['Andalucía, art. 47: more than 15 CVF', { territory: 'andalucia', cvf: 15.01 }, 80_000],
    ['Andalucía, art. 47: exactly 15 CVF', { territory: 'andalucia', cvf: 15 }, 40_000],
    [
      'Andalucía, art. 46: zero emissions before power',
      { territory: 'andalucia', cvf: 20, label: 'zero' },
      10_000,
    ],
    [
      'Andalucía, art. 47: not for motorcycles',
      { territory: 'andalucia', cvf: 20, vehicle: 'motorcycle' },
      40_000,
    ],
    ['Aragón, art. 121-6: up to 1.000 cc', { territory: 'aragon', ...old, cc: 1_000 }, 0],
    ['Aragón, art. 121-6: up to 1.500 cc', { territory: 'aragon', ...old, cc: 1_001 }, 2_000],
    ['Aragón, art. 121-6: up to 2.000 cc', { territory: 'aragon', ...old, cc: 2_000 }, 3_000],
    ['Aragón, art. 121-6: more than 2.000 cc', { territory: 'aragon', ...old, cc: 2_001 }, 40_000],
    [
      'Aragón, art. 121-6: ten years and not more',
      { territory: 'aragon', firstRegistration: '2016-11-30', cc: 1_000 },
      40_000,
    ],
    ['Illes Balears, art. 14.1: mopeds', { territory: 'baleares', vehicle: 'moped' }, 0],
    ['Illes Balears, art. 14.4: ECO', { territory: 'baleares', label: 'eco' }, 20_000],
    ['Canarias, art. 38 ter: up to 2.000 cc', { territory: 'canarias', ...old }, 11_500],
    ['Canarias, art. 38 ter: historic', { territory: 'canarias', ...old, isHistoric: true }, 55_000],
    ['Castilla-La Mancha, art. 20', { territory: 'castilla-la-mancha' }, 60_000],
    ['Castilla y León: 5 %', { territory: 'castilla-y-leon' }, 50_000],
    [
      'Cataluña, ATC: ten years, below 40.000 € as new',
      { territory: 'cataluna', ...old, newValue: 3_999_999 },
      0,
    ],
    [
      'Cataluña, ATC: ten years, 40.000 € as new',
      { territory: 'cataluna', ...old, newValue: 4_000_000 },
      50_000,
    ],
    [
      'C. Valenciana, art. 13.Tres: 20.000 €',
      { territory: 'comunitat-valenciana', price: 2_000_000 },
      160_000,
    ],
    [
      'C. Valenciana, art. 13.Tres: over 12 years, 1.500 cc',
      { territory: 'comunitat-valenciana', ...old, cc: 1_500 },
      4_000,
    ],
    [
      'C. Valenciana, art. 13.Tres: over 5 years, over 2.000 cc',
      { territory: 'comunitat-valenciana', cc: 2_500 },
      28_000,
    ],
    [
      'C. Valenciana, art. 13.Tres: 5 years, over 2.000 cc',
      { territory: 'comunitat-valenciana', firstRegistration: '2021-11-30', cc: 2_500 },
      80_000,
    ],
    ['Extremadura, art. 38', { territory: 'extremadura' }, 60_000],
    [
      'Galicia, art. 14: 15 years',
      { territory: 'galicia', firstRegistration: '2011-11-30', cc: 1_199 },
      2_200,
    ],
    ['Galicia, art. 14: 3 %', { territory: 'galicia' }, 30_000],
    ['Murcia, art. 6.10: over 12 years and 2.000 cc', { territory: 'murcia', ...old, cc: 2_001 }, 7_500],
    ['Ceuta, art. 57 bis: half of the tax', { territory: 'ceuta' }, 20_000],
  ])('%s', (_, changes, quota) => {
    expect(quotas(estimate(changes))).toEqual([quota])
  })

  test('a datum that the rate depends on is named, and both results are given', () => {
    const result = estimate({ territory: 'asturias', cvf: null })
    expect(result).toMatchObject({ kind: 'open', missing: ['cvf'] })
    expect(quotas(result)).toEqual([40_000, 80_000])
    expect(estimate({ territory: 'madrid', cvf: null, cc: null }).kind).toBe('estimate')
  })

  test('two specific rates of one law are both shown', () => {
    const result = estimate({ territory: 'baleares', label: 'eco', cvf: 16 })
    expect(result).toMatchObject({ kind: 'open', missing: ['which-rate'] })
    expect(quotas(result)).toEqual([20_000, 80_000])
  })

  test('only some vehicles have data in some territories', () => {
    expect(estimate({ territory: 'comunitat-valenciana', vehicle: 'motorcycle' })).toEqual({
      kind: 'no-data',
      reason: 'vehicle',
    })
  })
})

describe('seller and buyer', () => {
  test('a sale with VAT is not subject, in every territory', () => {
    for (const territory of [...ITP_TERRITORIES, null])
      expect(estimate({ seller: 'professional', territory })).toEqual({ kind: 'not-subject' })
  })

  test('a dealer who buys to resell is provisionally exempt where the law of the State applies', () => {
    expect(estimate({ buyer: 'reseller' }).kind).toBe('exempt')
    expect(estimate({ buyer: 'reseller', territory: 'bizkaia' })).toEqual({
      kind: 'no-data',
      reason: 'reseller',
    })
  })
})

describe('rate of the office', () => {
  const correction = { rate: 450, year: 2026, source: 'la oficina' }
  test('it replaces the general rate, and the fixed fees stay', () => {
    expect(estimate({ correction })).toMatchObject({ outcome: { quota: 45_000 }, origin: { correction } })
    expect(quotas(estimate({ correction, territory: 'aragon', firstRegistration: '2010-01-01' }))).toEqual([
      3_000,
    ])
  })

  test('it gives a figure where there are no data', () => {
    expect(estimateItp(input({ correction }), {})).toMatchObject({
      kind: 'estimate',
      outcome: { quota: 45_000 },
      origin: { source: null },
    })
  })
})

const anyDay = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2026-11-30'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
const amounts = fc.integer({ min: 0, max: MAX_CENTS })
const anyInput = fc.record({
  price: amounts,
  territory: fc.constantFrom(...ITP_TERRITORIES),
  seller: fc.constant('private' as const),
  buyer: fc.constant('private' as const),
  vehicle: fc.constantFrom(...ITP_VEHICLES),
  label: fc.constantFrom(...ITP_LABELS),
  isHistoric: fc.boolean(),
  newValue: fc.option(amounts),
  firstRegistration: fc.option(anyDay),
  saleDay: fc.constant('2026-11-30'),
  cvf: fc.option(fc.integer({ min: 0, max: 60 })),
  cc: fc.option(fc.integer({ min: 0, max: 6_000 })),
  correction: fc.constant(null),
})

describe('properties', () => {
  test('a quota is exact cents, never negative, and never more than the base or the fee', () => {
    fc.assert(
      fc.property(anyInput, (any) => {
        for (const quota of quotas(estimateItp(any))) {
          expect(Number.isSafeInteger(quota)).toBe(true)
          expect(quota).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('the quota of a rate is the nearest cent, checked with integers of any size', () => {
    fc.assert(
      fc.property(anyInput, (any) => {
        const result = estimateItp(any)
        if (result.kind !== 'estimate' || result.outcome.charge.kind !== 'rate') return
        const { base, charge } = result.outcome
        const twice = 2n * (BigInt(charge.cents) * 10_000n - BigInt(base.cents) * BigInt(charge.rate))
        expect(twice > -10_000n && twice <= 10_000n).toBe(true)
      }),
    )
  })

  test('a higher price never lowers the lowest or the highest result', () => {
    fc.assert(
      fc.property(anyInput, amounts, (any, other) => {
        const [low, high] = [Math.min(any.price, other), Math.max(any.price, other)].map((price) =>
          quotas(estimateItp({ ...any, price })),
        ) as [number[], number[]]
        expect(Math.min(...high)).toBeGreaterThanOrEqual(Math.min(...low))
        expect(Math.max(...high)).toBeGreaterThanOrEqual(Math.max(...low))
      }),
    )
  })

  test('a territory without data never gives a figure', () => {
    fc.assert(
      fc.property(anyInput, (any) => {
        const { [any.territory]: _, ...others } = ITP_RATES
        expect(estimateItp(any, others)).toEqual({ kind: 'no-data', reason: 'territory' })
      }),
    )
  })

  test('the results of missing data include the result of the data', () => {
    fc.assert(
      fc.property(anyInput, (any) => {
        const full = estimateItp(any)
        if (full.kind !== 'estimate') return
        expect(quotas(estimateItp({ ...any, cvf: null, cc: null }))).toContain(full.outcome.quota)
      }),
    )
  })
})
