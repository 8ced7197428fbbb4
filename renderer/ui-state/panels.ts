import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export type Panel = 'palette' | 'quick-lookup' | 'shortcuts' | 'add-resource' | 'help' | 'releases'

const store = createStore<{ open: Panel | null }>(() => ({ open: null }))

export const openPanel = (panel: Panel) => store.setState({ open: panel })
export const closePanel = () => store.setState({ open: null })
export const useOpenPanel = () => useStore(store, (state) => state.open)
