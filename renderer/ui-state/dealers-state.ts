import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { DealerView } from '#shared/bridge/dealers.ts'

/** State of *Compraventas*, restored on return. In memory only: it has names in it. */
export interface DealersState {
  view: Required<DealerView>
  /** Row of the list with the keyboard. */
  place: number
  /** Month of the board that was seen last, and the row of it that was opened. */
  board: { id: string; month: string | null; last: string | null } | null
}

const EMPTY: DealersState = { view: { text: '', order: 'open', descending: true }, place: 0, board: null }
const store = createStore<DealersState>(() => EMPTY)

/** Another account: clears the previous one's state. */
export const resetDealersState = () => store.setState(EMPTY, true)
export const keepDealersState = (change: Partial<DealersState>) => store.setState(change)
export const dealersState = () => store.getState()
export const useDealersState = <T>(select: (state: DealersState) => T) => useStore(store, select)

/** What is kept of a board: of another one, nothing. */
const keptOf = (id: string) => {
  const { board } = store.getState()
  return board?.id === id ? board : { id, month: null, last: null }
}
export const setBoardMonth = (id: string, month: string | null) =>
  store.setState({ board: { id, month, last: null } })
export const setBoardLast = (id: string, last: string | null) =>
  store.setState({ board: { ...keptOf(id), last } })
