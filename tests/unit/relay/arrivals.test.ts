import { expect, test } from 'vitest'
import { arrivalsOfDay, BUSIEST, DAY_MS, seededRandom } from '#tests/bench/arrivals.ts'

test('a day has the events that were asked for, in order, most of them in office hours', () => {
  const arrivals = arrivalsOfDay(1_000, 40, seededRandom(7))
  expect(Math.abs(arrivals.length - 40_000)).toBeLessThan(1_000)
  const times = arrivals.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThan(DAY_MS)
  const hours = Array.from({ length: 24 }, () => 0)
  for (const at of times) hours[Math.floor(at / 3_600_000)] = (hours[Math.floor(at / 3_600_000)] ?? 0) + 1
  expect(Math.max(...hours) / arrivals.length).toBeCloseTo(BUSIEST, 1)
  expect(hours.slice(0, 7).every((count) => count === 0)).toBe(true)
})

test('offices differ in size, each has its number, and the same seed is the same day', () => {
  const arrivals = arrivalsOfDay(100, 200, seededRandom(1))
  const counts = [...Map.groupBy(arrivals, ({ office }) => office).values()].map(({ length }) => length)
  expect(Math.max(...counts)).toBeGreaterThan(4 * Math.min(...counts))
  expect(arrivals.every(({ office }) => office >= 0 && office < 100)).toBe(true)
  expect(arrivalsOfDay(100, 200, seededRandom(1))).toEqual(arrivals)
})
