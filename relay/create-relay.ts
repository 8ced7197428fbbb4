import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#shared/server/clock.ts'
import { listeningUrl } from '#shared/server/lifecycle.ts'
import type { Log } from '#shared/server/log.ts'
import { addAlarmRoutes } from './alarm/alarm-routes.ts'
import { createAlarms } from './alarm/alarms.ts'
import { createChannels, type MailServer } from './alarm/channels.ts'
import { addDeviceRoutes } from './devices/device-routes.ts'
import { addPairingRoutes } from './devices/pairing-routes.ts'
import { createPresence } from './devices/presence.ts'
import { addReceiptRoutes } from './devices/receipt-routes.ts'
import { networksOf } from './http/addresses.ts'
import { createApp } from './http/app.ts'
import { createAuth } from './http/auth.ts'
import { defaultLimits, type Limits } from './http/limits.ts'
import { createTokenBuckets } from './http/token-bucket.ts'
import { createCanaries } from './inbox/canaries.ts'
import { createEventKeys } from './inbox/event-keys.ts'
import { addInboxRoutes } from './inbox/routes.ts'
import { addOfficeRoutes } from './office/office-routes.ts'
import { createOffices, type Offices } from './office/offices.ts'
import { createSelfTester } from './office/self-test.ts'
import { createHealth } from './ops/health.ts'
import { createHousekeeping } from './ops/housekeeping.ts'
import { createMetrics } from './ops/metrics.ts'
import { createOpsServer } from './ops/ops-server.ts'
import { createReadings } from './ops/readings.ts'
import { addSealingRoutes } from './sealing/sealing-routes.ts'
import type { Store } from './store/store.ts'
import { addEventsRoutes } from './stream/events-route.ts'
import { createHub } from './stream/hub.ts'
import { addStreamRoute } from './stream/stream-route.ts'
import { createStreams, defaultStreamTimes, type StreamTimes } from './stream/streams.ts'
import { createWaits } from './stream/waits.ts'

export interface RelayDeps {
  /** Closed with the relay. */
  store: Store
  clock: Clock
  log: Log
  /** Address that the operator is given; the listening one without it. Without a final slash. */
  publicUrl?: string | null
  /** Addresses and networks of proxies in front, besides this machine's own. */
  trustedProxies?: readonly string[]
  /** Events per second of one office, with ten times as many at once; 0 for no limit. */
  inboxRate?: number
  /** Less room than this on the disk, and the inbox refuses; `null` where the disk is another machine's matter. */
  disk?: { minFreeBytes: number; freeBytes: () => number } | null
  limits?: Partial<Limits>
  streamTimes?: Partial<StreamTimes>
  /** For the alarm; without one it tells webhooks only. */
  mailServer?: MailServer | null
  /** Networks beside the internet that webhooks of the alarm may be in. */
  alarmNetworks?: readonly string[]
}

export interface Relay {
  app: FastifyInstance
  ops: Server
  offices: Offices
  store: Store
  /** Tells the proxy in front, at `/readyz`, to send its connections elsewhere; goes on with what comes. */
  leave(): void
  /** Finishes what is under way and what comes on open connections, says goodbye to every stream, and closes the store. */
  stop(): Promise<void>
}

