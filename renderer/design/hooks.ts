import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Returns a stable function that calls the callback of the last render. It keeps memoized rows from re-rendering. */
export function useEventCallback<A extends unknown[], T>(callback: (...args: A) => T): (...args: A) => T {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: A) => latest.current(...args), [])
}

/**
 * Sets a class on the root of the document while the component is mounted. `:root:has()` would need no code, but
 * makes every style recalculation walk the whole page: 0.25 ms, several times per key press.
 * @param name `null` for none
 */
export function useRootClass(name: string | null): void {
  useLayoutEffect(() => {
    if (name === null) return
    const { classList } = document.documentElement
    classList.add(name)
    return () => classList.remove(name)
  }, [name])
}

/** Debounces a text: returns it `afterMs` after the last change. */
export function useSettled(value: string, afterMs = 120): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
