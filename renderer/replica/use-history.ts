import { useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import type { Verdict } from '#shared/bridge/lookup.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Bridge } from '../bridge.ts'
import { type Client, useClient } from './client.ts'

const PAGE = 100

export interface HistoryState {
  rows: readonly Verdict[]
  /** Where the next page begins; `null` when there is no more. */
  next: number | null
  /** The first answer has come. */
  loaded: boolean
  loading: boolean
  error: AppError | null
}

/** The pages of one search of the history, asked as the list scrolls and again when something changes. */
function createHistory(bridge: Bridge, query: string) {
  const store = createStore<HistoryState>(() => ({
    rows: [],
    next: null,
    loaded: false,
    loading: false,
    error: null,
  }))
  let closed = false
  let dirty = false

  const read = async (before: number | null, limit: number) =>
    bridge.call('lookup.history', { query, limit, ...(before === null ? {} : { before }) })

  /** Asks again for as many rows as there are: what is on screen keeps its place. */
  const reload = async () => {
    if (store.getState().loading) {
      dirty = true
      return
    }
    store.setState({ loading: true })
    const wanted = Math.max(PAGE, store.getState().rows.length)
    const rows: Verdict[] = []
    let next: number | null = null
    do {
      const answer = await read(next, Math.min(200, wanted - rows.length))
      if (!answer.ok) return finish({ error: answer.error })
      rows.push(...answer.value.rows)
      next = answer.value.next
    } while (next !== null && rows.length < wanted)
    finish({ rows, next, error: null })
  }

  const more = async () => {
    const { next, loading } = store.getState()
    if (next === null || loading) return
    store.setState({ loading: true })
    const answer = await read(next, PAGE)
    if (!answer.ok) return finish({ error: answer.error })
    finish({ rows: [...store.getState().rows, ...answer.value.rows], next: answer.value.next, error: null })
  }

  const finish = (change: Partial<HistoryState>) => {
    store.setState({ ...change, loading: false, loaded: true })
    if (!dirty || closed) return
    dirty = false
    void reload()
  }

  return { store, reload, more, close: () => (closed = true) }
}

/** The history that a search finds. Rows of the search before stay until the new ones come. */
export function useHistory(query: string): HistoryState & { more: () => void } {
  const client = useClient()
  const [history, setHistory] = useState(() => createHistory(client.bridge, query))
  useEffect(() => follow(client, query, setHistory), [client, query])
  const state = useStore(history.store)
  return { ...state, more: () => void history.more() }
}

type History = ReturnType<typeof createHistory>

function follow(client: Client, query: string, show: (history: History) => void) {
  const history = createHistory(client.bridge, query)
  let gone = false
  void history.reload().then(() => {
    if (!gone) show(history)
  })
  const stopChanged = client.bridge.on('changed', () => void history.reload())
  const stopEpoch = client.replica.subscribe((state, before) => {
    if (state.epoch !== before.epoch) void history.reload()
  })
  return () => {
    gone = true
    history.close()
    stopChanged()
    stopEpoch()
  }
}
