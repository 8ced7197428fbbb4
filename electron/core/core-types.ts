import type { AboutHost } from '#shared/bridge/about.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { Router } from './bridge/router.ts'
import type { Clock } from './runtime/clock.ts'
import type { HostPort } from './host.ts'
import type { LoadKeytar } from './keychain/keytar-port.ts'
import type { DeriveKey } from './keychain/sealed-file.ts'
import type { ManagedSettings } from './features/managed-settings/managed-settings.ts'
import type { LogFile } from './runtime/log/log-file.ts'
import type { Log } from './runtime/log/log.ts'
import type { InstalledVersion } from './features/updates/updates.ts'
import type { RelayDeps } from './features/relay/relay.ts'

/** The application without its windows. */
export interface Core {
  readonly router: Router
  /** The same for the page of the quick-lookup panel, which has fewer rights. */
  readonly panelRouter: Router
  /** Opens the store and starts the background work. Never rejects: a failure is a state on screen. */
  start(): Promise<void>
  /** Reports an unexpected failure on screen. */
  noteUnexpected(): void
  /** Number of things being sent that quitting now would leave for the next start. */
  sending(): number
  /** Stops every activity and process of the core, and saves their state. */
  stop(): Promise<void>
  /** Navigates the windows to a route; while they are locked, after unlocking. */
  openRoute(route: Route): void
  /** True while the windows are locked, until the PIN is entered. */
  readonly isLocked: boolean
  /** The global shortcut was pressed: it opens the quick-lookup panel, unless it is being tested. */
  shortcutPressed(): void
  /** Power or screen-lock event of this PC; `awake` (or unlocked) fetches everything again. */
  power(state: 'asleep' | 'locked' | 'awake'): void
}

export interface CoreDeps {
  host: HostPort
  /** Locked by this process already (`instance/`). */
  dataDir: string
  /** Entry of the store's worker thread: a built file, or its source in tests. */
  dbWorker: URL
  clock: Clock
  log: Log
  /** Log file, for Diagnóstico. */
  logFile?: Pick<LogFile, 'path' | 'tail'>
  /** Overrides each part's stall timeout, in milliseconds. */
  stallMs?: number
  /** The system's keychain; absent where it is not to be used. */
  loadKeytar?: LoadKeytar
  /** For tests unrelated to the cost of guessing a passphrase. */
  deriveKey?: DeriveKey
  /** Version of this build. */
  version?: string
  /** Host and package of this build; by default the web host, from the sources. */
  about?: AboutHost
  /** Milliseconds to connect and, overriding the account's own, to receive a whole answer. */
  timeouts?: { connectMs: number; answerMs?: number }
  /** Extra arguments of the demonstration's service. */
  serviceArgs?: readonly string[]
  /** Overrides times of the relay's connection, in milliseconds. */
  relayTimings?: RelayDeps['timings']
  /** What an administrator sets on this PC. */
  managed?: ManagedSettings
  /** Fills the demonstration with an invented office at its first start, and lets it go on by itself. */
  sampleOffice?: boolean
  /** Updates of an installed edition; absent when it runs from its sources. */
  updates?: InstalledVersion
}
