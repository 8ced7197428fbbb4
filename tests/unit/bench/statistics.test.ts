import { expect, test } from 'vitest'
import { figure, floorOf, medianFigures, rowsOf } from '#tests/bench/statistics.ts'

const hundred = Array.from({ length: 100 }, (_, at) => at + 1)
const outcomeOf = (...args: Parameters<typeof figure>) => rowsOf([figure(...args)])[1]?.at(-1)

test('percentiles are values that were measured, in any order', () => {
  expect(figure('one', 'ms', hundred.toReversed())).toMatchObject({
    n: 100,
    p50: 50,
    p95: 95,
    min: 1,
    max: 100,
  })
  expect(figure('one', 'ms', [7])).toMatchObject({ n: 1, p50: 7, p95: 7 })
})

test('a target is of p95, of p50 or a least', () => {
  expect(outcomeOf('one', 'ms', hundred, { target: 95 })).toBe('met')
  expect(outcomeOf('one', 'ms', hundred, { target: 94 })).toBe('MISSED')
  expect(outcomeOf('one', 'ms', hundred, { target: 95, medianTarget: 49 })).toBe('MISSED')
  expect(outcomeOf('one', '/s', hundred, { atLeast: 51 })).toBe('MISSED')
  expect(outcomeOf('one', 'ms', hundred)).toBe('')
})

test('a multiple of a floor is met or missed by p95 of both, and said beside it', () => {
  const floor = floorOf(figure('', 'ms', [10, 40]), 'an empty page')
  const rows = (times: number) => rowsOf([figure('one', 'ms', [20, 60], { floor, times })])[1] ?? []
  expect(rows(1.5).slice(-3)).toEqual(['2.00, 1.50 × an empty page', '≤ 1.5 ×', 'met'])
  expect(rows(1.4).at(-1)).toBe('MISSED')
})

test('of several runs each figure is the median, and its floor too', () => {
  const run = (own: number, floor: number) => [
    figure('own', 'ms', [own], { floor: floorOf(figure('', 'ms', [floor]), 'an empty page'), times: 2 }),
    figure('other', 'MB', [own * 2]),
  ]
  const [own, other] = medianFigures([run(30, 10), run(90, 50), run(40, 20)])
  expect(own).toMatchObject({
    n: 3,
    p50: 40,
    p95: 40,
    min: 30,
    max: 90,
    times: 2,
    floor: { p50: 20, p95: 20 },
  })
  expect(other).toMatchObject({ name: 'other', p50: 80, unit: 'MB' })
  expect(medianFigures([run(30, 10)])).toEqual(run(30, 10))
})
