import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { openPanel } from './panels.ts'

const store = createStore<{ topic: string | null }>(() => ({ topic: null }))

/**
 * Opens the help.
 * @param topic such as `incident:seizure`, known or not; `null` for the index
 */
export function openHelp(topic: string | null) {
  store.setState({ topic })
  openPanel('help')
}

/** Topic that the help was opened on, and then the one chosen in it. */
export const useHelpTopic = () => useStore(store, (state) => state.topic)
export const showHelpTopic = (topic: string | null) => store.setState({ topic })
