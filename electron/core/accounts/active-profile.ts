import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import type { Profile } from '#shared/bridge/slices.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { ServiceTarget } from '../api/transport.ts'
import type { SecretStore } from '../keychain/secret-store.ts'

/** An environment and an account: where it asks, with what key, and where its data lives (architecture.md rule 11). */
export interface ActiveProfile {
  readonly profile: Profile
  readonly assumptions: AccountAssumptions
  readonly directory: string
  readonly secrets: SecretStore
  start(): void
  /** Where to ask and with what key, or why nobody can be asked. */
  target(): Promise<Result<ServiceTarget>>
  stop(): Promise<void>
}
