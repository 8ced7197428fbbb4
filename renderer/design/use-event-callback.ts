import { useCallback, useLayoutEffect, useRef } from 'react'

/** Stable function that calls the callback of the last render: for memoized rows. */
export function useEventCallback<A extends unknown[], T>(callback: (...args: A) => T): (...args: A) => T {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
