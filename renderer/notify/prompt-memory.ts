import { useSyncExternalStore } from 'react'

/** Stored per browser, like the permission. */
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

/** In memory too: where the browser stores nothing, the prompt comes once per window. */
let answeredHere = false

function wasAnswered(): boolean {
  try {
    return answeredHere || localStorage.getItem(ASKED) !== null
  } catch {
    return answeredHere
  }
}

/** True once the user has answered the prompt, which is then not shown again. */
export const usePromptAnswered = (): boolean => useSyncExternalStore(watch, wasAnswered)

export function rememberPromptAnswer(): void {
  answeredHere = true
  try {
    localStorage.setItem(ASKED, 'answered')
  } catch {
    // In memory only.
  }
  for (const changed of listeners) changed()
}
