import { useEffect, useState } from 'react'

/** The text once typing pauses. */
export function useSettled(value: string, afterMs = 120): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
