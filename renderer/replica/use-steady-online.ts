import { useEffect, useState } from 'react'
import { useSlice } from './use-replica.ts'

const AFTER_MS = 1_000

/**
 * Whether something may be sent now. It stops at once with the connection, and comes back only when that has held for a
 * second: a key or a button that leaves things for later does not become the one that sends under the finger.
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
