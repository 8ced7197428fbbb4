import type { KeyboardEvent } from 'react'

export interface FieldKeys {
  onEnter?: () => void
  onEscape: () => void
}

/**
 * The keys of a field that keeps or gives up what is typed in it. They are its own: Enter does not also send the form
 * around it, nor Esc leave the page.
 */
export const fieldKeys =
  ({ onEnter, onEscape }: FieldKeys) =>
  (event: KeyboardEvent): void => {
    const act = event.key === 'Enter' ? onEnter : event.key === 'Escape' ? onEscape : undefined
    if (!act || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
