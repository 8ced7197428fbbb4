import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { assumptionsOf, type AssumptionChanges } from '#shared/api/assumptions.ts'
import { serviceAssumptions } from '#shared/api/service-assumptions.ts'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { createFileSecrets } from '../keychain/file-secrets.ts'
import { DEMO } from './accounts-file.ts'
import { demoDirectory } from './demo-directory.ts'
import type { ActiveProfile } from './active-profile.ts'
import { createDemoRelay } from './demo-relay.ts'
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
 * nothing personal to protect (rule 10).
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
