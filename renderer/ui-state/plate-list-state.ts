import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export interface PlateListState {
  /** Text of a list that is being made, as pasted. */
  text: string
  /** Row of a list that was last left, by list. */
  places: Readonly<Record<string, number>>
  /** Row of a batch of transfers that was last left, by batch. */
  batchPlaces: Readonly<Record<string, number>>
}

const EMPTY: PlateListState = { text: '', places: {}, batchPlaces: {} }
const store = createStore<PlateListState>(() => EMPTY)

/** Another account: clears what was pasted in the previous one. */
export const resetPlateLists = () => store.setState(EMPTY, true)

export const setListText = (text: string) => store.setState({ text })
export const setListPlace = (id: string, index: number) =>
  store.setState(({ places }) => ({ places: { ...places, [id]: index } }))

export const keepBatchPlace = (id: string, index: number) =>
  store.setState(({ batchPlaces }) => ({ batchPlaces: { ...batchPlaces, [id]: index } }))
export const batchPlace = (id: string): number => store.getState().batchPlaces[id] ?? 0

export const plateListState = () => store.getState()
export const usePlateListState = <T>(select: (state: PlateListState) => T) => useStore(store, select)
