import { ok } from '#shared/bridge/result.ts'
import type { InboxCounts, Notification, Outage, Sweep } from '#shared/bridge/inbox.ts'
import { type NotificationSettings, defaultNotificationSettings } from '#shared/bridge/settings.ts'
import { defaultAssumptions } from '#shared/api/assumptions.ts'
import { createServiceClient } from '#electron/core/api/service-client.ts'
import { createTransport } from '#electron/core/api/transport.ts'
import { systemClock, type Clock } from '#electron/core/runtime/clock.ts'
import { createStore, type Store } from '#electron/core/store/store.ts'
import { createTracking, type Tracking } from '#electron/core/features/changes/tracking.ts'
import type { HostPort } from '#electron/core/host.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { createLog } from '#electron/core/runtime/log.ts'
import { createWindows, type Windows } from '#electron/core/features/notifications/windows.ts'
import { createOutageWatch } from '#electron/core/features/outage/outage.ts'
import { createCircuitBreaker, type CircuitBreaker } from '#electron/core/runtime/circuit-breaker.ts'
import { createRateLimiter } from '#electron/core/runtime/admission.ts'
import { dbWorker, PATIENT, temporaryDirectory } from './core-fixture.ts'
import { quietSupervisor } from './quiet-supervisor.ts'

export interface TrackingFixture {
  tracking: Tracking
  store: Store
  breaker: CircuitBreaker
  windows: Windows
  clock: Clock
  /** Notifications that the windows were asked to raise. */
  asked: { windowId: string; notification: Notification }[]
  /** Notifications that the host was asked to present. */
  raised: Notification[]
  changed: string[]
  logged: string[]
  state: { inboxCounts?: InboxCounts; outage?: Outage; sweep?: Sweep; settings: NotificationSettings }
  directory: string
  stop(): Promise<void>
}

export interface TrackingOptions {
  clock?: Clock
  directory?: string
  settings?: Partial<NotificationSettings>
  hidesNames?: boolean
  /** `false`: the host has no presenter, so the windows are asked. */
  present?: boolean | HostPort['notify']
  interactive?: number
  background?: number
  start?: boolean
  /** As with a relay that is heard. */
  relayed?: () => boolean
}

/** The tracking part of a core, over a real store and real HTTP to `url`. */
export async function startTracking(url: string, options: TrackingOptions = {}): Promise<TrackingFixture> {
  const { clock = systemClock, present = true } = options
  const directory = options.directory ?? (await temporaryDirectory())
  const asked: TrackingFixture['asked'] = []
  const raised: Notification[] = []
  const changed: string[] = []
  const logged: string[] = []
  const state: TrackingFixture['state'] = {
    settings: { ...defaultNotificationSettings, ...options.settings },
  }
  const log = createLog((line) => logged.push(line))
  const secrets = createFileSecrets(directory)
  const store = createStore({
    directory,
    worker: dbWorker,
    secrets,
    clock,
    log,
    supervisor: quietSupervisor,
    onState: () => undefined,
  })
  const outage = createOutageWatch({
    clock,
    log,
    record: (attempts) => store.call('recordAttempts', attempts),
    onState: (next) => (state.outage = next),
  })
  const transport = createTransport({
    target: async () => ok({ baseUrl: url, apiKey: 'key' }),
    resolveProxy: async () => null,
    ...PATIENT,
    maxBytes: defaultAssumptions.maxAnswerBytes,
    maxDepth: defaultAssumptions.maxAnswerDepth,
  })
  const breaker = createCircuitBreaker({
    clock,
    threshold: defaultAssumptions.failingResourcesForDown,
    onChange: (connection) => tracking.connectionChanged(connection),
  })
  const windows = createWindows({
    clock,
    ask: (windowId, notification) => asked.push({ windowId, notification }),
  })
  const own: HostPort['notify'] = async (notification) => {
    raised.push(notification)
    return 'shown'
  }
  const presenter = present === true ? own : present
  const tracking = createTracking({
    call: (method, ...args) => store.call(method, ...args),
    client: createServiceClient(outage.wrapTransport(transport), defaultAssumptions),
    breaker,
    limiter: createRateLimiter(clock, options.interactive ?? 50),
    background: createRateLimiter(clock, options.background ?? 20),
    clock,
    supervisor: quietSupervisor,
    log,
    assumptions: { backgroundRequestsPerSecond: options.background ?? 20 },
    outage,
    windows,
    ...(presenter && { present: presenter }),
    notificationSettings: () => state.settings,
    hidesNames: () => options.hidesNames ?? false,
    scope: 'test',
    ...(options.relayed && { isRelayed: options.relayed }),
    events: {
      resource: (kind, id) => void changed.push(`${kind} ${id}`),
      inbox: () => undefined,
      inboxCounts: (counts) => (state.inboxCounts = counts),
      outage: () => undefined,
      sweep: (sweep) => (state.sweep = sweep),
    },
    random: () => 0.5,
  })
  await store.open()
  if (options.start !== false) tracking.start()
  return {
    tracking,
    store,
    breaker,
    windows,
    clock,
    asked,
    raised,
    changed,
    logged,
    state,
    directory,
    async stop() {
      await tracking.stop()
      await outage.flush()
      await transport.close()
      await store.close()
    },
  }
}
