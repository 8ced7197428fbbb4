import { Worker as Thread } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  cutParts,
  withMoved,
  cutsOf,
  groupsAt,
  pagesOf,
  rangesText,
  readRanges,
  toggledAt,
} from '#renderer/features/document-tools/page-ranges.ts'
import {
  atStep,
  MAX_DEGREES,
  NO_TURN,
  turnedBy,
  turnedSize,
  placePictures,
} from '#renderer/features/document-tools/photo-shape.ts'
import { runInWorker, taskLimitMs } from '#renderer/features/document-tools/worker-task.ts'

const size = fc.integer({ min: 1, max: 20_000 })

test('groups of pages are read as they are typed, and each mistake says which', () => {
  expect(readRanges('1-2, 3+6, 4-5', 6)).toEqual({
    ok: true,
    groups: [
      [{ first: 1, last: 2 }],
      [
        { first: 3, last: 3 },
        { first: 6, last: 6 },
      ],
      [{ first: 4, last: 5 }],
    ],
  })
  expect(readRanges('1 - 2 ; 3', 3)).toMatchObject({ ok: true })
  for (const [typed, problem] of [
    ['', 'wrong'],
    ['dos', 'wrong'],
    ['3-1', 'wrong'],
    ['0', 'wrong'],
    ['1-9', 'outside'],
    ['1, 1-2', 'twice'],
    [Array.from({ length: 51 }, (_, at) => at + 1).join(), 'many'],
  ] as const)
    expect(readRanges(typed, 8)).toMatchObject({ ok: false, problem })
})

test('cuts make groups that have every page once, and come back as the same cuts', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.array(fc.integer({ min: 2, max: 400 }), { maxLength: 40 }),
      (last, cuts) => {
        const groups = groupsAt(cuts, last)
        expect(groups.flatMap(pagesOf)).toEqual(Array.from({ length: last }, (_, at) => at + 1))
        const read = readRanges(rangesText(groups), last)
        expect(read).toEqual({ ok: true, groups })
        expect(cutsOf(groups)).toEqual(
          [...new Set(cuts)].filter((page) => page <= last).toSorted((a, b) => a - b),
        )
      },
    ),
  )
})

test('a cut by hand leaves what was typed: pages left out stay out, and pressed twice it is as before', () => {
  const at = (typed: string, page: number) => {
    const read = readRanges(typed, 8)
    return read.ok ? rangesText(toggledAt(read.groups, page, 8)) : ''
  }
  expect(at('1-3, 5', 2)).toBe('1, 2-3, 5')
  expect(at('1, 2-3, 5', 2)).toBe('1-3, 5')
  expect(at('1+4-5, 2', 5)).toBe('1+4, 5, 2')
  expect(at('1-3, 5', 6)).toBe('1-3, 5, 6-8')
  expect(at('1-3, 5', 5)).toBe('1-3+5')
  expect(at('3-5', 3)).toBe('3-5')
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 2, max: 40 }), { maxLength: 10 }),
      fc.integer({ min: 2, max: 40 }),
      (cuts, page) => {
        const groups = groupsAt(cuts, 40)
        const once = toggledAt(groups, page, 40)
        expect(toggledAt(once, page, 40)).toEqual(groups)
        expect(once.flatMap(pagesOf).toSorted((a, b) => a - b)).toEqual(groups.flatMap(pagesOf))
      },
    ),
  )
})

test('whatever is typed is read in a moment and never has a page outside the file', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-,+ a;'), maxLength: 40 }), (typed) => {
      const read = readRanges(typed, 12)
      if (read.ok) for (const page of read.groups.flatMap(pagesOf)) expect(page).toBeLessThanOrEqual(12)
    }),
  )
})

