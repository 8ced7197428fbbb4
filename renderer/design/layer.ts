import { createContext, useContext, useLayoutEffect, useState } from 'react'

/** Owner of the keyboard while open: a modal dialog or a menu. The window is the bottom layer. */
export interface Layer {
  readonly depth: number
}

const WINDOW: Layer = { depth: 0 }
const open: Layer[] = []

/** Layer that a component renders in. */
export const LayerContext = createContext<Layer>(WINDOW)

/** The only layer whose keys act: the deepest one, and of those the last to open. */
export const topLayer = (): Layer => open.toSorted((a, b) => a.depth - b.depth).at(-1) ?? WINDOW

/** Opens a layer over the enclosing one while the component is mounted, and `isOpen`. */
export function useNewLayer(isOpen = true): Layer {
  const around = useContext(LayerContext)
  const [layer] = useState<Layer>(() => ({ depth: around.depth + 1 }))
  useLayoutEffect(() => {
    if (!isOpen) return
    open.push(layer)
    return () => void open.splice(open.indexOf(layer), 1)
  }, [layer, isOpen])
  return layer
}
