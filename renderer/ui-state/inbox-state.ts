import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { InboxFilter, InboxGroup, InboxRow, ResourceKind } from '#shared/bridge/inbox.ts'
import type { Result } from '#shared/bridge/result.ts'

/** Restores the state before an action. */
export interface InboxUndo {
  marks: readonly { state: 'unread' | 'read' | 'done'; seqs: readonly number[] }[]
  snoozes: readonly { seqs: readonly number[]; until: number }[]
  mute?: { kind: ResourceKind; id: string; muted: boolean }
}

/** An undo in its place: that of its action among the others, whichever was answered first. */
export interface KeptUndo {
  turn: number
  action: number
  undo: InboxUndo
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

/** State that changes were given here, which the list may not have yet. */
export interface Acted {
  as: Pick<InboxRow, 'state' | 'until'>
  /** The core has it: the list has it too as soon as it has been read since. */
  isAnswered: boolean
}

/** All of a list is about to be done, and some of it still waits for the office: the user is asked first. */
export interface FinishAsked {
  filter: InboxFilter
  /** The newest change that was on screen. */
  upTo: number
  lines: number
  /** Number of finished lines that still wait for the office. */
  asking: number
  onUndone: (seq: number | null) => void
}

export interface InboxState {
  finishAsked: FinishAsked | null
  /** Grows when the account changes. */
  turn: number
  filter: InboxFilter
  /** Row with the keyboard, restored on return. `null`: the first one. */
  position: InboxPosition | null
  /** Lines whose changes are shown one by one, by their moment. */
  unfolded: ReadonlySet<number>
  /** What was just read and no longer matches the unread filter: it stays until the keyboard moves on. */
  kept: readonly InboxGroup[]
  /** What was just done, by change. */
  acted: ReadonlyMap<number, Acted>
  /** Last action at the end. */
  undos: readonly KeptUndo[]
  /** Actions without an answer yet: each may still become the last one. */
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

/** Shows changes in a state while the core is asked for it; refused, they are as they were. */
export async function actingOn(
  seqs: readonly number[],
  as: Acted['as'],
  ask: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  const asked: Acted = { as, isAnswered: false }
  replaceActed(seqs, () => asked)
  const answer = await ask()
  // A later action on the same change has an entry of its own.
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

/** The list has been read since. */
export function settleActed(): void {
  const { acted } = store.getState()
  const open = [...acted].filter(([, { isAnswered }]) => !isAnswered)
  if (open.length < acted.size) store.setState({ acted: new Map(open) })
}

/** Keeps an undo; that of another account is dropped. */
export const keepUndo = (kept: KeptUndo) =>
  store.setState((state) => {
    if (state.turn !== kept.turn) return state
    const undos = [...state.undos, kept].toSorted((a, b) => a.action - b.action)
    return { undos: undos.slice(-MAX_UNDOS) }
  })

let lastAction = 0
/** Runs an action that can be undone, once it has kept its undo; undoing waits for it. */
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

/** Takes the last undo off the stack, or a given one if still there. */
export function takeUndo(which?: InboxUndo): KeptUndo | undefined {
  const { undos } = store.getState()
  const kept = which === undefined ? undos.at(-1) : undos.find(({ undo }) => undo === which)
  store.setState({ undos: undos.filter((one) => one !== kept) })
  return kept
}

export const inboxState = () => store.getState()
export const useInboxState = <T>(select: (state: InboxState) => T) => useStore(store, select)

export const askToFinish = (finishAsked: FinishAsked | null) => store.setState({ finishAsked })
