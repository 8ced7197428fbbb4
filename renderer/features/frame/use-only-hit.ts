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

/**
 * Enter in the search of a list: opens the only row found. Pressed before the answer is there, it waits for it, unless
 * something else is typed meanwhile.
 * @returns what Enter does
 */
export function useOnlyHit<T>({ typed, isAnswered, only, open, onSeveral, count }: OnlyHit<T>): () => void {
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (wanted === null) return
    if (wanted === typed && !isAnswered) return
    setWanted(null)
    if (wanted !== typed) return
    if (only !== undefined) open(only)
    else if (count > 1) onSeveral()
  }, [wanted, typed, isAnswered, only, open, onSeveral, count])
  return () => {
    if (typed.trim() !== '') setWanted(typed)
  }
}
