import { useCallback, useEffect, useState } from 'react'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import type { RelayDevice } from '#shared/api/relay.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useAt } from '../../replica/use-replica.ts'

/** A PC of the list. `gone`: it left while the list was on screen, and its row stays where it was. */
export interface ListedDevice extends RelayDevice {
  gone: boolean
}

const AGAIN_MS = 60_000
const CONNECTED: ReadonlySet<RelaySlice['state']> = new Set(['catching-up', 'live', 'longpoll'])
/** The relay answers now. */
export const isHeard = ({ state }: Pick<RelaySlice, 'state'>) => CONNECTED.has(state)

/**
 * Newer answer in the order of the one on screen, with new PCs at the end: a row that moved as a press was on its way
 * would take a press meant for another PC. This PC comes first, and the others as they were paired.
 */
export function merged(
  before: readonly ListedDevice[] | null,
  devices: readonly RelayDevice[],
): readonly ListedDevice[] {
  const known = new Map(devices.map((device) => [device.id, device]))
  const stay = (before ?? []).map((row) => {
    const device = known.get(row.id)
    return device ? { ...device, gone: false } : { ...row, gone: true }
  })
  const listed = new Set(stay.map(({ id }) => id))
  const added = devices
    .filter(({ id }) => !listed.has(id))
    .toSorted((a, b) => Number(b.self) - Number(a.self) || a.pairedAt.localeCompare(b.pairedAt))
  return [...stay, ...added.map((device) => ({ ...device, gone: false }))]
}

/** PCs of the office: read with each change of state or of an invitation, and every minute that they are looked at. */
export function useDevices({ state, invitation }: RelaySlice) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'read'>()
  const [devices, setDevices] = useState<readonly ListedDevice[] | null>(null)
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
