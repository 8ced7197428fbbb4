import type { KeyboardEvent } from 'react'
import { formatAccelerator, type PressedCombination, pressedCombination } from '#shared/domain/accelerator.ts'
import { desktop } from '../../shortcuts/handlers.ts'

/** Combination that a key press on this keyboard is. */
export function pressedIn(event: KeyboardEvent): PressedCombination {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const altGraph = event.getModifierState('AltGraph')
  return pressedCombination({ key, code, ctrlKey, metaKey, altKey, shiftKey, altGraph }, desktop === 'mac')
}

/** Its accelerator, or `null` while it is none. */
export function acceleratorIn(event: KeyboardEvent): string | null {
  const found = pressedIn(event)
  return found.kind === 'pressed' ? formatAccelerator(found.accelerator) : null
}
