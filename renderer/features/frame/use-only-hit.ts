import { useEffect, useState } from 'react'

export interface OnlyHit<T> {
  typed: string
  /** The list is that of what is typed, and not of what was typed before. */
  isAnswered: boolean
  /** The only row that it finds, if there is no other. */
  only: T | undefined
  open: (row: T) => void
  /** Several: the keyboard goes on in the list. */
  onSeveral: () => void
  count: number
}

/** Enter that waits for its answer: for what, and where it was pressed. */
interface Wanted {
  text: string
  field: Element | null
}

/**
 * Enter in the search of a list: opens the only row found. Pressed before the answer is there, it waits for it, unless
 * something else is typed or the focus goes elsewhere meanwhile.
 */
export function useOnlyHit<T>({ typed, isAnswered, only, open, onSeveral, count }: OnlyHit<T>) {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  useEffect(() => {
    if (wanted === null) return
    if (wanted.text === typed && !isAnswered) return
    setWanted(null)
    if (wanted.text !== typed || document.activeElement !== wanted.field) return
    if (only !== undefined) open(only)
    else if (count > 1) onSeveral()
  }, [wanted, typed, isAnswered, only, open, onSeveral, count])
  return {
    /** What Enter does. */
    enter: () => {
      if (typed.trim() !== '') setWanted({ text: typed, field: document.activeElement })
    },
    /** The Enter that waits is no longer meant. */
    letGo: () => setWanted(null),
  }
}
