import { useEffect, useRef } from 'react'
import { announce } from './announcer.ts'

/** Announces a change of state, if that state has words. */
export function useSaidState<S extends string>(state: S, said: Readonly<Partial<Record<S, string>>>) {
  const before = useRef(state)
  useEffect(() => {
    const words = said[state]
    if (before.current !== state && words !== undefined) announce(words)
    before.current = state
  }, [state, said])
}