const DISK_CHECK_MS = 1_000
/** Room for some events and their log, whatever `--min-free-mb` says: on a full disk each of them would fail. */
const LEAST_FREE_BYTES = 1024 * 1024
/** The whole relay over its store. Not listening yet. */
export function createRelay(deps: RelayDeps): Relay {
  const { store, clock, log, inboxRate = 200, disk = null } = deps
  const { epoch, reader, writer, secrets, pairings } = store
  const metrics = createMetrics()
  const hub = createHub({ epoch, reader })
  const streams = createStreams({
    hub,
    clock,
    metrics,
    times: { ...defaultStreamTimes, ...deps.streamTimes },
  })
  const canaries = createCanaries(secrets.key)
  function arrived({ officeId, id, receivedAt }: { officeId: number; id: string; receivedAt: string }): void {
    streams.tell(officeId, 'canary', { id, receivedAt })
    canaries.arrived(id)
  }
  async function cutRevoked(): Promise<void> {
    const devices = streams.devices()
    if (devices.length > 0) for (const id of await reader.revokedAmong(devices)) streams.cut(id)
  }
  store.follow({
    committed: metrics.commit,
    // What the store does not answer now is looked at again soon.
    moved(officeIds) {
      hub.moved(officeIds).catch(() => {})
      if (officeIds === 'all') cutRevoked().catch(() => {})
    },
    revoked: streams.cut,
    canary: arrived,
    written(written) {
      if (written.name === 'ingest' && written.value.kind === 'stored') {
        const { officeId, receivedMs, body, extra } = written.args
        hub.append(officeId, { ...written.value, receivedMs, body, extra })
      }
      if (written.name === 'replay' && written.value !== null)
        hub.append(written.args.officeId, written.value)
      if (written.name === 'canary') arrived(written.args)
      if (written.name === 'revokeDevice') streams.cut(written.args.id)
      if (written.name === 'sweep')
        for (const { officeId, floor } of written.value.floors) hub.raiseFloor(officeId, floor)
    },
  })

  let [isLeaving, isStopping] = [false, false]
  let free = { bytes: disk?.freeBytes() ?? 0, at: performance.now() }
  function closedBecause(): string | null {
    if (isStopping) return 'the relay is stopping'
    if (disk === null) return null
    if (performance.now() - free.at > DISK_CHECK_MS) free = { bytes: disk.freeBytes(), at: performance.now() }
    return free.bytes < Math.max(disk.minFreeBytes, LEAST_FREE_BYTES) ? 'the disk is low' : null
  }

  const limits = { ...defaultLimits, ...deps.limits }
  const app = createApp({
    limits,
    trustedProxies: deps.trustedProxies ?? [],
    log,
  })
  // A command may open a relay that does not listen.
  const publicUrl = () => deps.publicUrl ?? (app.server.listening ? listeningUrl(app) : 'http://localhost')
  const presence = createPresence(clock, streams.isStreaming)
  const auth = createAuth({ reader, clock, onSeen: presence.seen, onRefused: metrics.refused })
  const waits = createWaits()
  const offices = createOffices({ reader, writer, clock, log, secrets })
  const common = { auth, clock, hub, reader, writer, waits }
  const perSecond = (rate: number) => createTokenBuckets(clock, { perSecond: rate, burst: rate * 10 })
  const rate = inboxRate === 0 ? null : perSecond(inboxRate)
  const keysOf = createEventKeys(secrets)
  void app.register((scope) =>
    addInboxRoutes(scope, { ...common, log, keysOf, canaries, metrics, closedBecause, rate }),
  )
  addEventsRoutes(app, { ...common, replays: perSecond(10) })
  addStreamRoute(app, { auth, hub, streams, isStopping: () => isStopping })
  addPairingRoutes(app, { ...common, pairings })
  addDeviceRoutes(app, { ...common, streams, presence })
  addSealingRoutes(app, common)
  const selfTest = createSelfTester({ clock, canaries, secrets, publicUrl, rate: perSecond(0.2) })
  const mailServer = deps.mailServer ?? null
  const allowed = networksOf(deps.alarmNetworks ?? [])
  const canMail = mailServer !== null
  const channels = createChannels(mailServer, allowed)
  const alarms = createAlarms({ ...common, log, secrets, presence, channels, canMail })
  addAlarmRoutes(app, { ...common, alarms, canMail, allowed, tests: perSecond(0.2) })
  addReceiptRoutes(app, { auth, reader })
  // For the proxy, which asks often: without a commit, unlike that of the port for operators.
  app.get('/readyz', async (_request, reply) =>
    reply.code(isLeaving || closedBecause() !== null ? 503 : 200).send(),
  )
  const drain = createDrain(app)
  addOfficeRoutes(app, { ...common, offices, secrets, publicUrl, selfTest })

  const health = createHealth({ writer, closedBecause })
  const { unattended } = alarms
  const readings = createReadings({ store, streams, health, unattended, closedBecause, disk })
  const ops = createOpsServer({ ...health, metrics: async () => metrics.text(await readings()) })
  const housekeeping = createHousekeeping({ clock, log, store, presence, alarms })

  return {
    app,
    ops,
    offices,
    store,
    leave: () => void (isLeaving = true),
    async stop() {
      await drain()
      isStopping = true
      housekeeping.stop()
      await housekeeping.finish()
      await writer.drain()
      waits.stop()
      streams.stop()
      await closeServers(app, ops)
      await store.close()
      health.stop()
    },
  }
}

/** A stop waits until no request has come for this time. */
const QUIET_MS = 250
/** A stop waits for quiet no longer than this time. */
const DRAIN_MS = 1_000

/**
 * Takes no new connections, answers what still comes on those that are open, and ends each after its next answer. To
 * end them at once would reset the requests that are on their way.
 */
function createDrain(app: FastifyInstance): () => Promise<void> {
  let isDraining = false
  let lastMs = 0
  app.addHook('onRequest', async () => void (lastMs = performance.now()))
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) void reply.header('connection', 'close')
  })
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count ?? 0)))
  return async () => {
    isDraining = true
    const until = performance.now() + DRAIN_MS
    // The close of an HTTP server ends the connections that have no request at this moment.
    NetServer.prototype.close.call(app.server)
    const beganMs = performance.now()
    const isQuiet = () => performance.now() - Math.max(lastMs, beganMs) >= QUIET_MS
    while (performance.now() < until && !isQuiet() && (await connections()) > 0)
      await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Time that answers under way have to be taken. */
const FINISH_MS = 1_500

async function closeServers(app: FastifyInstance, ops: Server): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 25)
  const cut = setTimeout(() => app.server.closeAllConnections(), FINISH_MS)
  ops.close()
  ops.closeAllConnections()
  await app.close()
  clearInterval(sweep)
  clearTimeout(cut)
}
