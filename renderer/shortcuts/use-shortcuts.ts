import { type KeyboardEvent, useContext, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { LayerContext, topLayer } from '../design/layer.ts'
import { isOpen, isShortcut, register, type ShortcutHandlers } from './start-shortcuts.ts'
import type { ShortcutId } from './table.ts'

/**
 * Gives shortcuts of the table their handlers while the component is on screen. They act in the layer that it is drawn
 * in, and in no other.
 */
export function useShortcuts(handlers: ShortcutHandlers) {
  const layer = useContext(LayerContext)
  const latest = useEffectEvent(() => handlers)
  const since = useRef(new Map<string, number>())
  const ids = Object.entries(handlers)
    .flatMap(([id, run]) => (run ? [id] : []))
    .join(' ')
  useLayoutEffect(() => register({ layer, since: since.current, handlers: () => latest() }), [layer])
  useLayoutEffect(() => {
    const now = performance.now()
    const before = since.current
    const entries = ids.split(' ').map((id) => [id, before.get(id) ?? now] as const)
    before.clear()
    for (const [id, at] of entries) before.set(id, at)
  }, [ids])
}

type ElementHandlers = Partial<Record<ShortcutId, ((event: KeyboardEvent) => void) | false | undefined>>

/**
 * For shortcuts that act on what has the focus: called from its `onKeyDown`, runs the one that was pressed.
 * @returns whether there was one
 */
export function useFocusShortcuts(): (event: KeyboardEvent, handlers: ElementHandlers) => boolean {
  const layer = useContext(LayerContext)
  return (event, handlers) => {
    for (const [name, run] of Object.entries(handlers)) {
      const id = name as ShortcutId
      if (!run || !isOpen(id, layer) || !isShortcut(id, event)) continue
      event.preventDefault()
      run(event)
      return true
    }
    return false
  }
}

/** Whether a dialog or a menu is open over where the component is drawn. */
export function useIsCovered(): () => boolean {
  const layer = useContext(LayerContext)
  return () => layer !== topLayer()
}
