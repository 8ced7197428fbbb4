import { createStore } from 'zustand/vanilla'
import type { TopicPayload } from '#shared/bridge/contract.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { RowSource } from '../design/row-source.ts'

const PAGE = 100
/** Pages kept besides those in sight: whoever scrolls back finds them. */
const KEPT_PAGES = 40
/** Changes come in bursts: what is in sight is asked again once for all of those within this. */
const GAP_MS = 250
/** How long after a failure it is asked again: longer each time, up to the last. */
const AGAIN_MS = 2_000
const AGAIN_MOST_MS = 60_000

/** Some rows of a list in its order, from one place on, and how many there are in all. */
export type ReadRange<R> = (offset: number, limit: number) => Promise<Result<{ rows: R[]; total: number }>>

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
 */
export function createRangeQuery<R>(read: ReadRange<R>, about: TopicPayload<'changed'>['kind']) {
  const store = createStore<RangeState<R>>(() => ({ rows: [], loaded: false, error: null }))
  const pages = new Map<number, Page<R>>()
  let total = 0
  let turn = 0
  let wanted: readonly number[] = [0]
  let busy = false
  let closed = false
  let wait = AGAIN_MS
  let lastTurnAt = -Infinity
  let soon: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined

  const isOld = (page: number) => pages.get(page)?.turn !== turn

  const work = async (): Promise<void> => {
    if (busy || closed) return
    busy = true
    for (let page = wanted.find(isOld); page !== undefined && !closed; page = wanted.find(isOld)) {
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
      wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index)
      return work()
    },
    reload,
    /** The core says that something changed. */
    changed({ kind }: Pick<TopicPayload<'changed'>, 'kind'>) {
      if (kind !== about || closed || soon !== undefined) return
      const left = lastTurnAt + GAP_MS - performance.now()
      if (left <= 0) return void reload()
      soon = setTimeout(() => void reload(), left)
    },
    close() {
      closed = true
      clearTimeout(soon)
      clearTimeout(again)
    },
  }
}

export type RangeQuery<R> = ReturnType<typeof createRangeQuery<R>>
