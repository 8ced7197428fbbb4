import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Open dialogs, the top one last. */
const store = createStore<readonly HTMLDialogElement[]>(() => [])

/** @returns function that closes it */
export function dialogOpened(dialog: HTMLDialogElement): () => void {
  store.setState((open) => [...open, dialog], true)
  return () => store.setState((open) => open.filter((one) => one !== dialog), true)
}

/** Open dialog on top. Everything outside it is inert: live regions and controls over a dialog have to be in it. */
export const useTopDialog = (): HTMLDialogElement | null => useStore(store, (open) => open.at(-1) ?? null)
export const topDialog = (): HTMLDialogElement | null => store.getState().at(-1) ?? null
