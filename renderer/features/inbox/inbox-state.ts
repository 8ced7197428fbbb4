import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { InboxFilter, InboxGroup, InboxRow, ResourceKind } from '#shared/bridge/inbox.ts'
import type { Result } from '#shared/bridge/result.ts'
import { registerReset } from '../../app/account-change.ts'

/** State before an action. An undo restores it. */
export interface InboxUndo {
  marks: readonly { state: 'unread' | 'read' | 'done'; seqs: readonly number[] }[]
  snoozes: readonly { seqs: readonly number[]; until: number }[]
  mute?: { kind: ResourceKind; id: string; muted: boolean }
}

/** Undo of an action. Undos are in the order of the actions, not of the answers. */
export interface KeptUndo {
  turn: number
  action: number
  undo: InboxUndo
}

/** Row that has the keyboard. */
export interface InboxPosition {
  /** `null` if only the change is known. */
  moment: number | null
  seq: number
  /** True if the row is a single change of an unfolded line. */
  isChange: boolean
  /** Place of the line. Another line takes the place when this one leaves. */
  place: number
}

/** State that this window gave to changes. The list may not have it yet. */
export interface Acted {
  as: Pick<InboxRow, 'state' | 'until'>
  /** True once the core has the state. The list has it after its next read. */
  isAnswered: boolean
}

/** Question before a whole list is marked as done, when some lines still wait for the office. */
export interface FinishAsked {
  filter: InboxFilter
  /** Newest change that was on screen. */
  upTo: number
  lines: number
  /** Number of finished lines that still wait for the office. */
  asking: number
  onUndone: (seq: number | null) => void
}

export interface InboxState {
  finishAsked: FinishAsked | null
  /** Incremented when the account changes. */
  turn: number
  filter: InboxFilter
  /** Row with the keyboard, restored on return. `null`: the first one. */
  position: InboxPosition | null
  /** Lines whose changes are shown one by one, by their moment. */
  unfolded: ReadonlySet<number>
  /** Lines just read, which no longer match the unread filter. They stay until the keyboard moves on. */
  kept: readonly InboxGroup[]
  /** States that this window gave, by change. */
  acted: ReadonlyMap<number, Acted>
  /** Undos, in the order of the actions. The last action is at the end. */
  undos: readonly KeptUndo[]
  /** Actions without an answer. Each may still become the last one. */
  underWay: readonly Promise<unknown>[]
}

const MAX_UNDOS = 50
const EMPTY: InboxState = {
  finishAsked: null,
  turn: 0,
  filter: 'unread',
  position: null,
  unfolded: new Set(),
  kept: [],
  acted: new Map(),
  undos: [],
  underWay: [],
}
const store = createStore<InboxState>(() => EMPTY)

/** Clears the state for another account, because its undos do not apply there. */
export const resetInboxState = () => store.setState(({ turn }) => ({ ...EMPTY, turn: turn + 1 }))
registerReset(resetInboxState)
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

/** Shows changes in a new state at once, and asks the core for it. If the core refuses, the former state returns. */
export async function actingOn(
  seqs: readonly number[],
  as: Acted['as'],
  ask: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  const asked: Acted = { as, isAnswered: false }
  replaceActed(seqs, () => asked)
  const answer = await ask()
  // A later action on the same change has its own entry, which stays.
  const after = answer.ok ? { as, isAnswered: true } : undefined
  replaceActed(seqs, (acted) => (acted === asked ? after : acted))
  return answer
}

function replaceActed(seqs: readonly number[], next: (acted: Acted | undefined) => Acted | undefined): void {
  const acted = new Map(store.getState().acted)
  for (const seq of seqs) {
    const entry = next(acted.get(seq))
    if (entry) acted.set(seq, entry)
    else acted.delete(seq)
  }
  store.setState({ acted })
}

/** Drops the answered states, after the list has been read. */
export function settleActed(): void {
  const { acted } = store.getState()
  const open = [...acted].filter(([, { isAnswered }]) => !isAnswered)
  if (open.length < acted.size) store.setState({ acted: new Map(open) })
}

/** Adds an undo, unless it belongs to another account. */
export const keepUndo = (kept: KeptUndo) =>
  store.setState((state) => {
    if (state.turn !== kept.turn) return state
    const undos = [...state.undos, kept].toSorted((a, b) => a.action - b.action)
    return { undos: undos.slice(-MAX_UNDOS) }
  })

let lastAction = 0
/** Runs an action that adds its undo. Undoing waits for the action. */
export async function acting<T>(act: (keep: (undo: InboxUndo) => void) => Promise<T>): Promise<T> {
  const { turn } = store.getState()
  const place = { turn, action: ++lastAction }
  const action = act((undo) => keepUndo({ ...place, undo }))
  store.setState(({ underWay }) => ({ underWay: [...underWay, action] }))
  try {
    return await action
  } finally {
    store.setState(({ underWay }) => ({ underWay: underWay.filter((one) => one !== action) }))
  }
}

/** Removes and returns the last undo, or a given undo if it is still there. */
export function takeUndo(which?: InboxUndo): KeptUndo | undefined {
  const { undos } = store.getState()
  const kept = which === undefined ? undos.at(-1) : undos.find(({ undo }) => undo === which)
  store.setState({ undos: undos.filter((one) => one !== kept) })
  return kept
}

export const inboxState = () => store.getState()
export const useInboxState = <T>(select: (state: InboxState) => T) => useStore(store, select)

export const askToFinish = (finishAsked: FinishAsked | null) => store.setState({ finishAsked })
