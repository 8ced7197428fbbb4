import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import type { Profile } from '#shared/bridge/slices.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { ServiceTarget } from '../api/transport.ts'
import type { SecretStore } from '../keychain/secret-store.ts'

/** An environment and an account: service address, key and data directory (architecture.md rule 11). */
export interface ActiveProfile {
  readonly profile: Profile
  readonly assumptions: AccountAssumptions
  readonly directory: string
  readonly secrets: SecretStore
  start(): void
  /** Service address and key, or the reason that there is none. */
  target(): Promise<Result<ServiceTarget>>
  stop(): Promise<void>
}
