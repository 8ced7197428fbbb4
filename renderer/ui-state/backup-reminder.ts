import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Day of the last «not today». Of this window: another day, or another start, reminds again. */
const store = createStore<{ quietOn: string | null }>(() => ({ quietOn: null }))

const dayOf = (at: number) => new Date(at).toDateString()

export const quietToday = (now: number) => store.setState({ quietOn: dayOf(now) })
export const useIsQuiet = (now: number) => useStore(store, ({ quietOn }) => quietOn === dayOf(now))
