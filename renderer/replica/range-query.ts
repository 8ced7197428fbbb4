import { createStore } from 'zustand/vanilla'
import type { TopicPayload } from '#shared/bridge/contract.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { RowSource } from '../design/row-source.ts'

/** Rows per request of a list that is not told another number: each row costs time. */
export const PAGE = 24
/** Pages kept besides the visible ones, for scrolling back. */
const KEPT_PAGES = 64
/** Changes come in bursts: visible rows are read again once per this interval. */
const GAP_MS = 250
/** Pages passed by while dragging the scrollbar are not read. */
const SETTLE_MS = 80
/** First delay after a failure; doubles up to the maximum. */
const AGAIN_MS = 2_000
const AGAIN_MOST_MS = 60_000

/** Reads rows of a list in its order, from one position on, and their total. */
export type ReadRange<R> = (offset: number, limit: number) => Promise<Result<{ rows: R[]; total: number }>>

/** Rows of a list that were visible when it was left, by page, and their total. */
export interface LeftRange<R> {
  /** Rows of a page. */
  size: number
  pages: readonly (readonly [page: number, rows: readonly R[]])[]
  total: number
}

/** What a list begins with. */
export interface RangeStart<R> {
  /** Rows shown until others come, as last left. */
  left?: LeftRange<R> | undefined
  /** Rows per request. */
  size?: number
}

export interface RangeState<R> {
  rows: RowSource<R>
  /** The first answer has come. */
  loaded: boolean
  error: AppError | null
}

interface Page<R> {
  rows: readonly R[]
  /** Turn in which it was read: stale once there is another one. */
  turn: number
}

/** Loaded rows, each at its index. */
function sourceOf<R>(pages: ReadonlyMap<number, Page<R>>, total: number, size: number): RowSource<R> {
  return { length: total, at: (index) => pages.get(Math.floor(index / size))?.rows[index % size] }
}

/**
 * List of any length of which only the pages around the visible rows are read. A change makes those be read again, and
 * the others once they become visible; rows on screen stay until the new ones come.
 * @param about kinds of changes that make it be read again
 */
export function createRangeQuery<R>(
  read: ReadRange<R>,
  about: readonly TopicPayload<'changed'>['kind'][],
  { left, size = left?.size ?? PAGE }: RangeStart<R> = {},
) {
  const pages = new Map<number, Page<R>>(left?.pages.map(([page, rows]) => [page, { rows, turn: -1 }]))
  let total = left?.total ?? 0
  let turn = 0
  const store = createStore<RangeState<R>>(() => ({
    rows: left ? sourceOf(new Map(pages), total, size) : [],
    loaded: left !== undefined,
    error: null,
  }))
  let wanted: readonly number[] = [0]
  let busy = false
  let closed = false
  let wait = AGAIN_MS
  let lastTurnAt = -Infinity
  let jumpedAt = -Infinity
  let passing: ReturnType<typeof setTimeout> | undefined
  let soon: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined

  const isOld = (page: number) => pages.get(page)?.turn !== turn

  const next = () => (passing === undefined ? wanted.find(isOld) : undefined)

  const work = async (): Promise<void> => {
    if (busy || closed) return
    busy = true
    for (let page = next(); page !== undefined && !closed; page = next()) {
      const asked = turn
      const answer = await read(page * size, size)
      if (!answer.ok) {
        busy = false
        return failed(answer.error)
      }
      wait = AGAIN_MS
      take(page, { rows: answer.value.rows, turn: asked }, answer.value.total)
    }
    busy = false
  }

  const take = (number: number, page: Page<R>, newTotal: number) => {
    total = newTotal
    pages.set(number, page)
    for (const known of pages.keys()) if (known > 0 && known * size >= total) pages.delete(known)
    wanted = wanted.filter((one) => one === 0 || one * size < total)
    // None of the wanted rows exists any more: show the end of the list.
    if (wanted.length === 0) wanted = [Math.max(0, Math.ceil(total / size) - 1)]
    forgetFarthest()
    store.setState({ rows: sourceOf(new Map(pages), total, size), loaded: true, error: null })
  }

  const forgetFarthest = () => {
    const middle = wanted[Math.floor(wanted.length / 2)] ?? 0
    const byDistance = [...pages.keys()].toSorted((a, b) => Math.abs(b - middle) - Math.abs(a - middle))
    for (const far of byDistance.slice(0, Math.max(0, pages.size - KEPT_PAGES))) pages.delete(far)
  }

  const failed = (error: AppError) => {
    if (closed) return
    clearTimeout(again)
    again = setTimeout(() => void work(), wait)
    wait = Math.min(wait * 2, AGAIN_MOST_MS)
    store.setState({ error, loaded: true })
  }

  const reload = () => {
    clearTimeout(soon)
    soon = undefined
    lastTurnAt = performance.now()
    turn += 1
    return work()
  }

  return {
    read,
    store,
    /** Reads the pages of the visible rows, the first one first. */
    want(first: number, last: number) {
      const from = Math.max(0, Math.floor(first / size))
      const to = Math.max(from, Math.floor(last / size))
      const isNear = wanted.some((page) => page >= from - 1 && page <= to + 1)
      wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index)
      const at = performance.now()
      const isPassing = !isNear && at - jumpedAt < SETTLE_MS
      if (!isNear) jumpedAt = at
      clearTimeout(passing)
      passing = undefined
      if (!isPassing) return work()
      passing = setTimeout(() => {
        passing = undefined
        void work()
      }, SETTLE_MS)
      return Promise.resolve()
    },
    reload,
    /** Visible rows, to restore later; `undefined` before an answer. */
    leave(): LeftRange<R> | undefined {
      if (!store.getState().loaded) return undefined
      const known = wanted.flatMap((page) => {
        const rows = pages.get(page)?.rows
        return rows ? [[page, rows] as const] : []
      })
      return { size, pages: known, total }
    },
    /** Handles a change pushed by the core. */
    changed({ kind }: Pick<TopicPayload<'changed'>, 'kind'>) {
      if (!about.includes(kind) || closed || soon !== undefined) return
      const early = lastTurnAt + GAP_MS - performance.now()
      if (early <= 0) return void reload()
      soon = setTimeout(() => void reload(), early)
    },
    /** True if all visible rows are up to date. */
    isUpToDate: () => !wanted.some(isOld),
    isClosed: () => closed,
    close() {
      closed = true
      clearTimeout(passing)
      clearTimeout(soon)
      clearTimeout(again)
    },
  }
}

export type RangeQuery<R> = ReturnType<typeof createRangeQuery<R>>
