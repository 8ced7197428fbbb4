import { encodeBrief } from '../receipts.ts'
import { StoreBusyError } from '../write-queue.ts'
import { CHUNK, KEPT, findNextFloor, OFFICE_TABLES, type Swept } from '../writes.ts'
import type { Database, Session } from './database.ts'
import { endOffice } from './office.writes.ts'
import { forgetRecords } from './record.writes.ts'

/** Tables whose rows expire by age: table, time column, retention time. */
const BY_AGE = [
  ['event_key', 'received_ms', KEPT.keysMs],
  ['quarantine', 'received_ms', KEPT.quarantineMs],
  ['receipt', 'confirmed_ms', KEPT.receiptsMs],
  ['past_event', 'received_ms', KEPT.receiptsMs],
  ['alarm_message', 'made_ms', KEPT.receiptsMs],
] as const

interface OldOffice {
  id: number
  floor: number
}

/** Offices whose first event has expired. */
const OLD_OFFICES = `
SELECT id, floor FROM office WHERE state IS NULL AND EXISTS (
  SELECT FROM event WHERE office_id = office.id AND seq = office.floor AND received_ms < $1
) ORDER BY id`

/**
 * Deletes expired rows, one chunk of each kind, each in a short transaction. An event disappears when the floor of
 * its office rises above it. Its row is dropped with the partition of its month.
 */
export async function deleteExpired(database: Database, now: number): Promise<Swept> {
  const floors: Swept['floors'] = []
  let more = false
  const offices = await database.query<OldOffice>({ text: OLD_OFFICES, values: [now - KEPT.eventsMs] })
  for (const { id } of offices) {
    const raised = await database.transaction((session) => raiseFloor(session, id, now))
    if (raised === null) continue
    floors.push({ officeId: id, floor: raised.floor })
    more ||= raised.isFull
  }
  for (const [table, column, keptMs] of BY_AGE) {
    const deleted = await database.query({
      text: `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED)) RETURNING 1`,
      values: [now - keptMs],
    })
    more ||= deleted.length === CHUNK
  }
  const stripped = await database.query({
    text: `UPDATE event SET extra = NULL WHERE extra IS NOT NULL AND (office_id, seq) IN (
      SELECT office_id, seq FROM event WHERE extra IS NOT NULL AND received_ms < $1 LIMIT ${CHUNK}) RETURNING 1`,
    values: [now - KEPT.extraMs],
  })
  more ||= stripped.length === CHUNK
  const ended = await endLeftOffices(database, now)
  more = (await deleteGone(database)) || more
  more = (await forgetRecords(database, now)) || more
  await maintainPartitions(database, now)
  return { floors, ended, more }
}

/** Ends offices whose time after the export is over. */
async function endLeftOffices(database: Database, now: number): Promise<number[]> {
  const offices = await database.query<{ id: number }>({
    text: `SELECT id FROM office WHERE state = 'moved' AND left_ms < $1 ORDER BY id`,
    values: [now - KEPT.leftMs],
  })
  for (const { id } of offices) await database.transaction((session) => endOffice(session, id))
  return offices.map(({ id }) => id)
}

/** Deletes the rows of ended offices. True if there are more. */
async function deleteGone(database: Database): Promise<boolean> {
  let more = false
  const offices = await database.query<{ id: number }>({
    text: `SELECT id FROM office WHERE state = 'gone' OR (state = 'moved' AND moved_to IS NOT NULL)`,
  })
  for (const { id } of offices)
    for (const table of OFFICE_TABLES) {
      // `ctid` is unique only within a partition.
      const key = table === 'event' ? 'seq' : 'ctid'
      const deleted = await database.query({
        text: `DELETE FROM ${table} WHERE office_id = $1 AND ${key} = ANY(ARRAY(
          SELECT ${key} FROM ${table} WHERE office_id = $1 LIMIT ${CHUNK})) RETURNING 1`,
        values: [id],
      })
      more ||= deleted.length === CHUNK
    }
  return more
}

