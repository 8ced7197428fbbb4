import { useSyncExternalStore } from 'react'

/** Of this browser, as the permission is. */
const ASKED = 'ventanilla.notice-prompt'
const listeners = new Set<() => void>()

function watch(changed: () => void): () => void {
  listeners.add(changed)
  // Answered in another tab.
  addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', changed)
  }
}

/** In memory too: where the browser keeps nothing, once for each window is the best there is. */
let answeredHere = false

function wasAnswered(): boolean {
  try {
    return answeredHere || localStorage.getItem(ASKED) !== null
  } catch {
    return answeredHere
  }
}

/** Whether the person was offered notifications before, and said something. They are not asked again. */
export const usePromptAnswered = (): boolean => useSyncExternalStore(watch, wasAnswered)

export function rememberPromptAnswer(): void {
  answeredHere = true
  try {
    localStorage.setItem(ASKED, 'answered')
  } catch {
    // This window remembers.
  }
  for (const changed of listeners) changed()
}
