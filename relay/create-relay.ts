import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#shared/server/clock.ts'
import { listeningUrl } from '#shared/server/lifecycle.ts'
import type { Log } from '#shared/server/log.ts'
import { addAlarmRoutes, createAlarms } from './alarm/alarms.ts'
import { createChannels, type MailServer } from './alarm/channels.ts'
import { addDeviceRoutes, addReceiptRoutes, createPresence } from './devices/devices.ts'
import { addPairingRoutes } from './devices/pairing-routes.ts'
import { parseNetworks } from './http/addresses.ts'
import { createApp, defaultLimits, type Limits } from './http/app.ts'
import { createAuth } from './http/auth.ts'
import { createTokenBuckets } from './http/token-bucket.ts'
import { createCanaries, createSelfTester } from './office/self-test.ts'
import { createEventKeys } from './inbox/event-keys.ts'
import { addInboxRoutes } from './inbox/routes.ts'
import { addOfficeRoutes } from './office/office-routes.ts'
import { createOffices, type Offices } from './office/offices.ts'
import { createHealth, createOpsServer } from './ops/ops-server.ts'
import { createHousekeeping } from './ops/housekeeping.ts'
import { createMetrics, createReadings } from './ops/metrics.ts'
import { addSealingRoutes } from './office/sealing.ts'
import type { Store } from './store/store.ts'
import type { Written } from './store/writes.ts'
import { addEventsRoutes } from './stream/events-route.ts'
import { createHub, encodeRecordsFrame } from './stream/hub.ts'
import { addPresenceRoute } from './stream/presence-route.ts'
import { addRecordsRoutes } from './stream/records-route.ts'
import { addStreamRoute, createStreams, defaultStreamTimes, type StreamTimes } from './stream/streams.ts'
import { createWaits } from './stream/waits.ts'

export interface RelayDeps {
  /** The relay closes the store when it stops. */
  store: Store
  clock: Clock
  log: Log
  /** Public address for the operator, without a final slash. Default: the listening address. */
  publicUrl?: string | null
  /** Addresses and networks of the reverse proxies, besides loopback. */
  trustedProxies?: readonly string[]
  /** Limit of events per second and office; 0 for none. A burst may be ten times as large. */
  inboxRate?: number
  /** The inbox refuses events below `minFreeBytes`. `null`: the disk belongs to another machine. */
  disk?: { minFreeBytes: number; freeBytes: () => number } | null
  limits?: Partial<Limits>
  streamTimes?: Partial<StreamTimes>
  /** Mail server of the alarm. Without one, the alarm calls webhooks only. */
  mailServer?: MailServer | null
  /** Private networks that webhooks of the alarm may be in. */
  alarmNetworks?: readonly string[]
}

export interface Relay {
  app: FastifyInstance
  ops: Server
  offices: Offices
  store: Store
  /** Makes `/readyz` fail, so that the reverse proxy stops sending connections. The relay still answers requests. */
  drain(): void
  /** Finishes running requests and commits, closes every stream, and closes the store. */
  stop(): Promise<void>
}

