import { createContext, useContext, useLayoutEffect, useState } from 'react'

/** What takes the keyboard for itself while it is open: a modal dialog or a menu. The window is the layer under all. */
export interface Layer {
  readonly depth: number
}

const WINDOW: Layer = { depth: 0 }
const open: Layer[] = []

/** The layer that a component is drawn in. */
export const LayerContext = createContext<Layer>(WINDOW)

/** The only layer whose keys act: the deepest one, and of those the last to open. */
export const topLayer = (): Layer => open.toSorted((a, b) => a.depth - b.depth).at(-1) ?? WINDOW

/** Opens a layer over the one around it for as long as the component is mounted. */
export function useNewLayer(): Layer {
  const around = useContext(LayerContext)
  const [layer] = useState<Layer>(() => ({ depth: around.depth + 1 }))
  useLayoutEffect(() => {
    open.push(layer)
    return () => void open.splice(open.indexOf(layer), 1)
  }, [layer])
  return layer
}
