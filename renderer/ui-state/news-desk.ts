import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { NewsFilter, NewsRow, ResourceKind } from '#shared/bridge/news.ts'

/** How to leave things as they were before an action. */
export interface NewsUndo {
  marks: readonly { state: 'unread' | 'read' | 'done'; seqs: readonly number[] }[]
  snoozes: readonly { seq: number; until: number }[]
  mute?: { kind: ResourceKind; id: string; muted: boolean }
}

export interface NewsDesk {
  /** Whose it is: it grows when the account changes. */
  turn: number
  filter: NewsFilter
  /** The row that has the keyboard: whoever comes back is there. `null`: the first one. */
  seq: number | null
  /** What was read under the hand and no longer belongs among the unread: it stays until the hand goes on. */
  kept: readonly NewsRow[]
  /** The last action is the last one. */
  undos: readonly NewsUndo[]
  /** Actions that the core has not answered yet: each may still become the last one. */
  underWay: readonly Promise<unknown>[]
}

const MOST_UNDOS = 50
const EMPTY: NewsDesk = { turn: 0, filter: 'unread', seq: null, kept: [], undos: [], underWay: [] }
const store = createStore<NewsDesk>(() => EMPTY)

/** Another account's Novedades: nothing of these can be undone there. */
export const resetNewsDesk = () => store.setState(({ turn }) => ({ ...EMPTY, turn: turn + 1 }))
export const setNewsFilter = (filter: NewsFilter) => store.setState({ filter, seq: null, kept: [] })
export const setNewsSeq = (seq: number | null) => store.setState({ seq })
export const keepNews = (kept: readonly NewsRow[]) => store.setState({ kept })
/** @param turn when the action was begun: what belongs to another account's Novedades is not undone in these */
export const pushUndo = (undo: NewsUndo, turn: number) =>
  store.setState((desk) => (desk.turn === turn ? { undos: [...desk.undos, undo].slice(-MOST_UNDOS) } : desk))

/** Runs an action that can be undone; undoing waits for it. */
export async function acting<T>(act: () => Promise<T>): Promise<T> {
  const action = act()
  store.setState(({ underWay }) => ({ underWay: [...underWay, action] }))
  try {
    return await action
  } finally {
    store.setState(({ underWay }) => ({ underWay: underWay.filter((one) => one !== action) }))
  }
}

/** Takes the last one away to do it, or that very one if it is still there. */
export function takeUndo(which?: NewsUndo): NewsUndo | undefined {
  const { undos } = store.getState()
  const undo = which === undefined ? undos.at(-1) : undos.find((one) => one === which)
  store.setState({ undos: undos.filter((one) => one !== undo) })
  return undo
}

export const newsDesk = () => store.getState()
export const useNewsDesk = <T>(select: (desk: NewsDesk) => T) => useStore(store, select)
