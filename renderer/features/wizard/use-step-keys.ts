import { useEffectEvent, useLayoutEffect } from 'react'
import type { Wizard } from './use-wizard.ts'

/**
 * Alt and the left arrow: the step before; on the first one it is the browser's, and goes back. Enter on the title of a
 * step that has no form, where the focus is on coming to it: the next one.
 */
export function useStepKeys(wizard: Wizard) {
  const latest = useEffectEvent(() => wizard)
  useLayoutEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      const { step, back, next } = latest()
      if (event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return
      if (event.key === 'ArrowLeft' && event.altKey && step !== 'vehicle') {
        event.preventDefault()
        back()
      }
      const onTitle = event.target instanceof HTMLHeadingElement
      if (event.key === 'Enter' && !event.altKey && step === 'documents' && onTitle) {
        event.preventDefault()
        next()
      }
    }
    addEventListener('keydown', keyDown)
    return () => removeEventListener('keydown', keyDown)
  }, [])
}
