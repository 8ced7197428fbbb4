import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import type { Db } from './db/open.ts'
import type { Write } from './db/writes.ts'
import type { ReadAccount } from './http/auth.ts'
import type { Links, ReadBaseUrl } from './http/links.ts'
import type { Emit } from './webhooks/emitter.ts'

/** Development has the test endpoints, the sentinels and `/_dev/`. Production has none of these. */
export type Mode = 'development' | 'production'

/** Dependencies shared by every part of the service. */
export interface ServiceContext {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly newId: () => string
  readonly mode: Mode
  readonly assumptions: ServiceAssumptions
  readonly write: Write
  /** Records an event in the open transaction. */
  readonly emit: Emit
  readonly links: Links
  readonly readAccount: ReadAccount
  readonly readBaseUrl: ReadBaseUrl
  /** Base URL of links in events. An event answers no request, so there is no `Host` header to use. */
  readonly getBaseUrl: () => string
}
