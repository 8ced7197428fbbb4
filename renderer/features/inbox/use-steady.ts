import { useEffect, useRef, useState } from 'react'

/** Longer than the repeat of a held key, shorter than a glance. */
const STEADY_MS = 120

/** True once the value stops changing: at once for a single change, a moment after the last of a series. */
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
