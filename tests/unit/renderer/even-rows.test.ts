import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyHeight, type EvenRows, rowsToRender, scrolledTo, sightAt } from '#renderer/design/even-rows.ts'

const ROWS: EvenRows = { count: 100, height: 40, room: 400 }
/** Longer than a browser draws: 52,000,000 pixels. */
const MILLION: EvenRows = { count: 1_000_000, height: 52, room: 400 }

test('what is in sight, and what of it counts', () => {
  expect(sightAt(0, ROWS)).toEqual({ first: 0, last: 9, firstCounted: 0, lastCounted: 9, shift: 0 })
  // The first row by 15 of its 40 pixels, and the last by 25.
  expect(sightAt(25, ROWS)).toMatchObject({ first: 0, last: 10, firstCounted: 1, lastCounted: 10 })
  expect(sightAt(3_600, ROWS)).toMatchObject({ first: 90, last: 99 })
})

test('a list of nothing shows nothing', () => {
  const sight = sightAt(0, { ...ROWS, count: 0 })
  expect(sight).toMatchObject({ first: 0, last: -1 })
  expect(rowsToRender(sight, 6, 0, 0)).toEqual([])
})

test('scrolled past an end, or beyond rows that are gone, the end is in sight', () => {
  expect(sightAt(-80, ROWS)).toEqual(sightAt(0, ROWS))
  expect(sightAt(9_000, ROWS)).toEqual(sightAt(3_600, ROWS))
})

test('the row with the keyboard is rendered wherever it is, in its order', () => {
  const sight = sightAt(2_000, ROWS)
  expect(rowsToRender(sight, 0, 55, 100)).toEqual([50, 51, 52, 53, 54, 55, 56, 57, 58, 59])
  expect(rowsToRender(sight, 2, 7, 100)).toEqual([7, ...Array.from({ length: 14 }, (_, at) => 48 + at)])
  expect(rowsToRender(sight, 0, 99, 100).at(-1)).toBe(99)
  expect(rowsToRender(sight, 0, 100, 100)).not.toContain(100)
})

test('a million rows are drawn within what browsers draw, and reached to the last', () => {
  expect(bodyHeight(MILLION)).toBeLessThan(17_895_697)
  const end = bodyHeight(MILLION) - MILLION.room
  expect(sightAt(end, MILLION)).toMatchObject({ last: 999_999 })
  const { first, shift } = sightAt(end / 2, MILLION)
  expect(first).toBeGreaterThan(499_000)
  // Where the scroller is.
  expect(Math.abs(first * MILLION.height + shift - end / 2)).toBeLessThan(MILLION.height + 1)
})

const anyRows = fc.record({
  count: fc.integer({ min: 1, max: 2_000_000 }),
  height: fc.integer({ min: 20, max: 80 }),
  room: fc.integer({ min: 100, max: 2_000 }),
})

test('wherever the list is scrolled, the rows rendered fill its room', () => {
  fc.assert(
    fc.property(anyRows, fc.double({ min: 0, max: 1, noNaN: true }), (rows, part) => {
      const scrolled = Math.max(0, part * (bodyHeight(rows) - rows.room))
      const { first, last, shift } = sightAt(scrolled, rows)
      const top = first * rows.height + shift
      const bottom = (last + 1) * rows.height + shift
      expect(top).toBeLessThanOrEqual(scrolled + 1)
      expect(bottom).toBeGreaterThanOrEqual(Math.min(scrolled + rows.room, bodyHeight(rows)) - 1)
    }),
  )
})

test('a row that is gone to is whole in sight, and the list moves no further than that', () => {
  fc.assert(
    fc.property(
      anyRows,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (rows, part, place) => {
        const index = Math.floor(place * rows.count)
        const before = Math.max(0, part * (bodyHeight(rows) - rows.room))
        const after = scrolledTo(index, before, rows)
        const { shift } = sightAt(after, rows)
        const top = index * rows.height + shift
        expect(top).toBeGreaterThanOrEqual(after - 2)
        expect(top + rows.height).toBeLessThanOrEqual(after + rows.room + 2)
        expect(scrolledTo(index, after, rows)).toBeCloseTo(after, 3)
      },
    ),
  )
})
