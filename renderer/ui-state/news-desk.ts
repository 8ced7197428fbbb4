import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { NewsFilter, ResourceKind } from '#shared/bridge/news.ts'

/** How to leave things as they were before an action. */
export interface NewsUndo {
  marks: readonly { state: 'unread' | 'read' | 'done'; seqs: readonly number[] }[]
  snoozes: readonly { seq: number; until: number }[]
  mute?: { kind: ResourceKind; id: string; muted: boolean }
}

export interface NewsDesk {
  filter: NewsFilter
  /** The row that has the keyboard: whoever comes back is there. `null`: the first one. */
  seq: number | null
  /** The last action is the last one. */
  undos: readonly NewsUndo[]
}

const MOST_UNDOS = 50
const EMPTY: NewsDesk = { filter: 'unread', seq: null, undos: [] }
const store = createStore<NewsDesk>(() => EMPTY)

/** Another account's Novedades: nothing of these can be undone there. */
export const resetNewsDesk = () => store.setState(EMPTY)
export const setNewsFilter = (filter: NewsFilter) => store.setState({ filter, seq: null })
export const setNewsSeq = (seq: number | null) => store.setState({ seq })
export const pushUndo = (undo: NewsUndo) =>
  store.setState(({ undos }) => ({ undos: [...undos, undo].slice(-MOST_UNDOS) }))

/** Takes the last one away to do it. */
export function takeUndo(): NewsUndo | undefined {
  const { undos } = store.getState()
  store.setState({ undos: undos.slice(0, -1) })
  return undos.at(-1)
}

export const newsDesk = () => store.getState()
export const useNewsDesk = <T>(select: (desk: NewsDesk) => T) => useStore(store, select)
