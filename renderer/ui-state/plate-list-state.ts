import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export interface PlateListState {
  /** Text of a list that is being made, as pasted. */
  text: string
  /** File that is to be read as a list, once the page is open. */
  file: File | null
  /** Row of a list, or of a batch of transfers, that was last left, by its id. */
  places: Readonly<Record<string, number>>
}

const EMPTY: PlateListState = { text: '', file: null, places: {} }
const store = createStore<PlateListState>(() => EMPTY)

/** Another account: clears what was pasted in the previous one. */
export const resetPlateLists = () => store.setState(EMPTY, true)

export const setListText = (text: string) => store.setState({ text })
/** Text or file of a list that is to be made. */
export const setListSource = (source: string | File) =>
  store.setState(typeof source === 'string' ? { text: source, file: null } : { file: source })
/** The file that is to be read, once. */
export function takeListFile(): File | null {
  const { file } = store.getState()
  if (file) store.setState({ file: null })
  return file
}
export const setListPlace = (id: string, index: number) =>
  store.setState(({ places }) => ({ places: { ...places, [id]: index } }))

export const plateListState = () => store.getState()
export const usePlateListState = <T>(select: (state: PlateListState) => T) => useStore(store, select)
