import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export interface Announcement {
  /** A new value repeats the announcement, even with the same words. */
  serial: number
  text: string
}

const store = createStore<Announcement>(() => ({ serial: 0, text: '' }))

/** Announces a text once to screen readers, without moving the focus. */
export const announce = (text: string) => store.setState(({ serial }) => ({ serial: serial + 1, text }))
export const useAnnouncement = () => useStore(store)

/** Announces a change of state, if that state has words. */
export function useSaidState<S extends string>(state: S, said: Readonly<Partial<Record<S, string>>>) {
  const before = useRef(state)
  useEffect(() => {
    const words = said[state]
    if (before.current !== state && words !== undefined) announce(words)
    before.current = state
  }, [state, said])
}
