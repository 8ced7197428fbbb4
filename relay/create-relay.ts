import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#shared/server/clock.ts'
import { listeningUrl } from '#shared/server/listening-url.ts'
import type { Log } from '#shared/server/log.ts'
import { addAlarmRoutes } from './alarm/alarm-routes.ts'
import { createAlarms } from './alarm/alarms.ts'
import { createChannels, type MailServer } from './alarm/channels.ts'
import { addDeviceRoutes } from './devices/device-routes.ts'
import { addPairingRoutes } from './devices/pairing-routes.ts'
import { createPairings } from './devices/pairings.ts'
import { createPresence } from './devices/presence.ts'
import { addReceiptRoutes } from './devices/receipt-routes.ts'
import { createApp } from './http/app.ts'
import { createAuth } from './http/auth.ts'
import { defaultLimits, type Limits } from './http/limits.ts'
import { createTokenBuckets } from './http/token-bucket.ts'
import { createCanaries } from './inbox/canaries.ts'
import { createEventKeys } from './inbox/event-keys.ts'
import { addInboxRoutes } from './inbox/routes.ts'
import { addOfficeRoutes } from './office/office-routes.ts'
import { createOffices, type Offices } from './office/offices.ts'
import { openSecretFile, type SecretFile } from './office/secret-file.ts'
import { createSelfTester } from './office/self-test.ts'
import { createHealth } from './ops/health.ts'
import { createHousekeeping } from './ops/housekeeping.ts'
import { createMetrics } from './ops/metrics.ts'
import { createOpsServer } from './ops/ops-server.ts'
import { createAlarmReader } from './store/alarm-reader.ts'
import { settleEpoch } from './store/epoch.ts'
import { openReader } from './store/open.ts'
import { createReader } from './store/reader.ts'
import { createReceiptReader } from './store/receipt-reader.ts'
import { createWriter, type Writer } from './store/writer-client.ts'
import type { WriteName } from './store/writer-protocol.ts'
import { addEventsRoutes } from './stream/events-route.ts'
import { createHub } from './stream/hub.ts'
import { addStreamRoute } from './stream/stream-route.ts'
import { createStreams, defaultStreamTimes, type StreamTimes } from './stream/streams.ts'
import { createWaits } from './stream/waits.ts'

export interface RelayDeps {
  /** Data directory, already locked for this process. */
  directory: string
  clock: Clock
  log: Log
  /** Entry of the writer's thread: `store/writer.ts`, or a built file. */
  writerEntry: URL
  /** Address that the operator is given; the listening one without it. Without a final slash. */
  publicUrl?: string | null
  /** Addresses and networks of proxies in front, besides this machine's own. */
  trustedProxies?: readonly string[]
  /** Events per second of one office, with ten times as many at once; 0 for no limit. */
  inboxRate?: number
  /** Less room than this on the disk, and the inbox refuses. */
  minFreeBytes?: number
  freeBytes?: () => number
  limits?: Partial<Limits>
  streamTimes?: Partial<StreamTimes>
  /** Longest time to a commit. */
  commitDeadlineMs?: number
  /** For the alarm; without one it tells webhooks only. */
  mailServer?: MailServer | null
}

export interface Relay {
  app: FastifyInstance
  ops: Server
  offices: Offices
  secrets: SecretFile
  writer: Writer
  epoch: string
  /** Takes no more events, finishes what is under way, says goodbye to every stream and closes the store. */
  stop(): Promise<void>
}

const DISK_CHECK_MS = 1_000
/** Writes that change no office as the inbox sees it, and come often. */
const OF_EVENTS: ReadonlySet<WriteName> = new Set(['ingest', 'quarantine', 'probe', 'ack', 'see'])

