import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { createPagedQuery, type ReadAlone, type ReadPage } from '#renderer/replica/paged-query.ts'

interface Row {
  seq: number
  words: string
  /** Among the first. */
  isFirst?: boolean
}
const placeOf = ({ seq, isFirst }: Row) => (isFirst === true ? 10_000 + seq : seq)
const byPlace = (rows: readonly Row[]) => rows.toSorted((a, b) => placeOf(b) - placeOf(a))
const many = (n: number): Row[] => Array.from({ length: n }, (_, index) => ({ seq: n - index, words: 'old' }))

/** Store that answers like the core: the highest place first, below a cursor. */
function shelf(rows: Row[]) {
  const asked: ([number | null, number] | readonly number[])[] = []
  const state = { rows, broken: false, asked }
  const read: ReadPage<Row> = async (before, limit) => {
    asked.push([before, limit])
    await Promise.resolve()
    if (state.broken) return fail(appError('store-failed'))
    const found = byPlace(state.rows)
      .filter((row) => before === null || placeOf(row) < before)
      .slice(0, limit)
    const last = found.at(-1)
    return ok({ rows: found, next: found.length === limit && last ? placeOf(last) : null })
  }
  const alone: ReadAlone<Row> = {
    keyOf: ({ seq }) => seq,
    placeOf,
    idsOf: ({ seq }) => [seq],
    async readOf(ids) {
      asked.push(ids)
      await Promise.resolve()
      if (state.broken) return fail(appError('store-failed'))
      return ok(state.rows.filter(({ seq }) => ids.includes(seq)))
    },
  }
  return { state, read, alone, query: createPagedQuery(read, { about: ['inbox'], alone }) }
}
afterEach(() => void vi.useRealTimers())
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
const changed = (...ids: number[]) => ({ kind: 'inbox' as const, ids: ids.map(String) })

test('a page, the next one, and no more at the end', async () => {
  const { query, state } = shelf(many(150))
  await query.reload()
  expect(query.store.getState().rows).toHaveLength(100)
  await query.more()
  await query.more()
  expect(query.store.getState()).toMatchObject({ next: null, loaded: true, error: null })
  expect(query.store.getState().rows).toEqual(state.rows)
  expect(state.asked).toEqual([
    [null, 100],
    [51, 100],
  ])
})

test('changes are asked about alone: a row comes, is another, moves, or leaves', async () => {
  const { query, state } = shelf(many(150))
  await query.reload()
  await query.more()
  state.asked.length = 0
  state.rows = [
    { seq: 151, words: 'new' },
    ...many(150)
      .filter(({ seq }) => seq !== 40)
      .map((row) => (row.seq === 90 ? { ...row, words: 'other', isFirst: true } : row)),
  ]
  query.changed(changed(151, 40, 90))
  await settle()
  expect(query.store.getState().rows).toEqual(byPlace(state.rows))
  expect(query.store.getState().rows[0]?.seq).toBe(90)
  expect(state.asked).toEqual([[151, 40, 90]])
})

test('a change of what a row shows reads the rows that it concerns, and no other', async () => {
  const { state, read, alone } = shelf(many(150))
  const query = createPagedQuery(read, {
    about: ['inbox', 'resource'],
    alone: {
      ...alone,
      concernedBy: ({ ids }, rows) => rows.filter(({ words }) => ids.includes(words)).map(({ seq }) => seq),
    },
  })
  state.rows = many(150).map((row) => (row.seq === 90 ? { ...row, words: 'file' } : row))
  await query.reload()
  state.asked.length = 0
  state.rows = state.rows.map((row) => (row.seq === 90 ? { ...row, words: 'client' } : row))
  query.changed({ kind: 'resource', ids: ['other'] })
  query.changed({ kind: 'resource', ids: ['file'] })
  await settle()
  expect(state.asked).toEqual([[90]])
  expect(query.store.getState().rows.find(({ seq }) => seq === 90)?.words).toBe('client')
})