test('each part says what it seems to be by its own pages, and pages left out are counted', () => {
  const texts = [
    'DOCUMENTO NACIONAL DE IDENTIDAD IDESPBAA0',
    '',
    'CONTRATO DE COMPRAVENTA vendedor y comprador',
  ]
  const { parts, cuts, leftOut } = cutParts('1-2, 3', 4, texts)
  expect(parts.map(({ type, reason }) => [type, reason])).toEqual([
    ['national_id', 'text'],
    ['sales_agreement', 'text'],
  ])
  expect([...cuts]).toEqual([3])
  expect(leftOut).toBe(1)
})

test('a turned photo loses nothing: four quarters are none, and any angle has room for its corners', () => {
  fc.assert(
    fc.property(size, size, fc.double({ min: -15, max: 15, noNaN: true }), (width, height, degrees) => {
      const round = [1, 1, 1, 1].reduce<typeof NO_TURN>((turn) => turnedBy(turn, 1), NO_TURN)
      expect(round).toEqual(NO_TURN)
      expect(turnedBy(turnedBy(NO_TURN, -1), 1)).toEqual(NO_TURN)
      const turned = turnedSize(width, height, { quarters: 1, degrees })
      expect(turned.width).toBeGreaterThanOrEqual(Math.floor(height * Math.cos((degrees * Math.PI) / 180)))
      const angle = atStep(degrees * 2)
      expect(Math.abs(angle)).toBeLessThanOrEqual(MAX_DEGREES)
      expect(Number.isInteger(angle * 2)).toBe(true)
    }),
  )
  expect(turnedSize(100, 50, { quarters: 1, degrees: 0 })).toEqual({ width: 50, height: 100 })
})

test('pictures keep their shape, stay on their page, and do not overlap', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ width: size, height: size }), { minLength: 1, maxLength: 9 }),
      fc.constantFrom(1 as const, 2 as const),
      (sizes, perPage) => {
        const pages = placePictures(sizes, perPage)
        expect(pages.flatMap(({ pictures }) => pictures.map(({ index }) => index))).toEqual(
          sizes.map((_, at) => at),
        )
        for (const page of pages) {
          for (const { index, x, y, width, height } of page.pictures) {
            const own = sizes[index]
            expect(width / height).toBeCloseTo((own?.width ?? 0) / (own?.height ?? 1), 5)
            expect(x).toBeGreaterThanOrEqual(0)
            expect(y).toBeGreaterThanOrEqual(0)
            expect(x + width).toBeLessThanOrEqual(page.width)
            expect(y + height).toBeLessThanOrEqual(page.height)
          }
          const [one, other] = page.pictures
          if (one && other) expect(other.y + other.height).toBeLessThanOrEqual(one.y)
        }
      },
    ),
  )
})

test('one moves past its neighbour, and never out of the list', () => {
  expect(withMoved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
  expect(withMoved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c'])
})

const MB = 1024 * 1024

/** A worker that a file keeps busy for ever, in a thread of its own. The clock is a fake one. */
function busyWorker() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const thread = new Thread('for (;;);', { eval: true })
  const target = new EventTarget()
  const worker = Object.assign(target, {
    postMessage: () => undefined,
    terminate: () => void thread.terminate(),
  }) as unknown as Worker
  return { worker, exited: new Promise((resolve) => thread.once('exit', resolve)) }
}

test('a worker that takes too long for the size of its file is terminated, and says so', async () => {
  const { worker, exited } = busyWorker()
  const task = runInWorker(() => worker, {}, { signal: new AbortController().signal, bytes: 5 * MB })
  vi.advanceTimersByTime(taskLimitMs(5 * MB))
  await expect(task).rejects.toMatchObject({ why: 'slow' })
  await exited
  expect(taskLimitMs(6 * MB) - taskLimitMs(5 * MB)).toBe(1_000)
})

test('a worker that is cancelled is terminated, whatever it is doing', async () => {
  const { worker, exited } = busyWorker()
  const controller = new AbortController()
  const task = runInWorker(() => worker, {}, { signal: controller.signal, bytes: 5 * MB })
  controller.abort()
  await expect(task).rejects.toMatchObject({ name: 'AbortError' })
  await exited
  expect(vi.getTimerCount()).toBe(0)
})
