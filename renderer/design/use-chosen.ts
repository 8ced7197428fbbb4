import { useRef, useState } from 'react'

/** A promise ends when the choice has been kept, or could not be. */
export type Change<T> = (value: T) => void | Promise<unknown>

/**
 * The value on screen: the chosen one from the press on, while it is on its way to be kept, and what was kept
 * afterwards. A control that waits for the answer looks as if the press had not counted.
 */
export function useChosen<T>(value: T, onChange: Change<T>): [T, (next: T) => void] {
  const [pending, setPending] = useState<{ value: T } | null>(null)
  const turn = useRef(0)
  const choose = (next: T) => {
    const mine = ++turn.current
    const kept = onChange(next)
    if (!kept) return setPending(null)
    setPending({ value: next })
    void kept.finally(() => mine === turn.current && setPending(null))
  }
  return [pending ? pending.value : value, choose]
}
