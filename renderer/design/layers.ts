import { createContext, useContext, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Owner of the keyboard while it is open: a modal dialog or a menu. The window is the bottom layer. */
export interface Layer {
  readonly depth: number
}

const WINDOW: Layer = { depth: 0 }
const openLayers: Layer[] = []

/** Layer in which a component renders. */
export const LayerContext = createContext<Layer>(WINDOW)

/** The only layer whose keys act: the deepest layer. If several are equally deep, the last one that opened. */
export const topLayer = (): Layer => openLayers.toSorted((a, b) => a.depth - b.depth).at(-1) ?? WINDOW

/** Opens a layer over the enclosing one while the component is mounted and `isOpen` is true. */
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

/** Registers a dialog as the top one. @returns a function that removes it */
export function dialogOpened(dialog: HTMLDialogElement): () => void {
  openDialogs.setState((open) => [...open, dialog], true)
  return () => openDialogs.setState((open) => open.filter((one) => one !== dialog), true)
}

/** Top open dialog. Everything outside it is inert, so live regions and controls over a dialog must be inside it. */
export const useTopDialog = (): HTMLDialogElement | null =>
  useStore(openDialogs, (open) => open.at(-1) ?? null)
export const topDialog = (): HTMLDialogElement | null => openDialogs.getState().at(-1) ?? null
