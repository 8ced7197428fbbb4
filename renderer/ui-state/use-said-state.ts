import { useEffect, useRef } from 'react'
import { announce } from './announcer.ts'

/** Says aloud that something has come to another state, where there are words for that one. */
export function useSaidState<S extends string>(state: S, said: Readonly<Partial<Record<S, string>>>) {
  const before = useRef(state)
  useEffect(() => {
    const words = said[state]
    if (before.current !== state && words !== undefined) announce(words)
    before.current = state
  }, [state, said])
}
