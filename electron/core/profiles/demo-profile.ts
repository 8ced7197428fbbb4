import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Profile } from '#shared/bridge/slices.ts'
import type { ServiceTarget } from '../api/transport.ts'
import { createFileSecrets } from '../keychain/file-secrets.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import { createServiceSidecar, type ServiceSidecarDeps } from './service-sidecar.ts'

/** An environment and an account: where it asks, with what key, and where its data lives (rule 11). */
export interface ActiveProfile {
  readonly profile: Profile
  readonly directory: string
  readonly secrets: SecretStore
  start(): void
  /** Waits a little for a service that is just starting; `null` while there is nobody to ask. */
  target(): Promise<ServiceTarget | null>
  stop(): Promise<void>
}

/** Any valid company tax id: the demonstration's account exists on this PC only. */
const DEMO_ACCOUNT = 'B12345674'

export type DemoProfileDeps = Pick<ServiceSidecarDeps, 'host' | 'clock' | 'log' | 'onUp'> & {
  dataDir: string
  /** More arguments for the embedded service, such as its report delay. */
  serviceArgs?: readonly string[]
}

/**
 * The demonstration: the service's development environment, embedded, with invented data. Its API key is made
 * anew at every start and known to the two processes alone; its store key is a file, since there is nothing
 * personal to protect (rule 10).
 */
export function createDemoProfile({ dataDir, serviceArgs = [], ...deps }: DemoProfileDeps): ActiveProfile {
  const directory = join(dataDir, 'demo')
  const apiKey = randomBytes(24).toString('base64url')
  const service = createServiceSidecar({
    ...deps,
    args: ['--port=0', `--data-dir=${join(directory, 'service')}`, ...serviceArgs],
    env: { SERVICE_API_KEYS: `${apiKey}=${DEMO_ACCOUNT}` },
  })
  return {
    profile: { id: 'demo', environment: 'demo', name: 'Demostración' },
    directory,
    secrets: createFileSecrets(directory),
    start: () => service.start(),
    async target() {
      const address = await service.address()
      return address === null ? null : { baseUrl: address, apiKey }
    },
    stop: () => service.stop(),
  }
}
