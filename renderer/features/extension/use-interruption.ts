import { useCallback, useEffect, useRef } from 'react'
import { topLayer } from '../../design/layer.ts'
import { isActing, isTyping } from '../../shortcuts/start-shortcuts.ts'

/**
 * Tells whether a dialog may come up by itself now: not over a dialog or a menu, nor while a field is being typed in or
 * a submission may still be undone. A field that only has the focus, as that of Consulta always does, or of a window
 * behind another, is not being typed in.
 */
export function useInterruption(): () => boolean {
  /** Field that was typed in since it has the focus. */
  const typedIn = useRef<EventTarget | null>(null)
  useEffect(() => {
    const note = ({ target }: Event) => {
      typedIn.current = target
    }
    const forget = () => {
      typedIn.current = null
    }
    addEventListener('input', note, { capture: true })
    addEventListener('focusin', forget)
    addEventListener('blur', forget)
    return () => {
      removeEventListener('input', note, { capture: true })
      removeEventListener('focusin', forget)
      removeEventListener('blur', forget)
    }
  }, [])
  return useCallback(() => {
    const { activeElement } = document
    const isTypedIn = isTyping(activeElement) && typedIn.current === activeElement && document.hasFocus()
    return topLayer().depth === 0 && !isTypedIn && !isActing('leaving.undo')
  }, [])
}
