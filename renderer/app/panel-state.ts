import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export type Panel =
  'palette' | 'quick-lookup' | 'shortcuts' | 'add-resource' | 'help' | 'releases' | 'attention'

const store = createStore<{ open: Panel | null; text: string }>(() => ({ open: null, text: '' }))

/** @param text initial text of the panel's field */
export const openPanel = (panel: Panel, text = '') => store.setState({ open: panel, text })
export const closePanel = () => store.setState({ open: null, text: '' })
export const panelText = () => store.getState().text
export const useOpenPanel = () => useStore(store, (state) => state.open)

const help = createStore<{ topic: string | null }>(() => ({ topic: null }))

/**
 * Opens the help.
 * @param topic such as `incident:seizure`, even an unknown one; `null` for the index
 */
export function openHelp(topic: string | null) {
  help.setState({ topic })
  openPanel('help')
}

/** Topic on screen: the topic that the help was opened with, until the user chooses another. */
export const useHelpTopic = () => useStore(help, (state) => state.topic)
export const showHelpTopic = (topic: string | null) => help.setState({ topic })
