import { join } from 'node:path'
import { assumptionsOf } from '#shared/api/assumptions.ts'
import { appError, fail } from '#shared/bridge/result.ts'
import { NO_ACCOUNT } from '#shared/text/app-managed.ts'
import { createMemorySecrets } from '../keychain/memory-secrets.ts'
import type { ActiveProfile } from './active-profile.ts'

/**
 * A PC without an account, whose administrator does not offer the demonstration. It asks no service, and its secrets are
 * in memory, so that nothing can be created in it.
 */
export function createNoProfile(dataDir: string): ActiveProfile {
  return {
    profile: { id: 'none', environment: 'production', name: NO_ACCOUNT },
    assumptions: assumptionsOf({}),
    directory: join(dataDir, 'no-account'),
    secrets: createMemorySecrets(),
    start: () => undefined,
    target: async () => fail(appError('no-account')),
    stop: async () => undefined,
  }
}
