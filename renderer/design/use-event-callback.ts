import { useCallback, useLayoutEffect, useRef } from 'react'

/** Always the same function, which calls the one of the last drawing: for what is handed to memoised rows. */
export function useEventCallback<A extends unknown[], T>(callback: (...args: A) => T): (...args: A) => T {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
