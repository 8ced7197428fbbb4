import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export interface Announcement {
  /** Said again when it grows, even if the words are the same. */
  serial: number
  text: string
}

const store = createStore<Announcement>(() => ({ serial: 0, text: '' }))

/** Says something once to a screen reader, without moving the focus. */
export const announce = (text: string) => store.setState(({ serial }) => ({ serial: serial + 1, text }))
export const useAnnouncement = () => useStore(store)
