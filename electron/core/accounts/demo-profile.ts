import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { assumptionsOf, type AssumptionChanges } from '#shared/api/assumptions.ts'
import { serviceAssumptions } from '#shared/api/service-assumptions.ts'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { createFileSecrets } from '../keychain/file-secrets.ts'
import { DEMO } from './accounts-file.ts'
import { demoDirectory } from './demo-directory.ts'
import type { ActiveProfile, OwnRelay } from './active-profile.ts'
import { RELAY_HEADER } from '#shared/api/relay.ts'
import { createSupervisedSidecar, type SupervisedSidecarDeps } from './supervised-sidecar.ts'

/** Any valid company tax id, since the demonstration's account exists on this PC only. */
const DEMO_ACCOUNT = 'B12345674'

/** A step of each takes about two minutes: time to look away, and not to forget it. */
const SPEED = 0.1

export type DemoProfileDeps = Pick<
  SupervisedSidecarDeps,
  'host' | 'clock' | 'log' | 'supervisor' | 'onUp'
> & {
  dataDir: string
  assumptions: AssumptionChanges
  /** Time that it was begun anew in this run, if it was. */
  begunAt: number | null
  /** What is opened and sent in it advances by itself, as in an office. */
  moves: boolean
  /** Extra arguments of the embedded service, such as its report delay. */
  serviceArgs?: readonly string[]
}

/**
 * Demonstration profile: the service's development environment, embedded, with invented data. Its API key is
 * generated at every start and known only to the two processes; its store key is a file, since there is
 * nothing personal to protect.
 */
export function createDemoProfile({
  dataDir,
  assumptions,
  begunAt,
  moves,
  serviceArgs = [],
  onUp,
  ...deps
}: DemoProfileDeps): ActiveProfile {
  const directory = demoDirectory(dataDir)
  const apiKey = randomBytes(24).toString('base64url')
  const relay = createDemoRelay({ ...deps, directory: join(directory, 'relay') })
  const service = createSupervisedSidecar({
    ...deps,
    name: 'service',
    part: 'service',
    args: [
      '--port=0',
      `--data-dir=${join(directory, 'service')}`,
      ...(moves ? [`--autoplay=${SPEED}`] : []),
      ...serviceArgs,
    ],
    env: { SERVICE_API_KEYS: `${apiKey}=${DEMO_ACCOUNT}` },
    onUp(address) {
      onUp(address)
      relay.start()
    },
  })
  return {
    profile: {
      id: DEMO.id,
      environment: DEMO.environment,
      name: DEMO.name,
      ...(begunAt !== null && { begunAt }),
    },
    // The embedded service's own paths: only a real operator's are unknown.
    assumptions: assumptionsOf({
      notificationPath: serviceAssumptions.notificationPath,
      subscriptionsPath: serviceAssumptions.subscriptionsPath,
      ...assumptions,
    }),
    directory,
    secrets: createFileSecrets(directory),
    relay,
    start: () => service.start(),
    async target() {
      const address = await service.address()
      // `address` waits briefly for a service that is starting.
      return address === null ? fail(appError('service-stopped')) : ok({ baseUrl: address, apiKey })
    },
    async stop() {
      await Promise.all([service.stop(), relay.stop()])
    },
  }
}

interface DemoRelay extends OwnRelay {
  /** Does nothing while it runs, or is about to be started. */
  start(): void
  stop(): Promise<void>
}

type DemoRelayDeps = Pick<SupervisedSidecarDeps, 'host' | 'clock' | 'log' | 'supervisor'> & {
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
function createDemoRelay({ directory, ...deps }: DemoRelayDeps): DemoRelay {
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