/** The whole relay over a data directory. Not listening yet. */
export function createRelay(deps: RelayDeps): Relay {
  const { directory, clock, log, inboxRate = 200, minFreeBytes = 512 * 1024 * 1024 } = deps
  const file = join(directory, 'relay.db')
  const guardFile = join(directory, 'epoch-guard')
  const secrets = openSecretFile(join(directory, 'secrets.json'))
  let epoch = ''
  const db = openReader(file, (opened) => {
    const settled = settleEpoch(opened, guardFile)
    epoch = settled.epoch
    if (settled.isNew) log.info('a new epoch: every PC looks at its open files again')
  })
  const reader = createReader(db)
  const metrics = createMetrics()
  const hub = createHub({ epoch, reader })
  const streams = createStreams({
    hub,
    clock,
    metrics,
    times: { ...defaultStreamTimes, ...deps.streamTimes },
  })
  const writer = createWriter({
    entry: deps.writerEntry,
    data: { file, guardFile, epoch },
    clock,
    log,
    ...(deps.commitDeadlineMs !== undefined && { deadlineMs: deps.commitDeadlineMs }),
    onCommit: metrics.commit,
    onRestart() {
      reader.forgetInboxes()
      hub.load()
    },
    onWritten(written) {
      if (!OF_EVENTS.has(written.name)) reader.forgetInboxes()
      if (written.name === 'ingest' && written.value.kind === 'stored') {
        const { officeId, receivedMs, body, extra } = written.args
        hub.append(officeId, { ...written.value, receivedMs, body, extra })
      }
      if (written.name === 'replay' && written.value !== null)
        hub.append(written.args.officeId, written.value)
      if (written.name === 'revokeDevice') streams.cut(written.args.id)
      if (written.name === 'sweep')
        for (const { officeId, floor } of written.value.floors) hub.raiseFloor(officeId, floor)
    },
  })

  let isStopping = false
  const freeBytes = deps.freeBytes ?? (() => freeBytesOf(directory))
  let free = { bytes: freeBytes(), at: performance.now() }
  function closedBecause(): string | null {
    if (isStopping) return 'the relay is stopping'
    if (performance.now() - free.at > DISK_CHECK_MS) free = { bytes: freeBytes(), at: performance.now() }
    return free.bytes < minFreeBytes ? 'the disk is low' : null
  }

  const app = createApp({
    limits: { ...defaultLimits, ...deps.limits },
    trustedProxies: deps.trustedProxies ?? [],
    log,
  })
  // A command may open a relay that does not listen.
  const publicUrl = () => deps.publicUrl ?? (app.server.listening ? listeningUrl(app) : 'http://localhost')
  const presence = createPresence(clock)
  const auth = createAuth({ reader, clock, onSeen: presence.seen, onRefused: metrics.refused })
  const waits = createWaits()
  const offices = createOffices({ reader, writer, clock, secrets })
  const canaries = createCanaries({
    secret: secrets.key,
    clock,
    onReceived: (officeId, canary) => streams.tell(officeId, 'canary', canary),
  })
  const common = { auth, clock, hub, reader, writer, waits }
  const perSecond = (rate: number) => createTokenBuckets(clock, { perSecond: rate, burst: rate * 10 })
  const rate = inboxRate === 0 ? null : perSecond(inboxRate)
  const keys = createEventKeys(secrets.key)
  void app.register((scope) =>
    addInboxRoutes(scope, { ...common, log, keys, canaries, metrics, closedBecause, rate }),
  )
  addEventsRoutes(app, { ...common, replays: perSecond(10) })
  addStreamRoute(app, { auth, hub, streams, isStopping: () => isStopping })
  addPairingRoutes(app, { ...common, epoch, pairings: createPairings({ clock }) })
  addDeviceRoutes(app, { ...common, streams, presence })
  const selfTest = createSelfTester({ clock, canaries, secrets, publicUrl, rate: perSecond(0.2) })
  const mailServer = deps.mailServer ?? null
  const canMail = mailServer !== null
  const alarmReader = createAlarmReader(db)
  const channels = createChannels(mailServer)
  const alarms = createAlarms({ ...common, alarmReader, log, secrets, presence, channels, canMail })
  addAlarmRoutes(app, { ...common, alarms, canMail, tests: perSecond(0.2) })
  addReceiptRoutes(app, { auth, receipts: createReceiptReader(db) })
  addOfficeRoutes(app, { ...common, offices, secrets, publicUrl, selfTest })

  const health = createHealth({ writer, closedBecause })
  const gauges = () => ({
    relay_queue_rows: writer.queued(),
    relay_streams: streams.count(),
    relay_offices_unattended: alarms.unattended(),
    relay_stream_buffered_bytes: streams.buffered(),
    relay_commit_age_seconds: writer.commitAgeMs() / 1_000,
    relay_disk_free_bytes: free.bytes,
    nodejs_eventloop_lag_seconds: health.loopDelayMs() / 1_000,
    process_resident_memory_bytes: process.memoryUsage.rss(),
  })
  const ops = createOpsServer({ ...health, metrics: () => metrics.text(gauges()) })
  const housekeeping = createHousekeeping({ clock, log, writer, presence, alarms })

  return {
    app,
    ops,
    offices,
    secrets,
    writer,
    epoch,
    async stop() {
      isStopping = true
      housekeeping.stop()
      await housekeeping.finish()
      await writer.drain()
      waits.stop()
      streams.stop()
      await closeServers(app, ops)
      await writer.stop()
      health.stop()
      db.close()
    },
  }
}

const freeBytesOf = (directory: string): number => {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
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
