import { useCallback, useEffect, useState } from 'react'
import type { Alarm } from '#shared/api/relay-alarm.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { isHeard } from './use-devices.ts'

/** Whom the relay tells when no PC listens, read while the relay is heard. */
export function useAlarm(relay: RelaySlice) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'read'>()
  const [alarm, setAlarm] = useState<Alarm | null>(null)
  const isConnected = isHeard(relay)
  const read = useCallback(async () => {
    const done = await run('read', () => bridge.call('relay.alarm', {}))
    if (done) setAlarm(done.value)
  }, [bridge, run])
  useEffect(() => {
    if (isConnected) void read()
  }, [isConnected, read])
  return { alarm, setAlarm, task, isConnected, read }
}
