import { join } from 'node:path'
import { assumptionsOf } from '#shared/api/assumptions.ts'
import type { Account } from '#shared/bridge/accounts.ts'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { scopeSecrets, type SecretStore } from '../keychain/secret-store.ts'
import type { ActiveProfile } from './active-profile.ts'

/** The API key's name among an account's secrets. */
export const API_KEY = 'api-key'

export interface AccountProfileDeps {
  account: Account & { baseUrl: string }
  dataDir: string
  /** Of all accounts; this one sees its own. */
  secrets: SecretStore
}

/** A real account. Its key is read from the keychain when it is first needed, and stays in this process. */
export function createAccountProfile({ account, dataDir, secrets }: AccountProfileDeps): ActiveProfile {
  const { id, environment, name, baseUrl } = account
  const own = scopeSecrets(secrets, id)
  let apiKey: string | null = null
  return {
    profile: { id, environment, name },
    assumptions: assumptionsOf(account.assumptions),
    directory: join(dataDir, id),
    secrets: own,
    start: () => undefined,
    async target() {
      // A locked keychain and a lost key look alike: the next question looks again.
      apiKey ??= await own.get(API_KEY).catch(() => null)
      return apiKey === null ? fail(appError('key-missing')) : ok({ baseUrl, apiKey })
    },
    stop: async () => undefined,
  }
}
