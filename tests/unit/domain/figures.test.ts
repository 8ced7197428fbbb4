import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MIN_FOR_P90, computeSpread } from '#shared/domain/figures.ts'
import {
  addMonths,
  periodBounds,
  MAX_MONTHS,
  MONTH,
  monthAt,
  monthBounds,
  monthOf,
  listMonths,
  startOfMonth,
} from '#shared/domain/calendar.ts'
import { lengthText } from '#shared/text/figures.ts'

const HOUR = 3_600_000
const sorted = (values: number[]) => values.toSorted((a, b) => a - b)
const lengths = fc.array(fc.integer({ min: 0, max: 4_000_000 }), { maxLength: 60 }).map(sorted)

describe('median and 90th percentile', () => {
  test('lie within the values, in order, and half of the values are on each side of the median', () => {
    fc.assert(
      fc.property(lengths, (values) => {
        const { n, median, p90 } = computeSpread(values)
        expect(n).toBe(values.length)
        expect(median === null).toBe(n === 0)
        if (median === null) return
        expect(values.filter((value) => value < median).length).toBeLessThanOrEqual(n / 2)
        expect(values.filter((value) => value > median).length).toBeLessThanOrEqual(n / 2)
        expect(p90 === null).toBe(n < MIN_FOR_P90)
        if (p90 === null) return
        expect(p90).toBeGreaterThanOrEqual(median)
        expect(p90).toBeLessThanOrEqual(values.at(-1)!)
        expect(values.filter((value) => value > p90).length).toBeLessThanOrEqual(Math.ceil(n / 10))
      }),
    )
  })

  test('do not depend on the kind of array, and move with all the values', () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 1_000 }), (values, more) => {
        expect(computeSpread(Uint32Array.from(values))).toEqual(computeSpread(values))
        const { median, p90 } = computeSpread(values)
        const moved = computeSpread(values.map((value) => value + more))
        if (median !== null) expect(moved.median).toBeCloseTo(median + more, 6)
        if (p90 !== null) expect(moved.p90).toBeCloseTo(p90 + more, 6)
      }),
    )
  })

  test('are those of a spreadsheet: PERCENTIL.INC of 1 to 10, and of 15, 20, 35, 40, 50 at the half', () => {
    expect(computeSpread([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual({ n: 10, median: 5.5, p90: 9.1 })
    expect(computeSpread([15, 20, 35, 40, 50])).toEqual({ n: 5, median: 35, p90: null })
    expect(computeSpread([])).toEqual({ n: 0, median: null, p90: null })
  })
})

describe('months', () => {
  const month = fc
    .tuple(fc.integer({ min: 1990, max: 2090 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, number]) => `${year}-${String(number).padStart(2, '0')}`)

  test('every moment is in the month of its day in this zone, and in no other', () => {
    const start = new Date(2024, 0, 1).getTime()
    const moments = fc.integer({ min: 0, max: 24 * 365 * 3 }).map((hours) => start + hours * HOUR)
    fc.assert(
      fc.property(moments, month, fc.integer({ min: 0, max: MAX_MONTHS - 1 }), (at, from, more) => {
        const of = monthOf(at)
        const [first, until] = periodBounds({ from: of, to: of })
        expect(at).toBeGreaterThanOrEqual(first)
        expect(at).toBeLessThan(until)
        const months = listMonths({ from, to: addMonths(from, more) })
        expect(months).toHaveLength(more + 1)
        const place = monthAt(monthBounds(months), at)
        expect(place < 0 ? undefined : months[place]).toBe(months.find((one) => one === of))
      }),
    )
  })

  test('the hours on both sides of a clock change are in their months', () => {
    // 25 hours long: the last Sunday of October in Spain.
    const [from, until] = periodBounds({ from: '2026-10', to: '2026-10' })
    const bounds = monthBounds(['2026-09', '2026-10', '2026-11'])
    expect([from - 1, from, until - 1, until].map((at) => monthAt(bounds, at))).toEqual([0, 1, 1, 2])
    expect(new Date(until).getHours()).toBe(0)
  })

  test('follow each other, are written as they are read, and end at the longest period', () => {
    fc.assert(
      fc.property(month, fc.integer({ min: -30, max: 30 }), (one, months) => {
        const other = addMonths(one, months)
        expect(other).toMatch(MONTH)
        expect(addMonths(other, -months)).toBe(one)
        expect(monthOf(startOfMonth(one))).toBe(one)
      }),
    )
    expect(listMonths({ from: '2026-12', to: '2027-01' })).toEqual(['2026-12', '2027-01'])
    expect(listMonths({ from: '2026-12', to: '2026-11' })).toEqual([])
    expect(listMonths({ from: '1990-01', to: '2026-11' })).toHaveLength(MAX_MONTHS)
  })

  test('nothing is outside of every period', () => {
    expect(monthAt([], 0)).toBe(-1)
    expect(monthAt(monthBounds(['2026-11']), Number.NEGATIVE_INFINITY)).toBe(-1)
    expect(monthAt(monthBounds(['2026-11']), Number.NaN)).toBe(-1)
  })
})

test('a length is read in the unit that says it shortest', () => {
  expect([0, 59, 2_100, 25_000, 172_799].map(lengthText)).toEqual(['0 min', '1 min', '35 min', '7 h', '48 h'])
  expect([302_400, 8_640_000, 129_600_000].map(lengthText)).toEqual(['3,5 días', '100 días', '1.500 días'])
})
