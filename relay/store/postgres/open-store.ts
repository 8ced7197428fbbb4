import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import { newId } from '../../office/secrets.ts'
import type { Readings } from '../../ops/metrics.ts'
import type { Store, StoreListener } from '../store.ts'
import { WriteQueue, retryWhileBusy } from '../write-queue.ts'
import { affectsInboxes } from '../writes.ts'
import { createBatches } from './batch.ts'
import { createIdentityCheck, openDataSet } from './data-set.ts'
import { openDatabase, type Session } from './database.ts'
import { createPairingRows } from './pairing-rows.ts'
import { createAlarmReads, createListReads, createReceiptReads } from './reads.ts'
import { maintainPartitions } from './retention.ts'
import { createSecretTable } from './secrets.ts'
import { createListener, createPresenceSender, type Signal } from './signals.ts'

/** Connections for batches. The other connections are for reads. */
const LANES = 2

export interface PostgresDeps {
  /** `postgres://user:password@host/database` */
  url: string
  /** 32 bytes that all nodes share. */
  sealingKey: Buffer
  clock: Clock
  log: Log
  /** Maximum connections of this node, at least three. One listens to the other nodes. */
  connections: number
  /** Called if the database is not the one that this node began with. The node must end. */
  onLost: (error: unknown) => void
  /** Deadline of a write. */
  commitDeadlineMs?: number
}

/** A PC may wait longer for a connection than a webhook. */
const PC_WAIT_MS = 5_000

/** Opens the store of one node over PostgreSQL. It keeps the same promises as the SQLite driver. */
export async function openPostgresStore(deps: PostgresDeps): Promise<Store> {
  const { url, sealingKey, clock, log, connections, onLost, commitDeadlineMs } = deps
  const node = newId()
  const dataSet = await openDataSet(url, sealingKey, log)
  const verify = createIdentityCheck(dataSet)
  // Separate connections: events do not queue behind many reads of PCs.
  const lanes = Math.min(LANES, connections - 2)
  const forEvents = openDatabase({ url, connections: lanes, verify, idleMs: 0, plans: 'anew' })
  const database = openDatabase({
    url,
    connections: connections - 1 - lanes,
    verify,
    plans: 'by index',
    waitMs: PC_WAIT_MS,
  })
  // Connect now: on a slow machine, connecting takes longer than the first webhook may wait.
  const openConnections = () =>
    Promise.all(Array.from({ length: lanes }, () => forEvents.query({ text: 'SELECT 1' })))
  await retryWhileBusy(openConnections)
  await retryWhileBusy(() => maintainPartitions(database, clock.now()))
  const { forgetInboxes, ...list } = createListReads(database, forEvents)
  const pairings = createPairingRows({ database, clock, key: dataSet.key, node })
  let follower: StoreListener | null = null

  function onSignal(signal: Signal): void {
    const { moved, offices, revoked = [], canaries = [], pairings: changed = [], presence } = signal
    if (offices === true) forgetInboxes()
    if (moved !== undefined) follower?.onMoved(moved)
    for (const deviceId of revoked) follower?.onRevoked(deviceId)
    for (const canary of canaries) follower?.onCanary(canary)
    if (presence !== undefined) follower?.onPresence(presence)
    pairings.wakeListeners(changed)
  }
  function onPoll(): void {
    forgetInboxes()
    pairings.wakeListeners('all')
    follower?.onMoved('all')
  }
  const listener = await retryWhileBusy(() =>
    createListener({ url, node, log, verify, onSignal, onPoll, onLost }),
  )
  const writer = new WriteQueue({
    backend: createBatches({ database: forEvents, node, lanes }),
    log,
    ...(commitDeadlineMs !== undefined && { deadlineMs: commitDeadlineMs }),
    onCommit: (writes, ms) => follower?.onCommitted(writes, ms),
    onWritten(written) {
      if (affectsInboxes(written)) forgetInboxes()
      follower?.onWritten(written)
    },
  })

  return {
    epoch: dataSet.epoch,
    reader: { ...list, ...createAlarmReads(database), ...createReceiptReads(database) },
    writer,
    secrets: createSecretTable(database, dataSet.key, sealingKey),
    pairings,
    setListener: (given) => void (follower = given),
    readings: () => readMetrics(database),
    isLeader: listener.isLeader,
    sendPresence: createPresenceSender(database, node),
    presenceMs: 5_000,
    async close() {
      await writer.stop()
      await listener.close()
      await forEvents.close()
      await database.close()
    },
  }
}

const READINGS = `SELECT pg_database_size(current_database()) AS relay_database_bytes,
  current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint
    - (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL) AS relay_database_connections_free,
  (current_setting('synchronous_standby_names') <> '')::int AS relay_database_synchronous,
  (SELECT count(*) FROM pg_stat_replication) AS relay_database_standbys,
  CASE WHEN pg_has_role('pg_monitor', 'member')
    THEN (SELECT coalesce(extract(epoch FROM max(replay_lag)), 0)::float8 FROM pg_stat_replication)
  END AS relay_replication_lag_seconds`

/** Metrics of the server. Only members of `pg_monitor` can read the replication lag. */
async function readMetrics(session: Session): Promise<Readings> {
  const [row] = await session.query<Record<string, number | null>>({ text: READINGS })
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null))
}
