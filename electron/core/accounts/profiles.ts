import type { ManagedSettings } from '../features/managed-settings/managed-settings.ts'
import { createAccountProfile } from './account-profile.ts'
import type { Accounts } from './accounts.ts'
import { DEMO } from './accounts-file.ts'
import type { ActiveProfile } from './active-profile.ts'
import { createDemoProfile, type DemoProfileDeps } from './demo-profile.ts'
import { createNoProfile } from './no-profile.ts'
import type { SecretStore } from '../keychain/secret-store.ts'

export interface ProfilesDeps extends Omit<DemoProfileDeps, 'assumptions' | 'begunAt'> {
  accounts: Pick<Accounts, 'find' | 'noteMoved' | 'demoAssumptions'>
  /** Keys of the accounts. */
  secrets: SecretStore
  managed: Pick<ManagedSettings, 'allowsAddress' | 'state'>
}

/** Makes the profile that an account is opened with. */
export interface Profiles {
  /** `null` for an id that is unknown, or whose address the administrator does not allow. */
  of(id: string): ActiveProfile | null
  /** The demonstration; without an account at all where the administrator does not offer it. */
  demo(): ActiveProfile
  /** The demonstration was begun anew: its next profiles say when. */
  noteDemoBegun(at: number): void
}

export function createProfiles({ accounts, secrets, managed, ...deps }: ProfilesDeps): Profiles {
  const { dataDir } = deps
  let begunAt: number | null = null

  function demo(): ActiveProfile {
    if (!managed.state.demo) return createNoProfile(dataDir)
    return createDemoProfile({ ...deps, assumptions: accounts.demoAssumptions(), begunAt })
  }

  return {
    of(id) {
      const account = accounts.find(id)
      if (!account) return id === DEMO.id ? demo() : null
      if (!managed.allowsAddress(account.baseUrl)) return null
      return createAccountProfile({
        account,
        dataDir,
        secrets,
        onAddressChanged: () => accounts.noteMoved(id),
      })
    },
    demo,
    noteDemoBegun(at) {
      begunAt = at
    },
  }
}
