import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { assumptionsOf, type AssumptionChanges } from '#shared/api/assumptions.ts'
import { serviceAssumptions } from '#shared/api/service-assumptions.ts'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { createFileSecrets } from '../keychain/file-secrets.ts'
import { DEMO } from './accounts-file.ts'
import type { ActiveProfile } from './active-profile.ts'
import { createServiceSidecar, type ServiceSidecarDeps } from './service-sidecar.ts'

/** Any valid company tax id: the demonstration's account exists on this PC only. */
const DEMO_ACCOUNT = 'B12345674'

export type DemoProfileDeps = Pick<ServiceSidecarDeps, 'host' | 'clock' | 'log' | 'supervisor' | 'onUp'> & {
  dataDir: string
  assumptions: AssumptionChanges
  /** More arguments for the embedded service, such as its report delay. */
  serviceArgs?: readonly string[]
}

/**
 * The demonstration: the service's development environment, embedded, with invented data. Its API key is made
 * anew at every start and known to the two processes alone; its store key is a file, since there is nothing
 * personal to protect (rule 10).
 */
export function createDemoProfile({
  dataDir,
  assumptions,
  serviceArgs = [],
  ...deps
}: DemoProfileDeps): ActiveProfile {
  const directory = join(dataDir, 'demo')
  const apiKey = randomBytes(24).toString('base64url')
  const service = createServiceSidecar({
    ...deps,
    args: ['--port=0', `--data-dir=${join(directory, 'service')}`, ...serviceArgs],
    env: { SERVICE_API_KEYS: `${apiKey}=${DEMO_ACCOUNT}` },
  })
  return {
    profile: { id: DEMO.id, environment: DEMO.environment, name: DEMO.name },
    // Its own service says where: only a real operator's address is unknown.
    assumptions: assumptionsOf({ notificationPath: serviceAssumptions.notificationPath, ...assumptions }),
    directory,
    secrets: createFileSecrets(directory),
    start: () => service.start(),
    async target() {
      const address = await service.address()
      // It waits a little for a service that is just starting.
      return address === null ? fail(appError('service-stopped')) : ok({ baseUrl: address, apiKey })
    },
    stop: () => service.stop(),
  }
}