test('an answer that a newer change overtook is not shown: the row stays until it is read again', async () => {
  const answers: (() => void)[] = []
  let rows = many(3)
  const read: ReadPage<Row> = async (before, limit) => {
    const found = rows.filter(({ seq }) => before === null || seq < before).slice(0, limit)
    await new Promise<void>((resolve) => answers.push(resolve))
    return ok({ rows: found, next: null })
  }
  const readOf = async (ids: readonly number[]) => {
    const found = rows.filter(({ seq }) => ids.includes(seq))
    await new Promise<void>((resolve) => answers.push(resolve))
    return ok(found)
  }
  const alone = { keyOf: placeOf, placeOf, idsOf: ({ seq }: Row) => [seq], readOf }
  const query = createPagedQuery(read, { about: ['inbox'], alone })
  const answer = async () => {
    answers.shift()?.()
    await settle()
  }
  void query.reload()
  await answer()
  rows = many(2)
  query.changed(changed(3))
  rows = many(3)
  query.changed(changed(3))
  await answer()
  expect(query.store.getState().rows).toEqual(many(3))
  await answer()
  expect(query.store.getState()).toMatchObject({ rows: many(3), loading: false })
})

test('what has not been reached waits for its page, and what concerns another kind is not asked about', async () => {
  const { query, state } = shelf(many(500))
  await query.reload()
  state.asked.length = 0
  query.changed(changed(3))
  query.changed({ kind: 'lookup', ids: ['500'] })
  await settle()
  expect(state.asked).toEqual([[3]])
  expect(query.store.getState().rows).toEqual(many(500).slice(0, 100))
})

test('many changes, or one that does not say which, are the whole list again, as deep as it was', async () => {
  const { query, state } = shelf(many(500))
  await query.reload()
  await query.more()
  state.asked.length = 0
  query.changed(changed(...many(300).map(({ seq }) => seq)))
  await settle()
  query.changed(changed())
  await settle()
  expect(state.asked).toEqual([
    [null, 200],
    [null, 200],
  ])
})

test('a failure keeps what was known, and the next answer mends it', async () => {
  const { query, state } = shelf(many(10))
  await query.reload()
  state.broken = true
  query.changed(changed(10))
  await settle()
  expect(query.store.getState().error?.code).toBe('store-failed')
  expect(query.store.getState().rows).toHaveLength(10)
  state.broken = false
  query.changed(changed())
  await settle()
  expect(query.store.getState()).toMatchObject({ error: null, rows: state.rows })
})

test('what could not be asked about is asked again by itself, each time later, until it answers', async () => {
  vi.useFakeTimers()
  const { query, state } = shelf(many(10))
  await query.reload()
  state.broken = true
  state.rows = many(12)
  query.changed(changed(11))
  await vi.advanceTimersByTimeAsync(0)
  expect(query.store.getState().error?.code).toBe('store-failed')
  state.asked.length = 0
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(state.asked.length).toBeGreaterThan(5)
  expect(state.asked.length).toBeLessThan(40)
  state.broken = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(query.store.getState()).toMatchObject({ error: null, rows: state.rows })
  expect(vi.getTimerCount()).toBe(0)
})

test('after a failure one change is not enough: everything is asked', async () => {
  const { query, state } = shelf(many(10))
  await query.reload()
  state.broken = true
  state.rows = many(11)
  query.changed(changed(11))
  await settle()
  state.broken = false
  state.rows = many(12)
  query.changed(changed(12))
  await settle()
  expect(query.store.getState()).toMatchObject({ error: null, rows: state.rows })
  query.close()
})

test('closed after a failure, or while it fails, it does not ask again', async () => {
  vi.useFakeTimers()
  const { query, state } = shelf(many(10))
  state.broken = true
  await query.reload()
  expect(vi.getTimerCount()).toBe(1)
  query.close()
  expect(vi.getTimerCount()).toBe(0)
  const other = shelf(many(10))
  other.state.broken = true
  const asking = other.query.reload()
  other.query.close()
  await asking
  expect(vi.getTimerCount()).toBe(0)
})

