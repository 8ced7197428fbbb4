import { randomBytes } from 'node:crypto'
import { RELAY_HEADER } from '#shared/api/relay.ts'
import { DEMO } from './accounts-file.ts'
import type { OwnRelay } from './active-profile.ts'
import { createSupervisedSidecar, type SupervisedSidecarDeps } from './supervised-sidecar.ts'

export interface DemoRelay extends OwnRelay {
  /** Does nothing while it runs, or is about to be started. */
  start(): void
  stop(): Promise<void>
}

export type DemoRelayDeps = Pick<SupervisedSidecarDeps, 'host' | 'clock' | 'log' | 'supervisor'> & {
  directory: string
}

/** Until then every change is found by polling: its start must not slow down that of the first screen. */
const START_AFTER_MS = 1_000
/** It is the only PC of its office. */
const DEVICE_ID = 'this-pc'
/** Its list is small, and so may the disk be. */
const MIN_FREE_MB = 16

const secret = () => randomBytes(32).toString('base64url')

/**
 * Relay of the demonstration, between its service and this core as in an office. Its secrets are generated at
 * every start and known only to the two processes; its list stays.
 */
export function createDemoRelay({ directory, ...deps }: DemoRelayDeps): DemoRelay {
  const device = { id: DEVICE_ID, name: DEMO.name, token: `rly_${secret()}` }
  const listeners = new Set<(address: string) => void>()
  const stopping = new AbortController()
  let isStarted = false
  let address: string | null = null

  const sidecar = createSupervisedSidecar({
    ...deps,
    name: 'relay',
    part: 'relay-server',
    args: ['--port=0', `--data-dir=${directory}`, `--min-free-mb=${MIN_FREE_MB}`],
    env: {
      // One heap of the C library for all threads instead of one each: 4 MB less.
      MALLOC_ARENA_MAX: '1',
      RELAY_OFFICE: JSON.stringify({
        name: DEMO.name,
        adminToken: secret(),
        inboxKey: secret(),
        header: { name: RELAY_HEADER, value: secret() },
        device,
      }),
    },
    onUp(now) {
      address = now
      for (const listener of listeners) listener(now)
    },
  })

  return {
    device,
    onUp(listener) {
      listeners.add(listener)
      if (address !== null) listener(address)
      return () => void listeners.delete(listener)
    },
    start() {
      if (isStarted) return
      isStarted = true
      void deps.clock.sleep(START_AFTER_MS, stopping.signal).then(() => {
        if (!stopping.signal.aborted) sidecar.start()
      })
    },
    stop() {
      stopping.abort()
      return sidecar.stop()
    },
  }
}
