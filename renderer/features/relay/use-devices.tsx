import { useCallback, useEffect, useState } from 'react'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import type { RelayDevice } from '#shared/api/relay.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { relayErrors } from '#shared/text/relay.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useAt } from '../../replica/use-replica.ts'
import { Button } from '../../design/button.tsx'
import { type KeptRow, keptRows } from '../../app/setting-rows.tsx'
import { FailedNotice } from '../../app/task-notice.tsx'

const AGAIN_MS = 60_000
const CONNECTED: ReadonlySet<RelaySlice['state']> = new Set(['catching-up', 'live', 'longpoll'])
/** True while the relay answers. */
export const isHeard = ({ state }: Pick<RelaySlice, 'state'>) => CONNECTED.has(state)

/** Merges a newer answer into the list on screen. This PC comes first, then the others in the order of pairing. */
export const merged = (
  before: readonly KeptRow<RelayDevice>[] | null,
  devices: readonly RelayDevice[],
): readonly KeptRow<RelayDevice>[] =>
  keptRows(
    before,
    devices.toSorted((a, b) => Number(b.self) - Number(a.self) || a.pairedAt.localeCompare(b.pairedAt)),
  )

/** PCs of the office. Refetched on each change of state or invitation, and every minute while visible. */
export function useDevices({ state, invitation }: RelaySlice) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'read'>()
  const [devices, setDevices] = useState<readonly KeptRow<RelayDevice>[] | null>(null)
  const minute = useAt((now) => Math.floor(now / AGAIN_MS))
  const isConnected = isHeard({ state })
  const read = useCallback(async () => {
    const done = await run('read', () => bridge.call('relay.devices', {}))
    if (done) setDevices((before) => merged(before, done.value.devices))
  }, [bridge, run])
  const invited = invitation?.state
  useEffect(() => {
    if (isConnected) void read()
  }, [isConnected, state, invited, minute, read])
  return { devices, task, isConnected, read }
}

/** Failure to read the data of a row, with a button that retries. */
export function ReadFailed({
  error,
  retry,
  onRetry,
}: {
  error: AppError
  /** Label of the retry button. */
  retry: string
  onRetry: () => unknown
}) {
  return (
    <>
      <FailedNotice error={error} texts={relayErrors} />
      <div className="office-actions">
        <Button size="low" onClick={() => void onRetry()}>
          {retry}
        </Button>
      </div>
    </>
  )
}
