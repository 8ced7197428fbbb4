import { useCallback, useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import type { TopicPayload } from '#shared/bridge/contract.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import { type Client, useClient } from './client.ts'

const PAGE = 100
/** The most that one question may ask for. */
const MOST = 200
/** Up to as many changes are asked about one by one; with more, the whole list is asked again. */
const FEW = 20
/** How long after a failure it is asked again: longer each time, up to the last. */
const AGAIN_MS = 2_000
const AGAIN_MOST_MS = 60_000

/** One page: the rows that come after a cursor, the first ones with `null`. Stable: it says which list it is. */
export type ReadPage<R> = (
  before: number | null,
  limit: number,
) => Promise<Result<{ rows: R[]; next: number | null }>>

export interface PagedState<R> {
  rows: readonly R[]
  /** Where the next page begins; `null` when there is no more. */
  next: number | null
  /** The first answer has come. */
  loaded: boolean
  loading: boolean
  error: AppError | null
}

type Change = Pick<TopicPayload<'changed'>, 'kind' | 'ids'>

export interface PagedOptions<R> {
  /** What the list is of. */
  about: readonly TopicPayload<'changed'>['kind'][]
  /**
   * Where a row is, when that and the ids of its changes are the same number. A change is then asked about alone:
   * whoever has gone through a hundred thousand rows does not ask for all of them again at each one.
   */
  cursorOf?: (row: R) => number
  /**
   * Names a row, and says whether a change concerns one that is here. With both, a change that concerns none only
   * brings what is new, from the top down to the first row that was here already.
   */
  keyOf?: (row: R) => string
  concerns?: (row: R, change: Change) => boolean
}

/** The pages of one list, asked as it scrolls and again when something of it changes. */
export function createPagedQuery<R>(
  read: ReadPage<R>,
  { about, cursorOf, keyOf, concerns }: PagedOptions<R>,
) {
  const store = createStore<PagedState<R>>(() => ({
    rows: [],
    next: null,
    loaded: false,
    loading: false,
    error: null,
  }))
  let closed = false
  let dirty = false
  /** Something could not be asked about: everything is, in a while or with the next change. */
  let again: ReturnType<typeof setTimeout> | undefined
  /** The next page could not be read: it is, in a while, however often it is asked for meanwhile. */
  let moreAgain: ReturnType<typeof setTimeout> | undefined
  let wait = AGAIN_MS
  const waiting = new Set<number>()
  const waitingChanges: Change[] = []

  /** Asks again for as many rows as there are: what is on screen keeps its place. */
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
      const answer = await read(next, Math.min(MOST, wanted - rows.length))
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

  /** Each of these is in the list as it is now, or it is no longer in it. */
  const patch = async (cursors: ReadonlySet<number>, place: (row: R) => number): Promise<void> => {
    store.setState({ loading: true })
    const found = new Map<number, R>()
    for (const cursor of cursors) {
      // What has not been reached yet will come with its page.
      const { next } = store.getState()
      if (next !== null && cursor < next) continue
      const answer = await read(cursor + 1, 1)
      if (!answer.ok) return failed(answer.error)
      const [row] = answer.value.rows
      if (row !== undefined && place(row) === cursor) found.set(cursor, row)
    }
    const others = store.getState().rows.filter((row) => !cursors.has(place(row)))
    const rows = [...others, ...found.values()].toSorted((a, b) => place(b) - place(a))
    finish({ rows, error: null })
  }

  /** What came since: everything down to a row that was here already. */
  const newest = async (key: (row: R) => string): Promise<void> => {
    store.setState({ loading: true })
    const { rows } = store.getState()
    const known = new Set(rows.map(key))
    const answer = await read(null, PAGE)
    if (!answer.ok) return failed(answer.error)
    const fresh = answer.value.rows
    const overlap = fresh.findIndex((row) => known.has(key(row)))
    if (overlap >= 0) return finish({ rows: [...fresh.slice(0, overlap), ...rows], error: null })
    // More has come than a page holds, or nothing of what was here is left.
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
    takeWaiting()
  }

  const takeWaiting = () => {
    const { loading, rows } = store.getState()
    if (loading) return
    if (keyOf && waitingChanges.length > 0) {
      const changes = waitingChanges.splice(0)
      const isOld = concerns && rows.some((row) => changes.some((change) => concerns(row, change)))
      return void (isOld ? reload() : newest(keyOf))
    }
    if (!cursorOf || waiting.size === 0) return
    const cursors = new Set(waiting)
    waiting.clear()
    void patch(cursors, cursorOf)
  }

  /** The core says that something changed. */
  const changed = ({ kind, ids }: Change) => {
    if (!about.includes(kind)) return
    const isWhole = again !== undefined || !store.getState().loaded || ids.length === 0
    if (!isWhole && keyOf) {
      waitingChanges.push({ kind, ids })
      return takeWaiting()
    }
    if (isWhole || !cursorOf || waiting.size + ids.length > FEW) return void reload()
    for (const id of ids) waiting.add(Number(id))
    takeWaiting()
  }

  const close = () => {
    closed = true
    forgetAgain()
  }

  return { read, store, reload, more, changed, close }
}

type PagedQuery<R> = ReturnType<typeof createPagedQuery<R>>

/**
 * A list by pages, kept up to date. The rows of the list before stay until the new ones come: `shown` says whose they
 * are.
 * @param read stable, one for each list
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
