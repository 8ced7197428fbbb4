import { join } from 'node:path'
import { type AccountAssumptions, assumptionsOf } from '#shared/api/assumptions.ts'
import type { Account } from '#shared/bridge/accounts.ts'
import { type Result, appError, fail, ok } from '#shared/bridge/result.ts'
import type { Profile } from '#shared/bridge/slices.ts'
import { NO_ACCOUNT } from '#shared/text/managed.ts'
import type { ServiceTarget } from '../api/transport.ts'
import type { ManagedSettings } from '../features/managed-settings/managed-settings.ts'
import { type SecretStore, createMemorySecrets, scopeSecrets } from '../keychain/secret-store.ts'
import { DEMO } from './accounts-file.ts'
import { accountKey, type Accounts } from './accounts.ts'
import {
  createDemoProfile,
  createSecondPcProfile,
  type DemoProfileDeps,
  type JoinedOffice,
} from './demo-profile.ts'

/** Relay of the demonstration. Its address is different after each start. */
export interface OwnRelay {
  /** Identity of this PC. `null` for the second PC, which is paired with the relay. */
  readonly device: { id: string; token: string } | null
  /**
   * Calls the listener with the address at each start, and at once if the relay runs.
   * @returns a function that unsubscribes
   */
  onUp(listener: (address: string) => void): () => void
}

/** An environment and an account: service address, key and data directory. */
export interface ActiveProfile {
  readonly profile: Profile
  readonly assumptions: AccountAssumptions
  readonly directory: string
  readonly secrets: SecretStore
  /** Relay that runs beside the core, in the demonstration. */
  readonly relay?: OwnRelay
  start(): void
  /** Called when this PC has the past of the office, or needs none. Only the second PC of the demonstration has it. */
  readonly onFilled?: () => void
  /** Service address and key, or the reason that there is none. */
  target(): Promise<Result<ServiceTarget>>
  stop(): Promise<void>
}

export interface ProfilesDeps extends Omit<DemoProfileDeps, 'assumptions' | 'begunAt'> {
  accounts: Pick<Accounts, 'find' | 'recordAddressMismatch' | 'demoAssumptions'>
  /** Keys of the accounts. */
  secrets: SecretStore
  managed: Pick<ManagedSettings, 'allowsAddress' | 'state'>
  /** Office that this core joins as the second PC of a demonstration. */
  joined?: JoinedOffice | undefined
}

/** Creates the profile with which an account is opened. */
export interface Profiles {
  /** Profile of an account. It is `null` if the id is unknown, or if the administrator does not allow the address. */
  of(id: string): ActiveProfile | null
  /** Profile without accounts: the demonstration, or none if the administrator does not offer it. */
  demo(): ActiveProfile
  /** Records when the demonstration was renewed. The profiles made after that carry the time. */
  noteDemoBegun(at: number): void
}

export function createProfiles({ accounts, secrets, managed, joined, ...deps }: ProfilesDeps): Profiles {
  const { dataDir } = deps
  let begunAt: number | null = null

  function demo(): ActiveProfile {
    if (joined) return createSecondPcProfile(dataDir, joined, deps.clock)
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
        onAddressChanged: () => accounts.recordAddressMismatch(id),
      })
    },
    demo,
    noteDemoBegun(at) {
      begunAt = at
    },
  }
}

interface AccountProfileDeps {
  account: Account & { baseUrl: string }
  dataDir: string
  /** Secrets of all accounts. Each account reads only its own. */
  secrets: SecretStore
  /** Called if the key was saved for another address than the account's present one. */
  onAddressChanged: () => void
}

/** A real account. Its key is read from the keychain on first use, and stays in this process. */
function createAccountProfile({
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
      // Cache only a key that was found: a locked keychain looks like a lost key, so the next request reads again.
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

/**
 * Profile of a PC without accounts whose administrator does not offer the demonstration. It calls no service. Its
 * secrets are in memory, so nothing can be created in it.
 */
function createNoProfile(dataDir: string): ActiveProfile {
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
