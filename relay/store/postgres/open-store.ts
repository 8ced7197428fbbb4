import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import { newId } from '../../office/secrets.ts'
import type { DueMessage, EndedMessage, Reader, Store, StoreListener } from '../store.ts'
import { createWriteQueue, patiently } from '../write-queue.ts'
import { isStale, type WriteName } from '../writes.ts'
import type { Attention } from '../../alarm/alarm.rules.ts'
import { createBatches } from './batch.ts'
import { createVerify, openDataSet } from './data-set.ts'
import { LANES } from './connections.ts'
import { openDatabase, type Database, type Session } from './database.ts'
import { listReads } from './list.reads.ts'
import { createListener } from './listener.ts'
import { createPairingRows } from './pairing-rows.ts'
import { tendPartitions } from './partitions.ts'
import type { Readings } from '../../ops/metrics.ts'
import { type Confirmation, namesOf, receiptPage } from '../receipts.ts'
import { createSecretTable } from './secret-table.ts'
import type { Signal } from './signals.ts'

export interface PostgresDeps {
  /** `postgres://user:password@host/database` */
  url: string
  /** 32 bytes that all nodes share. */
  sealingKey: Buffer
  clock: Clock
  log: Log
  /** Connections that this node holds at most, at least three: one hears the others. */
  connections: number
  /** The database is not the one that this node began with: it must end. */
  onLost: (error: unknown) => void
  /** Longest time to a commit. */
  commitDeadlineMs?: number
}

/** A PC may wait longer than an operator's webhook. */
const PC_WAIT_MS = 5_000

const OF_EVENTS: ReadonlySet<WriteName> = new Set(['ingest', 'quarantine', 'probe', 'canary', 'ack', 'see'])

/** The store of one of several nodes in PostgreSQL. What it promises is what the other driver promises. */
export async function openPostgresStore(deps: PostgresDeps): Promise<Store> {
  const { url, sealingKey, clock, log, connections, onLost, commitDeadlineMs } = deps
  const node = newId()
  const dataSet = await openDataSet(url, sealingKey, log)
  const verify = createVerify(dataSet)
  // Of their own: events do not wait behind the questions of many PCs that come at once.
  const lanes = Math.min(LANES, connections - 2)
  const forEvents = openDatabase({ url, connections: lanes, verify, idleMs: 0, plans: 'anew' })
  const database = openDatabase({
    url,
    connections: connections - 1 - lanes,
    verify,
    plans: 'by index',
    waitMs: PC_WAIT_MS,
  })
  // Opened now: a slow machine takes longer for that than the first webhook may wait.
  const warmUp = () => Promise.all(Array.from({ length: lanes }, () => forEvents.query({ text: 'SELECT 1' })))
  await patiently(warmUp)
  await patiently(() => tendPartitions(database, clock.now()))
  const { forgetInboxes, ...list } = listReads(database, forEvents)
  const pairings = createPairingRows({ database, clock, key: dataSet.key, node })
  let follower: StoreListener | null = null

  function onSignal({ moved, offices, revoked = [], canaries = [], pairings: changed = [] }: Signal): void {
    if (offices === true) forgetInboxes()
    if (moved !== undefined) follower?.moved(moved)
    for (const deviceId of revoked) follower?.revoked(deviceId)
    for (const canary of canaries) follower?.canary(canary)
    pairings.changed(changed)
  }
  function onPoll(): void {
    forgetInboxes()
    pairings.changed('all')
    follower?.moved('all')
  }
  const listener = await patiently(() => createListener({ url, node, log, verify, onSignal, onPoll, onLost }))
  const { stop, ...writer } = createWriteQueue({
    backend: createBatches({ database: forEvents, node, lanes }),
    log,
    ...(commitDeadlineMs !== undefined && { deadlineMs: commitDeadlineMs }),
    onCommit: (writes, ms) => follower?.committed(writes, ms),
    onWritten(written) {
      if (!OF_EVENTS.has(written.name) || isStale(written)) forgetInboxes()
      follower?.written(written)
    },
  })

  return {
    epoch: dataSet.epoch,
    reader: { ...list, ...alarmReads(database), ...receiptReads(database) },
    writer,
    secrets: createSecretTable(database, dataSet.key, sealingKey),
    pairings,
    follow: (given) => void (follower = given),
    readings: () => databaseReadings(database),
    leads: listener.leads,
    presenceMs: 5_000,
    async close() {
      await stop()
      await listener.close()
      await forEvents.close()
      await database.close()
    },
  }
}

