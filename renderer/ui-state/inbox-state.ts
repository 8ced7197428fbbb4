import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { InboxFilter, InboxRow, ResourceKind } from '#shared/bridge/inbox.ts'

/** How to leave things as they were before an action. */
export interface InboxUndo {
  marks: readonly { state: 'unread' | 'read' | 'done'; seqs: readonly number[] }[]
  snoozes: readonly { seq: number; until: number }[]
  mute?: { kind: ResourceKind; id: string; muted: boolean }
}

export interface InboxState {
  /** Whose it is: it grows when the account changes. */
  turn: number
  filter: InboxFilter
  /** The row that has the keyboard: whoever comes back is there. `null`: the first one. */
  seq: number | null
  /** What was read under the hand and no longer belongs among the unread: it stays until the hand goes on. */
  kept: readonly InboxRow[]
  /** The last action is the last one. */
  undos: readonly InboxUndo[]
  /** Actions that the core has not answered yet: each may still become the last one. */
  underWay: readonly Promise<unknown>[]
}

const MOST_UNDOS = 50
const EMPTY: InboxState = { turn: 0, filter: 'unread', seq: null, kept: [], undos: [], underWay: [] }
const store = createStore<InboxState>(() => EMPTY)

/** Another account's Novedades: nothing of these can be undone there. */
export const resetInboxState = () => store.setState(({ turn }) => ({ ...EMPTY, turn: turn + 1 }))
export const setInboxFilter = (filter: InboxFilter) => store.setState({ filter, seq: null, kept: [] })
export const setInboxSeq = (seq: number | null) => store.setState({ seq })
export const keepInbox = (kept: readonly InboxRow[]) => store.setState({ kept })
/** @param turn when the action was begun: what belongs to another account's Novedades is not undone in these */
export const pushUndo = (undo: InboxUndo, turn: number) =>
  store.setState((annotations) =>
    annotations.turn === turn ? { undos: [...annotations.undos, undo].slice(-MOST_UNDOS) } : annotations,
  )

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
export function takeUndo(which?: InboxUndo): InboxUndo | undefined {
  const { undos } = store.getState()
  const undo = which === undefined ? undos.at(-1) : undos.find((one) => one === which)
  store.setState({ undos: undos.filter((one) => one !== undo) })
  return undo
}

export const inboxState = () => store.getState()
export const useInboxState = <T>(select: (annotations: InboxState) => T) => useStore(store, select)
