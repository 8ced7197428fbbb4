import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from '../../replica/client.ts'
import type { ShortcutTest } from './quick-lookup-view-model.ts'

const IDLE: ShortcutTest = { state: 'idle' }

/** Test of a shortcut: waits for its press to come from the system, through the core. */
export function useShortcutTest(shortcut: string | null) {
  const { bridge, now } = useClient()
  const [last, setLast] = useState<{ of: string | null; test: ShortcutTest }>({ of: null, test: IDLE })
  const running = useRef<string | null>(null)
  const stopRunning = useCallback(() => {
    const id = running.current
    running.current = null
    if (id !== null) void bridge.call('quick-lookup.stop-test', { id })
  }, [bridge])
  const setTest = (test: ShortcutTest) => setLast({ of: shortcut, test })

  // Not to swallow presses for another shortcut, or for a screen that is gone.
  useEffect(() => stopRunning, [stopRunning, shortcut])

  return {
    /** What was found of another shortcut is not said of this one. */
    test: last.of === shortcut ? last.test : IDLE,
    async start() {
      stopRunning()
      const id = crypto.randomUUID()
      running.current = id
      setTest({ state: 'waiting' })
      const answer = await bridge.call('quick-lookup.test', { id })
      if (running.current !== id) return
      running.current = null
      setTest(answer.ok && answer.value.arrived ? { state: 'arrived', at: now() } : { state: 'missed' })
    },
    /** Ends it, by the user or because the page got the press. */
    end(state: 'idle' | 'only-here') {
      stopRunning()
      setTest({ state })
    },
  }
}
