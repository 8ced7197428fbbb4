import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { InboxFilter, InboxGroup, ResourceKind } from '#shared/bridge/inbox.ts'

/** Restores the state before an action. */
export interface InboxUndo {
  marks: readonly { state: 'unread' | 'read' | 'done'; seqs: readonly number[] }[]
  snoozes: readonly { seqs: readonly number[]; until: number }[]
  mute?: { kind: ResourceKind; id: string; muted: boolean }
}

/** Row that has the keyboard. */
export interface InboxPosition {
  /** `null`: known by its change only. */
  moment: number | null
  seq: number
  /** It is a single change of an unfolded line. */
  isChange: boolean
  /** Place of its line, which another one takes when it leaves. */
  place: number
}

export interface InboxState {
  /** Grows when the account changes. */
  turn: number
  filter: InboxFilter
  /** Row with the keyboard, restored on return. `null`: the first one. */
  position: InboxPosition | null
  /** Lines whose changes are shown one by one, by their moment. */
  unfolded: ReadonlySet<number>
  /** What was just read and no longer matches the unread filter: it stays until the keyboard moves on. */
  kept: readonly InboxGroup[]
  /** Last action at the end. */
  undos: readonly InboxUndo[]
  /** Actions without an answer yet: each may still become the last one. */
  underWay: readonly Promise<unknown>[]
}

const MAX_UNDOS = 50
const EMPTY: InboxState = {
  turn: 0,
  filter: 'unread',
  position: null,
  unfolded: new Set(),
  kept: [],
  undos: [],
  underWay: [],
}
const store = createStore<InboxState>(() => EMPTY)

/** Another account's Novedades, where these undos do not apply. */
export const resetInboxState = () => store.setState(({ turn }) => ({ ...EMPTY, turn: turn + 1 }))
export const setInboxFilter = (filter: InboxFilter) => store.setState({ filter, position: null, kept: [] })
export const setInboxPosition = (position: InboxPosition | null) => store.setState({ position })
export const keepInbox = (kept: readonly InboxGroup[]) => store.setState({ kept })
export const unfoldInbox = (moment: number, isUnfolded: boolean) =>
  store.setState(({ unfolded }) => {
    const next = new Set(unfolded)
    if (isUnfolded) next.add(moment)
    else next.delete(moment)
    return { unfolded: next }
  })
/** @param turn when the action began: an undo of another account is dropped */
export const pushUndo = (undo: InboxUndo, turn: number) =>
  store.setState((state) =>
    state.turn === turn ? { undos: [...state.undos, undo].slice(-MAX_UNDOS) } : state,
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

/** Takes the last undo off the stack, or a given one if still there. */
export function takeUndo(which?: InboxUndo): InboxUndo | undefined {
  const { undos } = store.getState()
  const undo = which === undefined ? undos.at(-1) : undos.find((one) => one === which)
  store.setState({ undos: undos.filter((one) => one !== undo) })
  return undo
}

export const inboxState = () => store.getState()
export const useInboxState = <T>(select: (state: InboxState) => T) => useStore(store, select)
