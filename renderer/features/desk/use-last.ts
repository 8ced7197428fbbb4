import { useEffect, useRef } from 'react'

/** The last of these that there was: what is known of a filter stays while the next one is being asked about. */
export function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value)
  useEffect(() => {
    if (value !== undefined) last.current = value
  })
  return value ?? last.current
}
