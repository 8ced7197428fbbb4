import { useRef, useState } from 'react'

/** A promise resolves once the choice has been saved or has failed. */
export type Change<T> = (value: T) => void | Promise<unknown>

/**
 * Value on screen: the chosen one from the press on, and the saved one after saving. A control that waited for the
 * answer would seem to ignore the press.
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
