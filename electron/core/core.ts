import { assumptions } from '#shared/api/assumptions.ts'
import { appError, type AppError } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import { createServiceClient } from './api/service-client.ts'
import { createTransport } from './api/transport.ts'
import { createRouter, type Router } from './bridge/router.ts'
import type { Clock } from './clock.ts'
import { createHandlers, createTransferHandlers } from './handlers.ts'
import { createStore } from './db/store.ts'
import { storeAppError, StoreError } from './db/store-error.ts'
import type { HostPort } from './host.ts'
import type { Log } from './log/log.ts'
import { createLookup } from './lookup/lookup.ts'
import { loadNotices } from './notices.ts'
import { createDemoProfile } from './profiles/demo-profile.ts'
import { defaultSettings, loadSettings } from './settings/settings.ts'
import { createSlices } from './slices.ts'
import { createConnectionGate } from './sync/connection.ts'
import { createRateLimiter } from './sync/rate-limiter.ts'

/** Everything that is not a window (architecture.md section 1). */
export interface Core {
  readonly router: Router
  /** Opens the store and starts what runs by itself. Never rejects: what fails is a state on screen. */
  start(): Promise<void>
  /** Ends every activity and process of its own. What was open is written down. */
  stop(): Promise<void>
  /** Brings the windows to a place. */
  openRoute(route: Route): void
}

export interface CoreDeps {
  host: HostPort
  /** Already locked by this process (`instance/`). */
  dataDir: string
  /** Entry of the store's worker thread: a built file, or its source in tests. */
  dbWorker: URL
  clock: Clock
  log: Log
  /** Milliseconds to connect and to have a whole answer. */
  timeouts?: { connectMs: number; answerMs: number }
  /** More arguments for the demonstration's service. */
  serviceArgs?: readonly string[]
}

export const DEFAULT_TIMEOUTS = { connectMs: 5_000, answerMs: 10_000 } as const

export function createCore({ host, dataDir, dbWorker, clock, log, ...options }: CoreDeps): Core {
  let changes = 0
  const onCrash = (where: string, error: unknown): AppError => {
    // A closed store has said why on its slice: that is the answer, not that it is closed.
    if (error instanceof StoreError) return slices.get('store').error ?? storeAppError(error)
    log.error(`bridge: ${where}`, error)
    return appError('internal')
  }

  const active = createDemoProfile({
    host,
    clock,
    log,
    dataDir,
    ...(options.serviceArgs && { serviceArgs: options.serviceArgs }),
    onUp: () => gate.retryNow(),
  })
  const transport = createTransport(active.target, {
    ...(options.timeouts ?? DEFAULT_TIMEOUTS),
    maxBytes: assumptions.maxAnswerBytes,
    maxDepth: assumptions.maxAnswerDepth,
  })
  const client = createServiceClient(transport)
  const gate = createConnectionGate(clock, (state) => slices.set('connection', state))
  const store = createStore({
    directory: active.directory,
    worker: dbWorker,
    secrets: active.secrets,
    clock,
    log,
    onState: (state) => slices.set('store', state),
  })
  const lookup = createLookup({
    client,
    gate,
    limiter: createRateLimiter(clock, assumptions.interactiveRequestsPerSecond),
    clock,
    log,
    call: store.call,
    onChanged: (vrm) => router.publish('changed', { kind: 'lookup', ids: [vrm], version: ++changes }),
  })

  /** Everything that is read from the store once it is open, at the start and after a recovery. */
  async function takeUp(): Promise<void> {
    if (slices.get('store').state !== 'open') return
    slices.set('settings', await loadSettings(store.call))
    slices.set('notices', await loadNotices(store))
    await lookup.resume()
  }

  const router = createRouter({
    onCrash,
    handlers: createHandlers({ host, store, lookup, gate, client, clock, takeUp, slices: () => slices }),
    transferHandlers: createTransferHandlers(store),
  })
  const slices = createSlices(
    {
      settings: defaultSettings,
      connection: gate.state,
      profile: active.profile,
      store: { state: 'failed', directory: active.directory },
      notices: [],
    },
    router.publish,
  )

  return {
    router,
    async start() {
      active.start()
      await store.open()
      await takeUp().catch((error: unknown) => log.error('core: cannot take up the work', error))
    },
    async stop() {
      await lookup.stop().catch((error: unknown) => log.error('core: lookups did not end well', error))
      await Promise.all([active.stop(), transport.close(), store.close()])
    },
    openRoute: (route) => router.publish('route', { route }),
  }
}
