import {
  CHUNK,
  KEPT,
  KEYS_KEPT_MS,
  NEAR_MS,
  type NewEvent,
  findNextFloor,
  type Numbered,
  OFFICE_TABLES,
  type Swept,
  type Writes,
} from '../writes.ts'
import { prepareEndOffice } from './office.writes.ts'
import type { Db } from './open.ts'
import { BRIEF } from './reads.ts'
import { prepareForgetRecords } from './record.writes.ts'

function decodeKey(key: string): Buffer
function decodeKey(key: string | null): Buffer | null
function decodeKey(key: string | null): Buffer | null {
  return key === null ? null : Buffer.from(key, 'latin1')
}

/** Writes of the inbox. They run in the writer thread, within its transaction. */
export function createIngestWrites(db: Db): Pick<Writes, 'ingest' | 'quarantine' | 'replay'> {
  const findHard = db.prepare<[number, Uint8Array], { id: number; seq: number; received_ms: number }>(
    'SELECT id, seq, received_ms FROM event_key WHERE office_id = ? AND hard = ?',
  )
  const findSoft = db.prepare<[number, Uint8Array], { seq: number }>(
    'SELECT seq FROM event_key WHERE office_id = ? AND soft = ? ORDER BY id DESC LIMIT 1',
  )
  const findNear = db.prepare<[number, Uint8Array, number], { seq: number }>(
    'SELECT seq FROM event_key WHERE office_id = ? AND near = ? AND received_ms >= ? ORDER BY id DESC LIMIT 1',
  )
  const forget = db.prepare<[number]>('DELETE FROM event_key WHERE id = ?')
  const findSealKey = db.prepare<[number], { key: string | null }>(
    'SELECT seal_key AS key FROM office WHERE id = ?',
  )
  const next = db.prepare<[number, number], { head: number }>(
    'UPDATE office SET head = head + 1, received_ms = ? WHERE id = ? RETURNING head',
  )
  const addEvent = db.prepare(
    `INSERT INTO event (office_id, seq, received_ms, body, extra, revises, is_probable_retry, replay_of)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const addKey = db.prepare(
    'INSERT INTO event_key (office_id, hard, soft, near, seq, received_ms) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const countDuplicate = db.prepare<[number, number]>(
    'UPDATE office SET duplicates = duplicates + 1, received_ms = ? WHERE id = ?',
  )
  const addUnreadable = db.prepare(
    `INSERT INTO quarantine (office_id, hard, received_ms, bytes, reason, beginning) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  const countUnreadable = db.prepare<[number, number]>(
    'UPDATE office SET quarantined = quarantined + 1, received_ms = ? WHERE id = ?',
  )
  const findEvent = db.prepare<[number, number], { body: string; extra: string | null }>(
    'SELECT body, extra FROM event WHERE office_id = ? AND seq = ?',
  )

  function numberEvent(
    { officeId, receivedMs, body, extra }: Pick<NewEvent, 'officeId' | 'receivedMs' | 'body' | 'extra'>,
    marks: Omit<Numbered, 'seq'>,
  ): Numbered {
    const seq = next.get(receivedMs, officeId)?.head
    if (seq === undefined) throw new Error('the office is gone')
    const { revises, isProbableRetry, replayOf } = marks
    addEvent.run(officeId, seq, receivedMs, body, extra, revises, isProbableRetry ? 1 : 0, replayOf)
    return { seq, ...marks }
  }

  const isStale = ({ officeId, sealedTo = null }: Pick<NewEvent, 'officeId' | 'sealedTo'>) =>
    (findSealKey.get(officeId)?.key ?? null) !== sealedTo

  return {
    ingest(given) {
      const { officeId, receivedMs } = given
      const [hard, soft, near] = [decodeKey(given.hard), decodeKey(given.soft), decodeKey(given.near)]
      const known = findHard.get(officeId, hard)
      // A later body about the same resource exists, so this body is a change back and no duplicate.
      const isFollowed =
        known !== undefined &&
        soft !== null &&
        near === null &&
        (findSoft.get(officeId, soft)?.seq ?? 0) > known.seq
      if (known !== undefined && receivedMs - known.received_ms < KEYS_KEPT_MS && !isFollowed) {
        countDuplicate.run(receivedMs, officeId)
        return { kind: 'duplicate' }
      }
      if (isStale(given)) return { kind: 'stale' }
      if (known !== undefined) forget.run(known.id)
      const revised = soft === null || near === null ? undefined : findSoft.get(officeId, soft)
      const retried = near === null ? undefined : findNear.get(officeId, near, receivedMs - NEAR_MS)
      const numbered = numberEvent(given, {
        revises: revised?.seq ?? null,
        isProbableRetry: retried !== undefined,
        replayOf: null,
      })
      addKey.run(officeId, hard, soft, near, numbered.seq, receivedMs)
      return { kind: 'stored', ...numbered }
    },

    quarantine(given) {
      if (isStale(given)) return { kind: 'stale' }
      const { officeId, receivedMs, hard, bytes, reason, beginning } = given
      const isNew =
        addUnreadable.run(officeId, decodeKey(hard), receivedMs, bytes, reason, beginning).changes > 0
      const count = isNew ? countUnreadable : countDuplicate
      count.run(receivedMs, officeId)
      return { kind: isNew ? 'stored' : 'duplicate' }
    },

    replay({ officeId, seq, now }) {
      const found = findEvent.get(officeId, seq)
      if (found === undefined) return null
      const marks = { revises: null, isProbableRetry: false, replayOf: seq }
      return { ...numberEvent({ officeId, receivedMs: now, ...found }, marks), receivedMs: now, ...found }
    },
  }
}

/** Writes of confirmations. They run in the writer thread, within its transaction. */
export function createReceiptWrites(db: Db): Pick<Writes, 'ack' | 'see'> {
  const find = db.prepare<[string, number], { acked: number }>(
    'SELECT acked FROM device WHERE id = ? AND office_id = ?',
  )
  const see = db.prepare('UPDATE device SET seen_ms = max(coalesce(seen_ms, 0), ?) WHERE id = ?')
  const advance = db.prepare('UPDATE device SET acked = ? WHERE id = ?')
  const advanceRecords = db.prepare('UPDATE device SET record_acked = ? WHERE id = ? AND record_acked < ?')
  const add = db.prepare(
    'INSERT INTO receipt (office_id, device_id, from_seq, to_seq, confirmed_ms) VALUES (?, ?, ?, ?, ?)',
  )
  const confirm = db.prepare('UPDATE office SET confirmed = max(confirmed, ?), confirmed_ms = ? WHERE id = ?')
  const hear = db.prepare(
    'UPDATE alarm SET heard_ms = ?, heard_by = ? WHERE office_id = ? AND heard_ms IS NULL',
  )

  return {
    ack({ officeId, deviceId, seq, recordSeq, now }) {
      const device = find.get(deviceId, officeId)
      if (device === undefined) return null
      see.run(now, deviceId)
      advanceRecords.run(recordSeq, deviceId, recordSeq)
      // A repeated confirmation proves nothing: the PC has received no new events.
      if (seq <= device.acked) return null
      advance.run(seq, deviceId)
      add.run(officeId, deviceId, device.acked + 1, seq, now)
      confirm.run(seq, now, officeId)
      hear.run(now, deviceId, officeId)
      return null
    },

    see(seen) {
      for (const { deviceId, at } of seen) see.run(at, deviceId)
      return null
    },
  }
}

/** Deletes expired rows, one chunk of each kind. Runs in the writer thread. */
export function createRetentionWrites(db: Db): Pick<Writes, 'sweep'> {
  const offices = db.prepare<[], { id: number; floor: number; slowest: number | null }>(
    `SELECT id, floor, (SELECT min(acked) FROM device WHERE office_id = office.id AND revoked_ms IS NULL) AS slowest
     FROM office WHERE state IS NULL`,
  )
  const left = db.prepare<[number], { id: number }>(
    "SELECT id FROM office WHERE state = 'moved' AND left_ms < ? ORDER BY id",
  )
  const end = prepareEndOffice(db)
  const forgetRecords = prepareForgetRecords(db)
  const gone = db.prepare<[], { id: number }>(
    "SELECT id FROM office WHERE state = 'gone' OR (state = 'moved' AND moved_to IS NOT NULL)",
  )
  const leftovers = OFFICE_TABLES.map((table) => {
    const key = { event: 'gid', past_event: 'seq', alarm: 'office_id' }[table as string] ?? 'rowid'
    return db.prepare<[number, number]>(
      `DELETE FROM ${table} WHERE office_id = ? AND ${key} IN (
         SELECT ${key} FROM ${table} WHERE office_id = ? LIMIT ${CHUNK})`,
    )
  })
  const first = db.prepare<[number, number], { seq: number; receivedMs: number }>(
    `SELECT seq, received_ms AS receivedMs FROM event WHERE office_id = ? AND seq >= ? ORDER BY seq LIMIT ${CHUNK}`,
  )
  // The receipts keep the name and id of a deleted event.
  const remember = db.prepare(
    `INSERT OR IGNORE INTO past_event
     SELECT office_id, seq, received_ms, ${BRIEF} FROM event WHERE office_id = ? AND seq < ?`,
  )
  const remove = db.prepare('DELETE FROM event WHERE office_id = ? AND seq < ?')
  const raise = db.prepare('UPDATE office SET floor = ? WHERE id = ?')
  const removals = [
    {
      sql: 'DELETE FROM event_key WHERE id IN (SELECT id FROM event_key WHERE received_ms < ?',
      kept: KEPT.keysMs,
    },
    {
      sql: 'DELETE FROM quarantine WHERE id IN (SELECT id FROM quarantine WHERE received_ms < ?',
      kept: KEPT.quarantineMs,
    },
    {
      sql: 'UPDATE event SET extra = NULL WHERE gid IN (SELECT gid FROM event WHERE extra IS NOT NULL AND received_ms < ?',
      kept: KEPT.extraMs,
    },
    {
      sql: 'DELETE FROM receipt WHERE id IN (SELECT id FROM receipt WHERE confirmed_ms < ?',
      kept: KEPT.receiptsMs,
    },
    {
      sql: 'DELETE FROM past_event WHERE (office_id, seq) IN (SELECT office_id, seq FROM past_event WHERE received_ms < ?',
      kept: KEPT.receiptsMs,
    },
    {
      sql: 'DELETE FROM alarm_message WHERE rowid IN (SELECT rowid FROM alarm_message WHERE made_ms < ?',
      kept: KEPT.receiptsMs,
    },
  ].map(({ sql, kept }) => ({ statement: db.prepare<[number]>(`${sql} LIMIT ${CHUNK})`), kept }))

  return {
    sweep({ now }) {
      let more = false
      const floors: Swept['floors'] = []
      for (const { id, floor, slowest } of offices.all()) {
        const next = findNextFloor(first.all(id, floor), { floor, slowest }, now)
        if (next === floor) continue
        remember.run(id, next)
        remove.run(id, next)
        raise.run(next, id)
        floors.push({ officeId: id, floor: next })
        more ||= next - floor === CHUNK
      }
      const ended = left.all(now - KEPT.leftMs).map(({ id }) => id)
      for (const id of ended) end(id)
      for (const { id } of gone.all())
        for (const statement of leftovers) more = statement.run(id, id).changes === CHUNK || more
      for (const { statement, kept } of removals) more = statement.run(now - kept).changes === CHUNK || more
      more = forgetRecords(now) || more
      return { floors, ended, more }
    },
  }
}
