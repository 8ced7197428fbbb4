import { useEffect, useRef, useState } from 'react'

/** Longer than a held key takes to repeat, shorter than a person takes to look. */
const STEADY_MS = 120

/**
 * Whether it has stopped changing: at once for a change by itself, a moment after the last of those that come one
 * after another.
 */
export function useSteady(value: string | null): boolean {
  const [settled, setSettled] = useState(value)
  const changedAt = useRef(-Infinity)
  useEffect(() => {
    const alone = performance.now() - changedAt.current >= STEADY_MS
    changedAt.current = performance.now()
    if (alone) return setSettled(value)
    const timer = setTimeout(() => setSettled(value), STEADY_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled === value
}
