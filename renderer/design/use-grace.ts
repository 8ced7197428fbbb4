import { useEffect, useState } from 'react'

/** Longer than a hand needs to see that something came up and to stop. */
const GRACE_MS = 700

/** False for a moment after what uses it comes up by itself: a press that was meant for what was there decides nothing. */
export function useGrace(): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), GRACE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}
