import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { createRangeQuery, type RangeQuery, type ReadRange } from '#renderer/replica/range-query.ts'

/** Controlled list: records its requests, and holds answers on demand. */
function listOf(total: number) {
  const asked: [offset: number, limit: number][] = []
  const held: (() => void)[] = []
  const list = { total, holds: false, fails: false, prefix: 'row', asked, held }
  const read: ReadRange<string> = async (offset, limit) => {
    asked.push([offset, limit])
    const { prefix, total: length } = list
    if (list.holds) await new Promise<void>((resolve) => held.push(resolve))
    if (list.fails) return fail(appError('store-failed'))
    const amount = Math.max(0, Math.min(limit, length - offset))
    return ok({ rows: Array.from({ length: amount }, (_, at) => `${prefix} ${offset + at}`), total: length })
  }
  return { list, read }
}
const settled = () => vi.advanceTimersByTimeAsync(0)
/** Scrolls there and stops. */
async function look(query: RangeQuery<string>, first: number, last: number) {
  void query.want(first, last)
  await vi.advanceTimersByTimeAsync(100)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a list by ranges', () => {
  test('asks only the pages in sight, and knows how many rows there are in all', async () => {
    const { list, read } = listOf(100_000)
    const query = createRangeQuery(read, ['resource'])
    await look(query, 55_010, 55_030)
    const { rows } = query.store.getState()
    expect(list.asked).toEqual([[55_008, 24]])
    expect(rows.length).toBe(100_000)
    expect(rows.at(55_031)).toBe('row 55031')
    expect(rows.at(10)).toBeUndefined()
    query.close()
  })

  test('a list that is told how many rows are in sight reads as many, wherever it is left and found again', async () => {
    const { list, read } = listOf(1_000)
    const before = createRangeQuery(read, ['resource'], { size: 13 })
    await look(before, 0, 12)
    await look(before, 26, 38)
    expect(list.asked).toEqual([
      [0, 13],
      [26, 13],
    ])
    const left = before.leave()
    before.close()
    const query = createRangeQuery(read, ['resource'], { left })
    expect(query.store.getState().rows.at(30)).toBe('row 30')
    await look(query, 26, 38)
    expect(list.asked.at(-1)).toEqual([26, 13])
    query.close()
  })

  test('what is on screen stays until the new comes, and pages out of sight are not asked', async () => {
    const { list, read } = listOf(1_000)
    const query = createRangeQuery(read, ['resource'])
    await look(query, 0, 20)
    await look(query, 290, 311)
    list.prefix = 'new'
    list.holds = true
    query.changed({ kind: 'resource' })
    expect(query.store.getState().rows.at(310)).toBe('row 310')
    await settled()
    list.holds = false
    for (const go of list.held) go()
    await settled()
    expect(query.store.getState().rows.at(310)).toBe('new 310')
    expect(list.asked).toEqual([
      [0, 24],
      [288, 24],
      [288, 24],
    ])
    // Going back there loads it.
    await look(query, 0, 20)
    expect(query.store.getState().rows.at(5)).toBe('new 5')
    query.close()
  })

  test('a change of something else asks nothing', async () => {
    const { list, read } = listOf(10)
    const query = createRangeQuery(read, ['resource'])
    await look(query, 0, 9)
    query.changed({ kind: 'inbox' })
    await settled()
    expect(list.asked).toHaveLength(1)
    query.close()
  })

  test('a hundred changes at once ask once, and once more', async () => {
    const { list, read } = listOf(10)
    const query = createRangeQuery(read, ['resource'])
    await look(query, 0, 9)
    for (let n = 0; n < 100; n += 1) query.changed({ kind: 'resource' })
    await settled()
    expect(list.asked).toHaveLength(2)
    query.close()
  })

  test('a failure leaves the rows there are, says so, and the next answer takes it back', async () => {
    const { list, read } = listOf(10)
    const query = createRangeQuery(read, ['resource'])
    await look(query, 0, 9)
    list.fails = true
    await query.reload()
    expect(query.store.getState()).toMatchObject({ loaded: true, error: { code: 'store-failed' } })
    expect(query.store.getState().rows.at(3)).toBe('row 3')
    list.fails = false
    await query.reload()
    expect(query.store.getState().error).toBeNull()
    query.close()
  })

  test('the pages farthest from what is in sight are forgotten: memory does not grow with the way', async () => {
    const { read } = listOf(100_000)
    const query = createRangeQuery(read, ['resource'])
    for (let page = 0; page < 60; page += 1) await look(query, page * 100, page * 100 + 30)
    const { rows } = query.store.getState()
    expect(rows.at(5_910)).toBe('row 5910')
    expect(rows.at(5_810)).toBe('row 5810')
    expect(rows.at(10)).toBeUndefined()
    query.close()
  })

  test('what is passed by is not asked, and what one stops at is', async () => {
    const { list, read } = listOf(100_000)
    const query = createRangeQuery(read, ['resource'])
    await look(query, 0, 20)
    for (let row = 1_008; row <= 90_720; row += 1_008) {
      void query.want(row, row + 20)
      await vi.advanceTimersByTimeAsync(16)
    }
    await vi.advanceTimersByTimeAsync(100)
    // The first jump is read at once: it may be the only one.
    expect(list.asked).toEqual([
      [0, 24],
      [1_008, 24],
      [90_720, 24],
    ])
    expect(query.store.getState().rows.at(90_738)).toBe('row 90738')
    query.close()
  })

  test('whoever goes on row by row after a jump sees rows before stopping', async () => {
    const { read } = listOf(100_000)
    const query = createRangeQuery(read, ['resource'])
    await look(query, 0, 30)
    void query.want(20_000, 20_030)
    void query.want(40_000, 40_030)
    for (let row = 40_000; row < 40_300; row += 3) {
      void query.want(row, row + 30)
      await vi.advanceTimersByTimeAsync(16)
      if (row > 40_000) expect(query.store.getState().rows.at(row)).toBe(`row ${row}`)
    }
    query.close()
  })

  test('row by row it is never waited for, however fast', async () => {
    const { list, read } = listOf(10_000)
    const query = createRangeQuery(read, ['resource'])
    await look(query, 0, 30)
    for (let row = 0; row < 1_000; row += 40) {
      void query.want(row, row + 30)
      await vi.advanceTimersByTimeAsync(1)
      expect(query.store.getState().rows.at(row)).toBe(`row ${row}`)
    }
    expect(list.asked.length).toBe(42)
    query.close()
  })

  test('left and found again: what was in sight is there at once, and is asked again', async () => {
    const { list, read } = listOf(10_000)
    const before = createRangeQuery(read, ['resource'])
    expect(before.leave()).toBeUndefined()
    await look(before, 300, 330)
    const left = before.leave()
    before.close()
    list.prefix = 'new'
    const query = createRangeQuery(read, ['resource'], { left })
    expect(query.isUpToDate()).toBe(false)
    const found = query.store.getState()
    expect(found).toMatchObject({ loaded: true, error: null })
    expect([found.rows.length, found.rows.at(310), found.rows.at(10)]).toEqual([10_000, 'row 310', undefined])
    await look(query, 300, 330)
    expect(query.store.getState().rows.at(310)).toBe('new 310')
    expect(query.isUpToDate()).toBe(true)
    query.close()
  })

  test('closed, it asks no more', async () => {
    const { list, read } = listOf(10)
    const query = createRangeQuery(read, ['resource'])
    query.close()
    await look(query, 0, 9)
    query.changed({ kind: 'resource' })
    await settled()
    expect(list.asked).toEqual([])
  })

  test('wherever one goes and however the list grows or shrinks, what is in sight is what there is', async () => {
    const step = fc.oneof(
      fc.record({ go: fc.nat(3_000) }),
      fc.record({ total: fc.nat(3_000), prefix: fc.string({ minLength: 1, maxLength: 3 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { list, read } = listOf(1_500)
        const query = createRangeQuery(read, ['resource'])
        let sight: [number, number] = [0, 30]
        await look(query, ...sight)
        for (const one of steps) {
          if ('go' in one) {
            const first = Math.min(one.go, Math.max(0, list.total - 1))
            sight = [first, Math.min(first + 30, Math.max(0, list.total - 1))]
            await look(query, ...sight)
          } else {
            list.total = one.total
            list.prefix = one.prefix
            await query.reload()
            // As a screen does when the list has become shorter.
            const end = Math.max(0, one.total - 1)
            sight = [Math.min(sight[0], end), Math.min(sight[1], end)]
            await look(query, ...sight)
          }
          const { rows } = query.store.getState()
          expect(rows.length).toBe(list.total)
          for (let at = sight[0]; at <= sight[1] && at < list.total; at += 1)
            expect(rows.at(at)).toBe(`${list.prefix} ${at}`)
        }
        query.close()
      }),
    )
  })
})
