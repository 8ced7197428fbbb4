import type { Relay } from '../create-relay.ts'
import type { Secrets } from '../office/secrets.ts'

/** What a relay that runs tells commands on the same data. */
export interface Running {
  /** Where it listens. */
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
  announce(running: Running): void
  withdraw(): void
  /** What the running relay said, if it did. */
  announced(): Running | null
  /** Of a relay that is running. */
  secrets(): Secrets
}
