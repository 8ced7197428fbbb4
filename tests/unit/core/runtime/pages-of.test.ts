import { expect, test } from 'vitest'
import { pagesOf } from '#electron/core/runtime/spreadsheets.ts'

const signal = new AbortController().signal

/** Pages of one number each, and the cursors that were asked for. */
function setUp(count: number, failsAt = Infinity) {
  const asked: (number | null)[] = []
  const page = async (cursor: number | null) => {
    asked.push(cursor)
    const at = cursor ?? 0
    if (at >= failsAt) throw new Error(`page ${at}`)
    return { rows: [at], next: at + 1 < count ? at + 1 : null }
  }
  return { asked, page }
}

test('gives each page once and in order, and asks for no more than there are', async () => {
  for (const count of [1, 2, 5]) {
    const { asked, page } = setUp(count)
    const rows: number[] = []
    for await (const some of pagesOf(page, signal)) rows.push(...some)
    expect(rows).toEqual(Array.from({ length: count }, (_, at) => at))
    expect(asked).toEqual([null, ...rows.slice(1)])
  }
})

test('reads the next page while one is written, and not the one after', async () => {
  const { asked, page } = setUp(5)
  const pages = pagesOf(page, signal)
  await pages.next()
  expect(asked).toEqual([null, 1])
  await pages.next()
  expect(asked).toEqual([null, 1, 2])
})

test('a page that cannot be read fails when it is its turn, after those before it', async () => {
  const { page } = setUp(3, 1)
  const pages = pagesOf(page, signal)
  expect((await pages.next()).value).toEqual([0])
  await expect(pages.next()).rejects.toThrow('page 1')
})

test('a consumer that stops is told nothing of the page that was being read', async () => {
  const { page } = setUp(3, 1)
  // vitest fails a run that leaves a rejection unhandled.
  for await (const rows of pagesOf(page, signal)) {
    expect(rows).toEqual([0])
    break
  }
})

test('asks for nothing once it is aborted', async () => {
  const { asked, page } = setUp(5)
  const control = new AbortController()
  const rows: number[] = []
  for await (const some of pagesOf(page, control.signal)) {
    rows.push(...some)
    control.abort()
  }
  expect(rows).toEqual([0])
  expect(asked).toEqual([null, 1])
})
