import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Open dialogs, the one on top at the end. */
const store = createStore<readonly HTMLDialogElement[]>(() => [])

/** @returns closes it */
export function dialogOpened(dialog: HTMLDialogElement): () => void {
  store.setState((open) => [...open, dialog], true)
  return () => store.setState((open) => open.filter((one) => one !== dialog), true)
}

/** All that is outside of it is inert: what must be heard or pressed over a dialog has to be in it. */
export const useTopDialog = (): HTMLDialogElement | null => useStore(store, (open) => open.at(-1) ?? null)
export const topDialog = (): HTMLDialogElement | null => store.getState().at(-1) ?? null
