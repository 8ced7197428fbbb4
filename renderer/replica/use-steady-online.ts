import { useEffect, useState } from 'react'
import { useSlice } from './use-replica.ts'

const AFTER_MS = 1_000

/**
 * True if sending is possible. Becomes false at once when offline, and true after a second online: a key or button that
 * saves for later must not turn into one that sends as it is pressed.
 */
export function useSteadyOnline(): boolean {
  const state = useSlice('connection')?.state
  const online = state === 'online' || state === 'idle'
  const [steady, setSteady] = useState(online)
  useEffect(() => {
    if (!online) return setSteady(false)
    const timer = setTimeout(() => setSteady(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [online])
  return online && steady
}
