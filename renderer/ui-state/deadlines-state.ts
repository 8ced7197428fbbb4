import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** State of *Plazos*, restored on return. */
export interface DeadlinesState {
  range: 'week' | 'day'
  /** Chosen day, YYYY-MM-DD; `null`: today, whatever day that is. */
  day: string | null
  /** Entry opened last. */
  last: string | null
}

const EMPTY: DeadlinesState = { range: 'week', day: null, last: null }
const store = createStore<DeadlinesState>(() => EMPTY)

/** Another account: clears the previous one's state. */
export const resetDeadlinesState = () => store.setState(EMPTY)
export const keepDeadlinesState = (change: Partial<DeadlinesState>) => store.setState(change)
export const deadlinesState = () => store.getState()
export const useDeadlinesState = () => useStore(store)
