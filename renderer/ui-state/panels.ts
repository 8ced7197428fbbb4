import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export type Panel = 'palette' | 'shortcuts' | 'add-resource'

const store = createStore<{ open: Panel | null }>(() => ({ open: null }))

export const openPanel = (panel: Panel) => store.setState({ open: panel })
export const closePanel = () => store.setState({ open: null })
export const togglePanel = (panel: Panel) =>
  store.setState(({ open }) => ({ open: open === panel ? null : panel }))
export const useOpenPanel = () => useStore(store, (state) => state.open)