test('a next page that fails is asked again after a while, longer each time, however often it is wanted', async () => {
  vi.useFakeTimers()
  const { query, state } = shelf(many(500))
  await query.reload()
  state.broken = true
  state.asked.length = 0
  for (let second = 0; second < 60; second += 1) {
    for (let times = 0; times < 100; times += 1) void query.more()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(state.asked.length).toBeGreaterThan(2)
  expect(state.asked.length).toBeLessThan(8)
  expect(query.store.getState().rows).toHaveLength(100)
  state.broken = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(query.store.getState()).toMatchObject({ error: null, loading: false })
  expect(query.store.getState().rows).toHaveLength(200)
  query.close()
  expect(vi.getTimerCount()).toBe(0)
})

test('closed, it asks for nothing more', async () => {
  const { query, state } = shelf(many(10))
  const first = query.reload()
  query.changed(changed())
  query.close()
  await first
  await settle()
  expect(state.asked).toHaveLength(1)
})

test('whatever happens and in whatever order, it ends up as the store is', async () => {
  const step = fc.oneof(
    fc.record({
      type: fc.constantFrom('put' as const, 'lift' as const),
      seq: fc.integer({ min: 1, max: 260 }),
    }),
    fc.record({ type: fc.constant('drop' as const), seq: fc.integer({ min: 1, max: 260 }) }),
    fc.record({ type: fc.constantFrom('more' as const, 'wait' as const), seq: fc.constant(0) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { query, state } = shelf(many(220))
      await query.reload()
      for (const [index, { type, seq }] of steps.entries()) {
        if (type === 'more') void query.more()
        else if (type === 'wait') await settle()
        else {
          const others = state.rows.filter((row) => row.seq !== seq)
          const row = { seq, words: String(index), isFirst: type === 'lift' }
          state.rows = type === 'drop' ? others : [...others, row]
          query.changed(changed(seq))
        }
      }
      for (let waits = 0; waits < 30; waits += 1) await settle()
      const { rows, next } = query.store.getState()
      expect(rows).toEqual(byPlace(state.rows).filter((row) => next === null || placeOf(row) >= next))
    }),
    { numRuns: 60 },
  )
})

/** Rows that only come at the top, and whose changes do not tell their place. */
function pile(rows: Row[]) {
  const { state } = shelf(rows)
  const read: ReadPage<Row> = async (before, limit) => {
    state.asked.push([before, limit])
    await Promise.resolve()
    const found = state.rows.filter(({ seq }) => before === null || seq < before).slice(0, limit)
    return ok({ rows: found, next: found.length === limit ? (found.at(-1)?.seq ?? null) : null })
  }
  const query = createPagedQuery(read, {
    about: ['resource'],
    keyOf: ({ seq }) => String(seq),
    concerns: ({ seq }, { ids }) => ids.includes(`row ${seq}`),
  })
  return { state, query }
}
const told = (...ids: string[]) => ({ kind: 'resource' as const, ids })

test('a change that concerns no row that is here costs one page, however many are loaded', async () => {
  const { query, state } = pile(many(1_000))
  await query.reload()
  for (let pages = 0; pages < 5; pages += 1) await query.more()
  state.asked.length = 0
  state.rows = [{ seq: 1_001, words: 'new' }, ...state.rows]
  query.changed({ kind: 'lookup' as const, ids: ['other'] })
  query.changed(told('another'))
  await settle()
  expect(state.asked).toEqual([[null, 100]])
  expect(query.store.getState().rows).toEqual(state.rows.slice(0, 601))
  state.rows = state.rows.map((row) => (row.seq === 500 ? { ...row, words: 'other' } : row))
  query.changed(told('row 500'))
  await settle()
  expect(query.store.getState().rows).toEqual(state.rows.slice(0, 601))
})

test('a pile ends up as the store is, whatever comes and while whatever is on its way', async () => {
  const step = fc.record({
    type: fc.constantFrom(
      'add' as const,
      'many' as const,
      'change' as const,
      'more' as const,
      'wait' as const,
    ),
    seq: fc.integer({ min: 1, max: 260 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { query, state } = pile(many(220))
      await query.reload()
      for (const [index, { type, seq }] of steps.entries()) {
        const top = state.rows[0]!.seq
        if (type === 'more') void query.more()
        else if (type === 'wait') await settle()
        else if (type === 'change') {
          state.rows = state.rows.map((row) => (row.seq === seq ? { seq, words: String(index) } : row))
          query.changed(told(`row ${seq}`))
        } else {
          const fresh = type === 'add' ? 1 : 150
          const rows = Array.from({ length: fresh }, (_, at) => ({ seq: top + fresh - at, words: 'new' }))
          state.rows = [...rows, ...state.rows]
          query.changed(told(...rows.map((row) => `row ${row.seq}`)))
        }
      }
      for (let waits = 0; waits < 30; waits += 1) await settle()
      const { rows, next } = query.store.getState()
      expect(rows).toEqual(state.rows.filter(({ seq }) => next === null || seq >= next))
    }),
    { numRuns: 60 },
  )
})