type AlarmReads = Pick<
  Reader,
  'attention' | 'dueMessages' | 'lastEndedMessage' | 'lastMessageMs' | 'alarmsRaised'
>

const ATTENTION = `
SELECT head - greatest(confirmed, floor - 1) AS waiting,
  (SELECT received_ms FROM event
   WHERE office_id = office.id AND seq > confirmed AND seq >= floor ORDER BY seq LIMIT 1) AS "waitingMs",
  confirmed_ms AS "confirmedMs", raised_ms AS "raisedMs", heard_ms AS "heardMs",
  (SELECT name FROM device WHERE id = heard_by) AS "heardBy"
FROM office LEFT JOIN alarm ON alarm.office_id = office.id WHERE office.id = $1`

/** Reads of the alarm. */
const alarmReads = (database: Database): AlarmReads => ({
  attention: async (officeId) =>
    (await database.query<Attention>({ text: ATTENTION, values: [officeId] }))[0] ?? null,
  dueMessages: (now) =>
    database.query<DueMessage>({
      text: `SELECT id, office_id AS "officeId", channel, body, attempts FROM alarm_message
        WHERE next_ms <= $1 AND office_id IN (SELECT id FROM office WHERE state IS NULL)
        ORDER BY made_ms, ordinal`,
      values: [now],
    }),
  async lastEndedMessage(officeId) {
    const [last] = await database.query<EndedMessage>({
      text: `SELECT ended_ms AS "endedMs", outcome, detail FROM alarm_message
        WHERE office_id = $1 AND outcome IN ('sent', 'failed') ORDER BY ended_ms DESC LIMIT 1`,
      values: [officeId],
    })
    return last ?? null
  },
  async lastMessageMs(officeId, kind) {
    const [last] = await database.query<{ at: number | null }>({
      text: 'SELECT max(made_ms) AS at FROM alarm_message WHERE office_id = $1 AND kind = $2',
      values: [officeId, kind],
    })
    return last?.at ?? null
  },
  async alarmsRaised() {
    const [row] = await database.query<{ count: number }>({
      text: 'SELECT count(*) AS count FROM alarm JOIN office ON office.id = office_id WHERE state IS NULL',
    })
    return row?.count ?? 0
  },
})

const READINGS = `SELECT pg_database_size(current_database()) AS relay_database_bytes,
  current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint
    - (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL) AS relay_database_connections_free,
  (current_setting('synchronous_standby_names') <> '')::int AS relay_database_synchronous,
  (SELECT count(*) FROM pg_stat_replication) AS relay_database_standbys,
  CASE WHEN pg_has_role('pg_monitor', 'member')
    THEN (SELECT coalesce(extract(epoch FROM max(replay_lag)), 0)::float8 FROM pg_stat_replication)
  END AS relay_replication_lag_seconds`

/** Figures of the server. How far a standby is behind is only for members of `pg_monitor`. */
async function databaseReadings(session: Session): Promise<Readings> {
  const [row] = await session.query<Record<string, number | null>>({ text: READINGS })
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null))
}

interface EventRow {
  seq: number
  receivedMs: number
  body: string
}

const RECEIVED_EVENTS = `
SELECT seq, received_ms AS "receivedMs", body FROM (
  SELECT seq, received_ms, body FROM past_event WHERE office_id = $1 AND seq >= $2
  UNION ALL
  SELECT seq, event.received_ms, body FROM event JOIN office ON office.id = office_id
    WHERE office_id = $1 AND seq >= $2 AND seq >= floor
) AS known ORDER BY seq LIMIT $3`

const CONFIRMATIONS = `
SELECT device_id AS "deviceId", name, from_seq AS "from", to_seq AS "to", confirmed_ms AS "confirmedMs"
FROM device JOIN receipt ON receipt.device_id = device.id AND receipt.office_id = device.office_id
WHERE device.office_id = $1 AND to_seq >= $2 AND from_seq <= $3 ORDER BY confirmed_ms, receipt.id`

/** Reads of receipts. */
const receiptReads = (database: Database): Pick<Reader, 'receipts'> => ({
  async receipts(officeId, from, limit) {
    const rows = await database.query<EventRow>({
      text: RECEIVED_EVENTS,
      values: [officeId, from, limit + 1],
    })
    const to = rows.at(-1)?.seq
    const confirmed =
      to === undefined
        ? []
        : await database.query<Confirmation>({ text: CONFIRMATIONS, values: [officeId, from, to] })
    const events = rows.map(({ seq, receivedMs, body }) => ({ seq, receivedMs, ...namesOf(body) }))
    return receiptPage(events, confirmed, limit)
  },
})