const DISK_CHECK_MS = 1_000
/** Minimum free space, whatever `--min-free-mb` says: on a full disk every commit would fail. */
const LEAST_FREE_BYTES = 1024 * 1024
/** Connects all parts of the relay over its store. The relay does not listen yet. */
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
  function reportCanary({
    officeId,
    id,
    receivedAt,
  }: {
    officeId: number
    id: string
    receivedAt: string
  }): void {
    streams.broadcast(officeId, 'canary', { id, receivedAt })
    canaries.recordArrival(id)
  }
  function announceRecords({ args, value }: Extract<Written, { name: 'writeRecords' }>): void {
    const bodies = new Map(args.changes.map(({ id, body }) => [id, body]))
    const records = value.outcomes.flatMap((outcome) =>
      outcome.outcome === 'stored'
        ? [{ id: outcome.id, seq: outcome.seq, body: bodies.get(outcome.id) ?? null }]
        : [],
    )
    const { from, head } = value
    hub.appendRecords(args.officeId, { from, head, frame: encodeRecordsFrame({ from, head, records }) })
  }
  async function endRevokedStreams(): Promise<void> {
    const devices = streams.listDevices()
    if (devices.length > 0) for (const id of await reader.listRevoked(devices)) streams.endDeviceStreams(id)
  }
  store.setListener({
    onCommitted: metrics.recordCommit,
    // A failed read is retried at the next poll or event.
    onMoved(officeIds) {
      hub.moved(officeIds).catch(() => {})
      if (officeIds === 'all') endRevokedStreams().catch(() => {})
    },
    onRevoked: streams.endDeviceStreams,
    onCanary: reportCanary,
    onPresence: streams.sendPresence,
    onWritten(written) {
      if (written.name === 'ingest' && written.value.kind === 'stored') {
        const { officeId, receivedMs, body, extra } = written.args
        hub.append(officeId, { ...written.value, receivedMs, body, extra })
      }
      if (written.name === 'replay' && written.value !== null)
        hub.append(written.args.officeId, written.value)
      if (written.name === 'writeRecords') announceRecords(written)
      if (written.name === 'canary') reportCanary(written.args)
      if (written.name === 'revokeDevice') streams.endDeviceStreams(written.args.id)
      if (written.name === 'sweep')
        for (const { officeId, floor } of written.value.floors) hub.raiseFloor(officeId, floor)
    },
  })

  let [isLeaving, isStopping] = [false, false]
  let free = { bytes: disk?.freeBytes() ?? 0, at: performance.now() }
  function findCloseReason(): string | null {
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
  const auth = createAuth({ reader, clock, onSeen: presence.recordSeen, onRefused: metrics.countRefused })
  const waits = createWaits()
  const offices = createOffices({ reader, writer, clock, log, secrets })
  const common = { auth, clock, hub, reader, writer, waits }
  const createLimit = (rate: number) => createTokenBuckets(clock, { perSecond: rate, burst: rate * 10 })
  const rate = inboxRate === 0 ? null : createLimit(inboxRate)
  const getKeyMaker = createEventKeys(secrets)
  void app.register((scope) =>
    addInboxRoutes(scope, {
      ...common,
      log,
      getKeyMaker,
      canaries,
      metrics,
      findCloseReason,
      rate,
    }),
  )
  addEventsRoutes(app, { ...common, replays: createLimit(10) })
  addRecordsRoutes(app, { ...common, writes: createLimit(50) })
  const posts = { ofDevice: createLimit(1), ofOffice: createLimit(20) }
  addPresenceRoute(app, { auth, streams, store, posts })
  addStreamRoute(app, { auth, hub, streams, isStopping: () => isStopping })
  addPairingRoutes(app, { ...common, pairings })
  addDeviceRoutes(app, { ...common, streams, presence })
  addSealingRoutes(app, common)
  const selfTest = createSelfTester({ clock, canaries, secrets, publicUrl, rate: createLimit(0.2) })
  const mailServer = deps.mailServer ?? null
  const allowed = parseNetworks(deps.alarmNetworks ?? [])
  const canMail = mailServer !== null
  const channels = createChannels(mailServer, allowed)
  const alarms = createAlarms({ ...common, log, secrets, presence, channels, canMail })
  addAlarmRoutes(app, { ...common, alarms, canMail, allowed, tests: createLimit(0.2) })
  addReceiptRoutes(app, { auth, reader })
  // The reverse proxy calls this route often, so it makes no commit. `/readyz` of the operators' port does.
  app.get('/readyz', async (_request, reply) =>
    reply.code(isLeaving || findCloseReason() !== null ? 503 : 200).send(),
  )
  const drain = createDrain(app)
  addOfficeRoutes(app, { ...common, offices, secrets, publicUrl, selfTest })

  const health = createHealth({ writer, findCloseReason })
  const readings = createReadings({
    store,
    streams,
    health,
    countRaised: alarms.countRaised,
    findCloseReason,
    disk,
  })
  const ops = createOpsServer({ ...health, metrics: async () => metrics.render(await readings()) })
  const housekeeping = createHousekeeping({ clock, log, store, presence, alarms })

  return {
    app,
    ops,
    offices,
    store,
    drain: () => void (isLeaving = true),
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

/** A stop waits until no request has arrived for this time. */
const QUIET_MS = 250
/** Maximum wait for such a pause. */
const DRAIN_MS = 1_000

/**
 * Drains the server: no new connections, and each open connection closes after its next response. Closing them at
 * once would reset requests in transit.
 */
function createDrain(app: FastifyInstance): () => Promise<void> {
  let isDraining = false
  let lastMs = 0
  app.addHook('onRequest', async () => void (lastMs = performance.now()))
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) void reply.header('connection', 'close')
  })
  const countConnections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count ?? 0)))
  return async () => {
    isDraining = true
    const until = performance.now() + DRAIN_MS
    // `Server.close` of HTTP also closes idle connections, which may have a request in transit. `net.Server.close`
    // does not.
    NetServer.prototype.close.call(app.server)
    const beganMs = performance.now()
    const isQuiet = () => performance.now() - Math.max(lastMs, beganMs) >= QUIET_MS
    while (performance.now() < until && !isQuiet() && (await countConnections()) > 0)
      await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Time for clients to read the responses in progress. */
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
