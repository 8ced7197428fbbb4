import { useCallback, useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import type { TopicPayload } from '#shared/bridge/contract.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import { type Client, useClient } from './client.ts'

const PAGE = 100
/** Maximum rows per request. */
const MAX_PAGE = 200
/** Up to this many changed rows are read alone. With more, the whole list is refetched. */
const MAX_ALONE = 200
/** First delay of a retry, in ms. It doubles up to the maximum. */
const AGAIN_MS = 2_000
const AGAIN_MOST_MS = 60_000

/** Reads one page: the rows after a cursor, or the first rows for `null`. Each list needs its own function. */
export type ReadPage<R> = (
  before: number | null,
  limit: number,
) => Promise<Result<{ rows: R[]; next: number | null }>>

export interface PagedState<R> {
  rows: readonly R[]
  /** Cursor of the next page. `null` at the end. */
  next: number | null
  /** True after the first answer or error. */
  loaded: boolean
  loading: boolean
  error: AppError | null
}

type Change = Pick<TopicPayload<'changed'>, 'kind' | 'ids'>

/** Functions to refetch and place only the rows that some changes concern. */
export interface ReadAlone<R> {
  keyOf: (row: R) => string | number
  /** Position of a row, which is its cursor too. Rows are in descending order of this number. */
  placeOf: (row: R) => number
  /** Ids of the changes that concern a row. */
  idsOf: (row: R) => readonly number[]
  readOf: (ids: readonly number[]) => Promise<Result<R[]>>
  /** Ids of the loaded rows that a pushed change concerns. By default, the ids in that change. */
  concernedBy?: (change: Change, rows: readonly R[]) => readonly number[]
}

export interface PagedOptions<R> {
  /** Kinds of change that the list depends on. */
  about: readonly TopicPayload<'changed'>['kind'][]
  /**
   * Refetches only the changed rows. Without it, a list scrolled through 100,000 rows would be read again at each
   * change.
   */
  alone?: ReadAlone<R>
  /**
   * Key of a row. Together with `concerns`, it avoids a refetch of all rows: if a change concerns no loaded row, only
   * the new rows at the top are read.
   */
  keyOf?: (row: R) => string
  concerns?: (row: R, change: Change) => boolean
}

/** Query of one list by pages. It reads pages as the list scrolls, and refetches on changes. */
export function createPagedQuery<R>(read: ReadPage<R>, { about, alone, keyOf, concerns }: PagedOptions<R>) {
  const store = createStore<PagedState<R>>(() => ({
    rows: [],
    next: null,
    loaded: false,
    loading: false,
    error: null,
  }))
  let closed = false
  let dirty = false
  /** Timer of the retry after a failed read of the whole list. A change triggers the retry earlier. */
  let again: ReturnType<typeof setTimeout> | undefined
  /** Timer of the retry of the next page. Until then further requests for this page do nothing. */
  let moreAgain: ReturnType<typeof setTimeout> | undefined
  let wait = AGAIN_MS
  const waiting = new Set<number>()
  const waitingChanges: Change[] = []

  /** Refetches as many rows as are loaded, so that visible rows keep their place. */
  const reload = async (): Promise<void> => {
    if (store.getState().loading) {
      dirty = true
      return
    }
    store.setState({ loading: true })
    forgetAgain()
    waiting.clear()
    waitingChanges.length = 0
    const wanted = Math.max(PAGE, store.getState().rows.length)
    const rows: R[] = []
    let next: number | null = null
    do {
      const answer = await read(next, Math.min(MAX_PAGE, wanted - rows.length))
      if (!answer.ok) return failed(answer.error)
      rows.push(...answer.value.rows)
      next = answer.value.next
    } while (next !== null && rows.length < wanted)
    wait = AGAIN_MS
    finish({ rows, next, error: null })
  }

  const more = async (): Promise<void> => {
    const { next, loading } = store.getState()
    if (next === null || loading || moreAgain !== undefined || closed) return
    store.setState({ loading: true })
    const answer = await read(next, PAGE)
    if (!answer.ok) {
      if (!closed) moreAgain = setTimeout(() => (forgetAgain(), void more()), wait)
      wait = Math.min(wait * 2, AGAIN_MOST_MS)
      return finish({ error: answer.error })
    }
    wait = AGAIN_MS
    finish({ rows: [...store.getState().rows, ...answer.value.rows], next: answer.value.next, error: null })
  }

  /**
   * Refetches the rows of some changes, and updates, adds or removes them. A row that changes again during the
   * request keeps its old state until its next read.
   */
  const patch = async (ids: ReadonlySet<number>, { keyOf: key, ...of }: ReadAlone<R>): Promise<void> => {
    store.setState({ loading: true })
    const answer = await of.readOf([...ids])
    if (!answer.ok) return failed(answer.error)
    const isCurrent = (row: R) => !of.idsOf(row).some((id) => waiting.has(id))
    const found = new Map(answer.value.filter(isCurrent).map((row) => [key(row), row]))
    const overtaken = new Set(answer.value.filter((row) => !isCurrent(row)).map(key))
    const { rows, next } = store.getState()
    const stays = (row: R) =>
      overtaken.has(key(row)) ||
      !isCurrent(row) ||
      !(found.has(key(row)) || of.idsOf(row).some((id) => ids.has(id)))
    // A row below the last loaded row comes with its own page later.
    const isReached = (row: R) => next === null || of.placeOf(row) >= next
    const kept = rows.filter(stays)
    const keys = new Set(kept.map(key))
    const fresh = [...found.values()].filter((row) => isReached(row) && !keys.has(key(row)))
    finish({ rows: [...kept, ...fresh].toSorted((a, b) => of.placeOf(b) - of.placeOf(a)), error: null })
  }

  /** Reads the new rows, from the top down to the first loaded row. */
  const newest = async (key: (row: R) => string): Promise<void> => {
    store.setState({ loading: true })
    const { rows } = store.getState()
    const known = new Set(rows.map(key))
    const answer = await read(null, PAGE)
    if (!answer.ok) return failed(answer.error)
    const fresh = answer.value.rows
    const overlap = fresh.findIndex((row) => known.has(key(row)))
    if (overlap >= 0) return finish({ rows: [...fresh.slice(0, overlap), ...rows], error: null })
    // More than a page of rows is new, or no loaded row is left. Refetch the whole list.
    dirty = true
    finish({})
  }

  const forgetAgain = () => {
    clearTimeout(again)
    clearTimeout(moreAgain)
    again = moreAgain = undefined
  }

  const failed = (error: AppError) => {
    forgetAgain()
    if (!closed) again = setTimeout(() => void reload(), wait)
    wait = Math.min(wait * 2, AGAIN_MOST_MS)
    finish({ error })
  }

  const finish = (change: Partial<PagedState<R>>) => {
    store.setState({ ...change, loading: false, loaded: true })
    if (closed) return
    if (dirty) {
      dirty = false
      return void reload()
    }
    readWaiting()
  }

  const readWaiting = () => {
    const { loading, rows } = store.getState()
    if (loading) return
    if (keyOf && waitingChanges.length > 0) {
      const changes = waitingChanges.splice(0)
      const isOld = concerns && rows.some((row) => changes.some((change) => concerns(row, change)))
      return void (isOld ? reload() : newest(keyOf))
    }
    if (!alone || waiting.size === 0) return
    const ids = new Set(waiting)
    waiting.clear()
    void patch(ids, alone)
  }

  /** Handles a change pushed by the core. */
  const changed = ({ kind, ids }: Change) => {
    if (!about.includes(kind)) return
    const isWhole = again !== undefined || !store.getState().loaded || ids.length === 0
    if (!isWhole && keyOf) {
      waitingChanges.push({ kind, ids })
      return readWaiting()
    }
    if (isWhole || !alone) return void reload()
    const concerned = alone.concernedBy?.({ kind, ids }, store.getState().rows) ?? ids.map(Number)
    if (waiting.size + concerned.length > MAX_ALONE) return void reload()
    for (const id of concerned) waiting.add(id)
    readWaiting()
  }

  const close = () => {
    closed = true
    forgetAgain()
  }

  return { read, store, reload, more, changed, close }
}

type PagedQuery<R> = ReturnType<typeof createPagedQuery<R>>

/**
 * List by pages, kept up to date. The rows of the previous list stay until the first answer for the new list. `shown`
 * identifies the list on screen.
 * @param read stable function, one for each list
 * @param options stable
 */
export function usePagedQuery<R>(
  read: ReadPage<R>,
  options: PagedOptions<R>,
): PagedState<R> & { shown: ReadPage<R>; more: () => void } {
  const client = useClient()
  const [query, setQuery] = useState(() => createPagedQuery(read, options))
  useEffect(() => follow(client, createPagedQuery(read, options), setQuery), [client, read, options])
  const state = useStore(query.store)
  const more = useCallback(() => void query.more(), [query])
  return { ...state, shown: query.read, more }
}

function follow<R>({ bridge, replica }: Client, query: PagedQuery<R>, show: (query: PagedQuery<R>) => void) {
  let gone = false
  void query.reload().then(() => {
    if (!gone) show(query)
  })
  const stopChanged = bridge.on('changed', query.changed)
  const stopEpoch = replica.subscribe((state, before) => {
    if (state.epoch !== before.epoch) void query.reload()
  })
  return () => {
    gone = true
    query.close()
    stopChanged()
    stopEpoch()
  }
}
