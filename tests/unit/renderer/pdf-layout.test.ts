import fc from 'fast-check'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { expect, test, vi } from 'vitest'
import { canvasScale, MAX_CANVAS_AREA } from '#renderer/design/canvas-scale.ts'
import { drawPage } from '#renderer/features/pdf/draw-page.ts'
import { createTurns } from '#renderer/features/pdf/drawing-turns.ts'
import {
  follow,
  MAX_SCROLL_PX,
  scrollPlace,
  scrolledHeight,
  type ScrollPlace,
  createPagePlaces,
  GAP_PX,
} from '#renderer/features/pdf/page-places.ts'

const side = fc.double({ min: 1, max: 1e7, noNaN: true })

test('a canvas of any page is within the caps, and one that is within them is not shrunk', () => {
  fc.assert(
    fc.property(side, side, (width, height) => {
      const scale = canvasScale(width, height)
      expect(width * height * scale ** 2).toBeLessThanOrEqual(MAX_CANVAS_AREA * 1.000_001)
      expect(Math.max(width, height) * scale).toBeLessThanOrEqual(16_385)
      if (width * height <= MAX_CANVAS_AREA && Math.max(width, height) <= 16_384) expect(scale).toBe(1)
    }),
  )
})

test('pages lie one under the other, whichever were measured and in any order', () => {
  const size = fc.record({
    width: fc.integer({ min: 1, max: 3_000 }),
    height: fc.integer({ min: 1, max: 3_000 }),
  })
  const learnt = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), size))
  fc.assert(
    fc.property(size, learnt, fc.double({ min: 0.05, max: 3, noNaN: true }), (first, sizes, zoom) => {
      const places = createPagePlaces(60, first)
      const expected = Array.from({ length: 60 }, () => first)
      for (const [page, one] of sizes) {
        places.learn(page, one)
        expected[page - 1] = one
      }
      let top = GAP_PX
      for (const [index, { height }] of expected.entries()) {
        expect(places.top(index + 1, zoom)).toBeCloseTo(top, 4)
        expect(places.at(places.top(index + 1, zoom) + height * zoom * 0.5, zoom)).toBe(index + 1)
        top += height * zoom + GAP_PX
      }
      expect(places.height(zoom)).toBeCloseTo(top, 4)
      expect([places.at(-50, zoom), places.at(top * 2, zoom)]).toEqual([1, 60])
    }),
  )
})

test('a thousand million pages cost no more than those that were measured', () => {
  const places = createPagePlaces(1e9, { width: 100, height: 100 })
  places.learn(500_000_000, { width: 100, height: 300 })
  expect(places.top(500_000_001, 1) - places.top(500_000_000, 1)).toBe(300 + GAP_PX)
  expect(places.at(places.height(1), 1)).toBe(1e9)
})

const VIEW = 800
const total = fc.integer({ min: 100, max: 2_000_000_000 })
const inElement = (place: ScrollPlace, size: { total: number; view: number }) => {
  expect(scrolledHeight(size)).toBeLessThanOrEqual(MAX_SCROLL_PX)
  expect(place.top).toBeGreaterThanOrEqual(0)
  expect(place.top).toBeLessThanOrEqual(Math.max(0, scrolledHeight(size) - size.view) + 1e-6)
}

test('any place of a document of any length can be shown', () => {
  fc.assert(
    fc.property(total, fc.double({ min: 0, max: 1, noNaN: true }), (pixels, share) => {
      const size = { total: pixels, view: VIEW }
      const y = share * Math.max(0, pixels - VIEW)
      const place = scrollPlace(y, size)
      inElement(place, size)
      expect(place.top + place.offset).toBeCloseTo(y, 3)
    }),
  )
})

test('scrolled by little, the document moves as much, and both its ends are reached', () => {
  const steps = fc.array(fc.integer({ min: -3_000, max: 3_000 }), { maxLength: 200 })
  fc.assert(
    fc.property(total, fc.double({ min: 0, max: 1, noNaN: true }), steps, (pixels, share, moves) => {
      const size = { total: pixels, view: VIEW }
      const maxTop = Math.max(0, scrolledHeight(size) - VIEW)
      const maxY = Math.max(0, pixels - VIEW)
      let place = scrollPlace(share * maxY, size)
      for (const move of moves) {
        const y = place.top + place.offset
        // Like the browser: never beyond the element.
        const top = Math.max(0, Math.min(place.top + move, maxTop))
        place = follow(place, top, size)
        inElement(place, size)
        expect(
          Math.abs(place.top + place.offset - Math.max(0, Math.min(y + move, maxY))),
        ).toBeLessThanOrEqual(1.01)
      }
      expect(follow(place, maxTop, size).top + follow(place, maxTop, size).offset).toBeGreaterThan(
        Math.abs(maxTop - place.top) > 4 * VIEW ? maxY - 1 : -1,
      )
      const end = follow(scrollPlace(maxY - 500, size), maxTop, size)
      expect(end.top + end.offset).toBeCloseTo(maxY, 0)
      const start = follow(scrollPlace(500, size), 0, size)
      expect(start.top + start.offset).toBeCloseTo(0, 0)
    }),
  )
})

const idle = () => Promise.resolve()
const quiet = new AbortController().signal

test('one drawing at a time, the nearest to what is read first, and none that was called off', async () => {
  const turns = createTurns(idle)
  const order: number[] = []
  let drawing = 0
  const gate = Promise.withResolvers<void>()
  const draw = (page: number, signal = quiet) =>
    turns.take(page, signal, async () => {
      drawing += 1
      expect(drawing).toBe(1)
      order.push(page)
      await gate.promise
      drawing -= 1
    })
  const stop = new AbortController()
  const all = [draw(1), draw(2), draw(9), draw(10), draw(11)]
  const left = draw(12, stop.signal)
  turns.see(10)
  stop.abort()
  await expect(left).rejects.toThrow('aborted')
  gate.resolve()
  await Promise.all(all)
  expect(order[0]).toBe(1)
  expect(order[1]).toBe(10)
  expect(order.at(-1)).toBe(2)
  expect(order).not.toContain(12)
})

test('a drawing that fails gives its turn, and what drawings share is let go of now and then', async () => {
  let forgotten = 0
  const turns = createTurns(async () => {
    forgotten += 1
    throw new Error('it is being drawn')
  })
  await expect(turns.take(1, quiet, () => Promise.reject(new Error('torn')))).rejects.toThrow('torn')
  for (let page = 2; page <= 120; page += 1) await turns.take(page, quiet, idle)
  expect(forgotten).toBe(2)
})

test('a page that is not drawn in time is given up, and the next one has its turn', async () => {
  vi.useFakeTimers()
  try {
    const pdf = {
      getPage: (number: number) =>
        number === 1 ? new Promise(() => {}) : Promise.reject(new Error('the next one')),
    } as unknown as PDFDocumentProxy
    const { signal } = new AbortController()
    const draw = (number: number) => drawPage({ pdf, number, scale: 1, signal })
    const both = Promise.allSettled([draw(1), draw(2)])
    await vi.runAllTimersAsync()
    expect((await both).map((settled) => settled.status === 'rejected' && String(settled.reason))).toEqual([
      'Error: the page takes too long to draw',
      'Error: the next one',
    ])
  } finally {
    vi.useRealTimers()
  }
})
