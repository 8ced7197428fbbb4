import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { alsoForget } from '../../app/account-change.ts'

/** State of the lists of plates. */
export interface PlateListState {
  /** Text of a new list, as pasted. */
  text: string
  /** File to read as a list, once the page is open. */
  file: File | null
  /** Last row with the keyboard, by the id of the list or of the batch of transfers. */
  places: Readonly<Record<string, number>>
}

const NO_LISTS: PlateListState = { text: '', file: null, places: {} }
const lists = createStore<PlateListState>(() => NO_LISTS)
alsoForget(() => lists.setState(NO_LISTS, true))

export const setListText = (text: string) => lists.setState({ text })
/** Sets the text or the file of a new list. */
export const setListSource = (source: string | File) =>
  lists.setState(typeof source === 'string' ? { text: source, file: null } : { file: source })
/** Returns the file to read, once. */
export function takeListFile(): File | null {
  const { file } = lists.getState()
  if (file) lists.setState({ file: null })
  return file
}
export const setListPlace = (id: string, index: number) =>
  lists.setState(({ places }) => ({ places: { ...places, [id]: index } }))

export const plateListState = () => lists.getState()
export const usePlateListState = <T>(select: (state: PlateListState) => T) => useStore(lists, select)
