import { type KeyboardEvent, useContext, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { LayerContext, topLayer } from '../design/layer.ts'
import { isOpen, isShortcut, register, type ShortcutHandlers } from './start-shortcuts.ts'
import { CONFIRM_AFTER_MS, SHORTCUTS, type ShortcutId } from './table.ts'

/** Registers handlers of shortcuts while the component is mounted. They act only in the layer that it renders in. */
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
    // Without handlers `ids` is empty, and its one part is the id of no shortcut.
    const entries = (ids.split(' ') as ShortcutId[]).map((id) => {
      const from = SHORTCUTS[id]?.confirms ? now + CONFIRM_AFTER_MS : now
      return [id, before.get(id) ?? from] as const
    })
    before.clear()
    for (const [id, at] of entries) before.set(id, at)
  }, [ids])
}

type ElementHandlers = Partial<Record<ShortcutId, ((event: KeyboardEvent) => void) | false | undefined>>

/**
 * For shortcuts that act on the focused element: called from its `onKeyDown`, runs the pressed one.
 * @returns true if it ran one
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

/** True if a dialog or a menu is open over the component's layer. */
export function useIsCovered(): () => boolean {
  const layer = useContext(LayerContext)
  return () => layer !== topLayer()
}
