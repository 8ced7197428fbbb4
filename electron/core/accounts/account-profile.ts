import { join } from 'node:path'
import { assumptionsOf } from '#shared/api/assumptions.ts'
import type { Account } from '#shared/bridge/accounts.ts'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import type { ServiceTarget } from '../api/transport.ts'
import { scopeSecrets, type SecretStore } from '../keychain/secret-store.ts'
import { accountKey } from './account-key.ts'
import type { ActiveProfile } from './active-profile.ts'

export interface AccountProfileDeps {
  account: Account & { baseUrl: string }
  dataDir: string
  /** Secrets of all accounts; this one reads its own. */
  secrets: SecretStore
  /** The key was saved for another address than the account's present one. */
  onAddressChanged: () => void
}

/** A real account. Its key is read from the keychain on first use, and stays in this process. */
export function createAccountProfile({
  account,
  dataDir,
  secrets,
  onAddressChanged,
}: AccountProfileDeps): ActiveProfile {
  const { id, environment, name, baseUrl } = account
  const own = scopeSecrets(secrets, id)
  let found: ServiceTarget | null = null
  return {
    profile: { id, environment, name },
    assumptions: assumptionsOf(account.assumptions),
    directory: join(dataDir, id),
    secrets: own,
    start: () => undefined,
    async target() {
      // A locked keychain and a lost key look alike: the next request reads it again.
      if (found !== null) return ok(found)
      const target = await accountKey(own)
        .target(baseUrl)
        .catch(() => fail(appError('key-missing')))
      if (target.ok) found = target.value
      else if (target.error.code === 'address-changed') onAddressChanged()
      return target
    },
    stop: async () => undefined,
  }
}
