import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** What erases the work in a scenario, and is confirmed. */
export interface TrainingQuestion {
  what: 'again' | 'end'
  /** The scenario: another one is not asked about. */
  id: string
}

export interface TrainingState {
  /** The bar is one line, in this window. */
  folded: boolean
  asked: TrainingQuestion | null
  /** The bar takes the focus once: it was asked for here. */
  wanted: boolean
}

const store = createStore<TrainingState>(() => ({ folded: false, asked: null, wanted: false }))

export const foldTraining = (folded: boolean) => store.setState({ folded })
export const askTraining = (asked: TrainingQuestion | null) => store.setState({ asked })
/** Shows the whole bar, which takes the focus of the button that began it unless the user is typing by then. */
export const wantTraining = (takesFocus = true) =>
  store.setState({ wanted: takesFocus, folded: false, asked: null })
export const forgetWanted = () => store.setState({ wanted: false })
export const useTrainingState = <T>(select: (state: TrainingState) => T) => useStore(store, select)
