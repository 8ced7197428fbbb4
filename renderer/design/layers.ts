import { createContext, useContext, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Owner of the keyboard while open: a modal dialog or a menu. The window is the bottom layer. */
export interface Layer {
  readonly depth: number
}

const WINDOW: Layer = { depth: 0 }
const openLayers: Layer[] = []

/** Layer that a component renders in. */
export const LayerContext = createContext<Layer>(WINDOW)

/** The only layer whose keys act: the deepest layer. Of several, the last one to open. */
export const topLayer = (): Layer => openLayers.toSorted((a, b) => a.depth - b.depth).at(-1) ?? WINDOW

/** Opens a layer over the enclosing one while the component is mounted, and `isOpen`. */
export function useNewLayer(isOpen = true): Layer {
  const around = useContext(LayerContext)
  const [layer] = useState<Layer>(() => ({ depth: around.depth + 1 }))
  useLayoutEffect(() => {
    if (!isOpen) return
    openLayers.push(layer)
    return () => void openLayers.splice(openLayers.indexOf(layer), 1)
  }, [layer, isOpen])
  return layer
}

/** Open dialogs. The last one is on top. */
const openDialogs = createStore<readonly HTMLDialogElement[]>(() => [])

/** Adds a dialog on top. @returns function that removes it */
export function dialogOpened(dialog: HTMLDialogElement): () => void {
  openDialogs.setState((open) => [...open, dialog], true)
  return () => openDialogs.setState((open) => open.filter((one) => one !== dialog), true)
}

/** Open dialog on top. Everything outside the dialog is inert: live regions and controls over a dialog must be inside. */
export const useTopDialog = (): HTMLDialogElement | null =>
  useStore(openDialogs, (open) => open.at(-1) ?? null)
export const topDialog = (): HTMLDialogElement | null => openDialogs.getState().at(-1) ?? null
