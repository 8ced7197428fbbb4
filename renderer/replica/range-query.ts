import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TopicPayload } from '#shared/bridge/contract.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { RowSource } from '../design/row-place.ts'
import { type Client, type OpenList, useClient } from './client.ts'

/** Default number of rows per request. Each row costs time in the core. */
export const PAGE = 24
/** Maximum number of pages in memory, for scrolling back. */
const KEPT_PAGES = 64
/** Shortest interval between two refetches, in ms. Changes come in bursts. */
const RELOAD_INTERVAL_MS = 250
/**
 * Time in ms that the list must rest at a new place. Pages that pass by while the user drags the scrollbar are not
 * read.
 */
const SETTLE_MS = 80
/** First delay of a retry, in ms. It doubles up to the maximum. */
const AGAIN_MS = 2_000
const AGAIN_MOST_MS = 60_000

/** Reads rows of a list from one position on, and the total number of rows. */
export type ReadRange<R> = (offset: number, limit: number) => Promise<Result<{ rows: R[]; total: number }>>

/** Rows that were visible when the user left the list, by page, and the total number of rows. */
export interface LeftRange<R> {
  /** Number of rows per page. */
  size: number
  pages: readonly (readonly [page: number, rows: readonly R[]])[]
  total: number
}

/** Options of a new list. */
export interface RangeStart<R> {
  /** Rows shown until the first answer, as the user left them. */
  left?: LeftRange<R> | undefined
  /** Number of rows per request. */
  size?: number
}

export interface RangeState<R> {
  rows: RowSource<R>
  /** True after the first answer or error, or if the list was restored. */
  loaded: boolean
  error: AppError | null
}

interface Page<R> {
  rows: readonly R[]
  /** Turn in which the page was read. Each refetch starts a turn, and makes the pages of earlier turns stale. */
  turn: number
}

/** Loaded rows, each at its index. */
function rowSourceOf<R>(pages: ReadonlyMap<number, Page<R>>, total: number, size: number): RowSource<R> {
  return { length: total, at: (index) => pages.get(Math.floor(index / size))?.rows[index % size] }
}

/**
 * List of any length. Only the pages around the visible rows are read. A change makes the query refetch the visible
 * pages at once. Other pages are refetched when they become visible. Rows on screen stay until the new rows come.
 * @param about kinds of changes that make the query refetch
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
    rows: left ? rowSourceOf(new Map(pages), total, size) : [],
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
      storePage(page, { rows: answer.value.rows, turn: asked }, answer.value.total)
    }
    busy = false
  }

  const storePage = (number: number, page: Page<R>, newTotal: number) => {
    total = newTotal
    pages.set(number, page)
    for (const known of pages.keys()) if (known > 0 && known * size >= total) pages.delete(known)
    wanted = wanted.filter((one) => one === 0 || one * size < total)
    // The list became shorter than the wanted pages. Show its end.
    if (wanted.length === 0) wanted = [Math.max(0, Math.ceil(total / size) - 1)]
    forgetFarthest()
    store.setState({ rows: rowSourceOf(new Map(pages), total, size), loaded: true, error: null })
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
    /** Reads the pages of the visible rows, from the first to the last. */
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
    /** Visible rows, to restore later; `undefined` before the first answer. */
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
      const early = lastTurnAt + RELOAD_INTERVAL_MS - performance.now()
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

export interface RangeList<R> extends RangeState<R> {
  /** Key of the list on screen. It is the previous key while a new list loads. */
  key: string
  /** Number of times that another list was shown. */
  serial: number
  want: (first: number, last: number) => void
  /** Starts reading a list before the next render needs it. */
  ask: (key: string) => void
}

/** Makes the query of a key. */
export type QueryOf<R> = (client: Client, key: string, start: RangeStart<R>) => RangeQuery<R>

/** Smallest number of rows per request. */
const MIN_SIZE = 8

/**
 * Rows of a list of any length. The rows of the previous list stay until the first answer for the new list. Returning
 * to a list restores its rows.
 * @param name unique name of the list
 * @param key serialized arguments, compared by value
 * @param queryOf stable
 * @param startAt row to restore on return. Any other list begins at its top
 */
