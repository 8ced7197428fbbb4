import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Action that erases the work in a scenario, and that the user confirms. */
export interface TrainingQuestion {
  what: 'again' | 'end'
  /** Scenario of the question. */
  id: string
}

export interface TrainingState {
  /** True while the bar is folded to one line in this window. */
  folded: boolean
  asked: TrainingQuestion | null
  /** True until the bar takes the focus, because the user opened it in this window. */
  wanted: boolean
}

const store = createStore<TrainingState>(() => ({ folded: false, asked: null, wanted: false }))

export const foldTraining = (folded: boolean) => store.setState({ folded })
export const askTraining = (asked: TrainingQuestion | null) => store.setState({ asked })
/** Unfolds the bar. The bar takes the focus unless the user is typing. */
export const wantTraining = (takesFocus = true) =>
  store.setState({ wanted: takesFocus, folded: false, asked: null })
export const forgetWanted = () => store.setState({ wanted: false })
export const useTrainingState = <T>(select: (state: TrainingState) => T) => useStore(store, select)
