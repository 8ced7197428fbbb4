import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Action that erases the work in a scenario, and that the user confirms. */
export interface TrainingQuestion {
  what: 'again' | 'end'
  /** Scenario of the question. */
  id: string
}

export interface TrainingState {
  /** True until the user unfolds the bar in this window. Folded, the bar is one line. */
  folded: boolean
  asked: TrainingQuestion | null
  /** True until the bar takes the focus, because the user opened it in this window. */
  wanted: boolean
}

const store = createStore<TrainingState>(() => ({ folded: true, asked: null, wanted: false }))

export const foldTraining = (folded: boolean) => store.setState({ folded })
export const askTraining = (asked: TrainingQuestion | null) => store.setState({ asked })
/** Shows the bar without a question. The bar takes the focus unless the user is typing. */
export const wantTraining = (takesFocus = true) => store.setState({ wanted: takesFocus, asked: null })
export const forgetWanted = () => store.setState({ wanted: false })
export const useTrainingState = <T>(select: (state: TrainingState) => T) => useStore(store, select)
