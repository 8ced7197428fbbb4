import { useEffect, useState } from 'react'

/** A text once typing stops for an instant. */
export function useSettled(value: string, afterMs = 120): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