async function raiseFloor(
  session: Session,
  officeId: number,
  now: number,
): Promise<{ floor: number; isFull: boolean } | null> {
  const [office] = await session.query<{ floor: number; slowest: number | null }>({
    text: `SELECT floor, (SELECT min(acked) FROM device WHERE office_id = office.id AND revoked_ms IS NULL) AS slowest
      FROM office WHERE id = $1 AND state IS NULL FOR UPDATE`,
    values: [officeId],
  })
  if (office === undefined) return null
  const events = await session.query<{ seq: number; receivedMs: number; body: string }>({
    text: `SELECT seq, received_ms AS "receivedMs", body FROM event
      WHERE office_id = $1 AND seq >= $2 ORDER BY seq LIMIT ${CHUNK}`,
    values: [officeId, office.floor],
  })
  const floor = findNextFloor(events, office, now)
  if (floor === office.floor) return null
  const gone = events.filter(({ seq }) => seq < floor)
  await session.query({
    text: `INSERT INTO past_event (office_id, seq, received_ms, body)
      SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[]) ON CONFLICT DO NOTHING`,
    values: [
      officeId,
      gone.map(({ seq }) => seq),
      gone.map(({ receivedMs }) => receivedMs),
      gone.map(({ body }) => encodeBrief(body)),
    ],
  })
  await session.query({ text: 'UPDATE office SET floor = $2 WHERE id = $1', values: [officeId, floor] })
  // The default partition is never dropped, so its rows are deleted.
  await session.query({
    text: 'DELETE FROM event_other WHERE office_id = $1 AND seq < $2',
    values: [officeId, floor],
  })
  return { floor, isFull: gone.length === CHUNK }
}

/** Months that get their partition in advance. */
const AHEAD = 2
const NAME = /^event_(\d{4})_(\d{2})$/
/** Everything that waits for this lock blocks all events. After a timeout, the next retention retries. */
const LOCK = "SET LOCAL lock_timeout = '200ms'"

interface Month {
  name: string
  fromMs: number
  toMs: number
}

function buildMonth(year: number, index: number): Month {
  const [fromMs, toMs] = [Date.UTC(year, index), Date.UTC(year, index + 1)]
  return { name: `event_${new Date(fromMs).toISOString().slice(0, 7).replace('-', '_')}`, fromMs, toMs }
}

/** Months that need a partition: the present one and the next ones. */
export function listMonths(now: number): Month[] {
  const date = new Date(now)
  return Array.from({ length: AHEAD + 1 }, (_, index) =>
    buildMonth(date.getUTCFullYear(), date.getUTCMonth() + index),
  )
}

/** Query for any row of a month that a list still needs: one index lookup per office. */
const buildKeptQuery = (month: string) => ({
  text: `SELECT 1 FROM office WHERE EXISTS (
    SELECT FROM ${month} AS event WHERE office_id = office.id AND seq >= office.floor) LIMIT 1`,
})

export async function listPartitions(session: Session): Promise<Set<string>> {
  const rows = await session.query<{ name: string }>({
    text: `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = 'event'::regclass`,
  })
  return new Set(rows.map(({ name }) => name))
}

/** Creates missing partitions of the present and the next months, and drops old partitions that no list needs. */
export async function maintainPartitions(database: Database, now: number): Promise<void> {
  const there = await listPartitions(database)
  for (const { name, fromMs, toMs } of listMonths(now).filter((month) => !there.has(month.name)))
    await changePartition(database, async (session) => {
      await session.query({
        text: `CREATE TABLE ${name} PARTITION OF event FOR VALUES FROM (${fromMs}) TO (${toMs})`,
      })
    })
  for (const name of there) {
    const [, year, month] = NAME.exec(name) ?? []
    if (year === undefined || buildMonth(Number(year), Number(month) - 1).toMs > now - KEPT.eventsMs) continue
    // Check without a lock first, because events of that month would wait for the lock.
    if ((await database.query(buildKeptQuery(name))).length === 0)
      await changePartition(database, createPartitionDrop(name))
  }
}

/** Check again under the lock: a node whose clock is months behind may still number an event into that month. */
const createPartitionDrop = (name: string) => async (session: Session) => {
  await session.query({ text: `LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE` })
  if ((await session.query(buildKeptQuery(name))).length === 0)
    await session.query({ text: `DROP TABLE ${name}` })
}

/**
 * Runs a change of a partition, and ignores a lock timeout. Without the change, events go to the default partition,
 * or stay one hour longer. Nothing is lost.
 */
async function changePartition(
  database: Database,
  change: (session: Session) => Promise<void>,
): Promise<void> {
  try {
    await database.transaction(async (session) => {
      await session.query({ text: LOCK })
      await change(session)
    })
  } catch (error) {
    if (!(error instanceof StoreBusyError) && !isRefused(error)) throw error
  }
}

/** Another node created or dropped the partition, or the default partition has events of that month. */
const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && ['42P07', '42P01', '23514'].includes(String(error.code))
