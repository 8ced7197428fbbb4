import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { openSettings } from './settings-state.ts'

const store = createStore<{ wantsCheck: boolean }>(() => ({ wantsCheck: false }))

/** Opens Ajustes at the relay and checks the whole way, once. */
export function openRelayCheck() {
  openSettings('relay')
  store.setState({ wantsCheck: true })
}
export const takeRelayCheck = () => store.setState({ wantsCheck: false })
export const useWantsRelayCheck = () => useStore(store, (state) => state.wantsCheck)
