import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import type { Profile } from '#shared/bridge/slices.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { ServiceTarget } from '../api/transport.ts'
import type { SecretStore } from '../keychain/secret-store.ts'

/** A relay of this core's own, at another address with each of its starts. */
export interface OwnRelay {
  readonly device: { id: string; token: string }
  /** Calls with its address each time that it is up, and now if it is. @returns a function that ends it */
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
  /** Service address and key, or the reason that there is none. */
  target(): Promise<Result<ServiceTarget>>
  stop(): Promise<void>
}
