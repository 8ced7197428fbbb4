import type { Relay } from '../create-relay.ts'
import type { Secrets } from '../office/secrets.ts'

/** Where a relay listens. */
export interface Addresses {
  url: string
  /** Of `/readyz` and `/metrics`; absent in what an older version wrote. */
  ops?: string | undefined
}

/** Where a relay has its data, and how an administrator's command reaches it. */
export interface Place {
  /** True if other processes may have the same data open. */
  isShared: boolean
  /** Takes the data for this process, or throws `SQLITE_BUSY`; the returned function lets go of them. */
  lock(waitMs?: number): () => void
  open(): Promise<Relay>
  /** Tells the administrator's commands where the relay listens. */
  announce(addresses: Addresses): void
  withdraw(): void
  /** Where the running relay listens, if it said so. */
  announced(): Addresses | null
  /** Of a relay that is running. */
  secrets(): Secrets
}