export function useRangeList<R>(
  name: string,
  key: string,
  queryOf: QueryOf<R>,
  startAt: number,
): RangeList<R> {
  const client = useClient()
  const [shown, setShown] = useState<Shown<R>>(() => ({
    serial: 0,
    ...openList(client, name, key, queryOf, { backAt: startAt }),
  }))
  /** Number of rows in sight. The first request of another list reads only as many, because each row costs time. */
  const inSight = useRef(PAGE)
  /** List that is opened but not followed yet. */
  const asked = useRef<OpenedList<R> | null>(shown)
  const ask = useCallback(
    (next: string) => {
      asked.current?.query.close()
      asked.current = openList(client, name, next, queryOf, { size: inSight.current })
      void asked.current.begin()
    },
    [client, name, queryOf],
  )
  // A layout effect sends the request before the first paint.
  useLayoutEffect(() => void asked.current?.begin(), [])
  useEffect(() => {
    const ahead = asked.current
    asked.current = null
    if (ahead?.key !== key) ahead?.query.close()
    const list = ahead?.key === key ? ahead : openList(client, name, key, queryOf, { size: inSight.current })
    void list.begin().then(() => {
      if (!list.query.isClosed()) setShown((now) => nextShown(now, list))
    })
    return followList(client, list)
  }, [client, name, key, queryOf])
  useEffect(() => () => asked.current?.query.close(), [])
  const state = useStore(shown.query.store)
  const want = useCallback(
    (from: number, to: number) => {
      const rows = Math.max(MIN_SIZE, to - from + 1)
      // If the whole list fits in the window, the number of rows that would fit is unknown.
      const isEnd = to >= shown.query.store.getState().rows.length - 1
      inSight.current = isEnd ? Math.max(inSight.current, rows) : rows
      void shown.query.want(from, to)
    },
    [shown.query],
  )
  return { ...state, key: shown.key, serial: shown.serial, want, ask }
}

interface OpenedList<R> extends FollowedList<R> {
  key: string
  /** Starts the first read, once. */
  begin: () => Promise<void>
}

type Shown<R> = OpenedList<R> & { serial: number }

/** Replaces the shown list. The serial stays if the same list is followed again. */
function nextShown<R>(now: Shown<R>, list: OpenedList<R>): Shown<R> {
  if (now.query === list.query) return now
  const isSame = now.key === list.key && now.query.isClosed()
  return { ...list, serial: isSame ? now.serial : now.serial + 1 }
}

interface Opening {
  /** Row around which the list is restored as the user left it. Without it, the list begins at its top. */
  backAt?: number
  size?: number
}

function openList<R>(
  client: Client,
  name: string,
  key: string,
  queryOf: QueryOf<R>,
  { backAt, ...opening }: Opening,
): OpenedList<R> {
  const place = client.lists.open<R>(`${name} ${key}`)
  const query = queryOf(client, key, { ...opening, left: backAt === undefined ? undefined : place.left })
  const at = backAt ?? 0
  let begun: Promise<void> | undefined
  return { key, query, place, begin: () => (begun ??= query.want(at, at)) }
}

interface FollowedList<R> {
  query: RangeQuery<R>
  place: OpenList<R>
}

/**
 * Keeps a list up to date until the user leaves it. @returns a function that stores the list as left, and closes it
 */
export function followList<R>(
  { bridge, replica }: Pick<Client, 'bridge' | 'replica'>,
  { query, place }: FollowedList<R>,
): () => void {
  // The answer came before these listeners were added, so a change may have been missed.
  if (query.isUpToDate()) void query.reload()
  const stopChanged = bridge.on('changed', query.changed)
  const stopEpoch = replica.subscribe((state, before) => {
    if (state.epoch !== before.epoch) void query.reload()
  })
  return () => {
    place.leave(query.leave())
    query.close()
    stopChanged()
    stopEpoch()
  }
}
