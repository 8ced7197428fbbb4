import { useCallback, useEffect, useState } from 'react'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import type { SealingView } from '#shared/bridge/relay-sealing.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { isHeard } from './use-devices.ts'

/** The keys of the office's events: read while the relay is heard, and again when they or its PCs change. */
export function useSealing(relay: RelaySlice) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'read'>()
  const [view, setView] = useState<SealingView | null>(null)
  const isConnected = isHeard(relay)
  const { state, isStale } = relay.sealing
  const invited = relay.invitation?.state
  const read = useCallback(async () => {
    const done = await run('read', () => bridge.call('relay.sealing', {}))
    if (done) setView(done.value)
  }, [bridge, run])
  useEffect(() => {
    if (isConnected) void read()
  }, [isConnected, state, isStale, invited, read])
  return { view, task, isConnected, read }
}
