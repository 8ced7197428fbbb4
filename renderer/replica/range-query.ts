import { createStore } from 'zustand/vanilla'
import type { TopicPayload } from '#shared/bridge/contract.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { RowSource } from '../design/row-source.ts'

/** Rows asked for at once: what is in sight, and some more. */
export const PAGE = 32
/** Pages kept besides those in sight: whoever scrolls back finds them. */
const KEPT_PAGES = 64
/** Changes come in bursts: what is in sight is asked again once for all of those within this. */
const GAP_MS = 250
/** Pages that are only passed by are not asked: whoever drags the bar stops somewhere. */
const SETTLE_MS = 80
/** How long after a failure it is asked again: longer each time, up to the last. */
const AGAIN_MS = 2_000
const AGAIN_MOST_MS = 60_000

/** Some rows of a list in its order, from one place on, and how many there are in all. */
export type ReadRange<R> = (offset: number, limit: number) => Promise<Result<{ rows: R[]; total: number }>>

/** The rows of a list that were in sight when it was left, by page, and how many there were in all. */
export interface LeftRange<R> {
  pages: readonly (readonly [page: number, rows: readonly R[]])[]
  total: number
}

export interface RangeState<R> {
  rows: RowSource<R>
  /** The first answer has come. */
  loaded: boolean
  error: AppError | null
}

interface Page<R> {
  rows: readonly R[]
  /** The turn in which it was asked: it is old once there is another one. */
  turn: number
}

/** The rows that have come, each where it belongs. */
function sourceOf<R>(pages: ReadonlyMap<number, Page<R>>, total: number): RowSource<R> {
  return { length: total, at: (index) => pages.get(Math.floor(index / PAGE))?.rows[index % PAGE] }
}

/**
 * A list of any length, of which only the pages around what is in sight are asked. When something changes those are
 * asked again and the others wait until somebody goes there; what is on screen stays until the new comes.
 * @param left shown until then, where it was left before
 */
export function createRangeQuery<R>(
  read: ReadRange<R>,
  about: TopicPayload<'changed'>['kind'],
  left?: LeftRange<R>,
) {
  const pages = new Map<number, Page<R>>(left?.pages.map(([page, rows]) => [page, { rows, turn: -1 }]))
  let total = left?.total ?? 0
  let turn = 0
  const store = createStore<RangeState<R>>(() => ({
    rows: left ? sourceOf(new Map(pages), total) : [],
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
      const answer = await read(page * PAGE, PAGE)
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
    for (const known of pages.keys()) if (known > 0 && known * PAGE >= total) pages.delete(known)
    wanted = wanted.filter((one) => one === 0 || one * PAGE < total)
    // Nothing of what was wanted is there any more: the end of what there is.
    if (wanted.length === 0) wanted = [Math.max(0, Math.ceil(total / PAGE) - 1)]
    forgetFarthest()
    store.setState({ rows: sourceOf(new Map(pages), total), loaded: true, error: null })
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
    /** What is in sight: its pages are asked, the first one first. */
    want(first: number, last: number) {
      const from = Math.max(0, Math.floor(first / PAGE))
      const to = Math.max(from, Math.floor(last / PAGE))
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
    /** What is in sight, for whoever comes back; nothing before there is an answer. */
    leave(): LeftRange<R> | undefined {
      if (!store.getState().loaded) return undefined
      const known = wanted.flatMap((page) => {
        const rows = pages.get(page)?.rows
        return rows ? [[page, rows] as const] : []
      })
      return { pages: known, total }
    },
    /** The core says that something changed. */
    changed({ kind }: Pick<TopicPayload<'changed'>, 'kind'>) {
      if (kind !== about || closed || soon !== undefined) return
      const early = lastTurnAt + GAP_MS - performance.now()
      if (early <= 0) return void reload()
      soon = setTimeout(() => void reload(), early)
    },
    /** All that is in sight has come as it is now. */
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
