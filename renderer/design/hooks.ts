import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Returns a stable function that calls the callback of the last render: for memoized rows. */
export function useEventCallback<A extends unknown[], T>(callback: (...args: A) => T): (...args: A) => T {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: A) => latest.current(...args), [])
}

/**
 * Gives the root of the document a class while the component is mounted. `:root:has()` needs no code, but makes every
 * style recalculation walk through the whole page: 0.25 ms, several times for each key.
 */
export function useRootClass(name: string): void {
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.add(name)
    return () => classList.remove(name)
  }, [name])
}

/** Debounces a text: returns it once typing pauses. */
export function useSettled(value: string, afterMs = 120): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
