import {
  type Write,
  type WriteOutcome,
  type Writes,
  type SealingWrite,
  type AlarmWrite,
  type NewAlarmMessage,
  CHUNK,
  KEPT,
  OFFICE_TABLES,
  type Swept,
} from '../writes.ts'
import type { AlarmKind } from '#shared/api/relay-alarm.ts'
import { eventsEver, openGuard } from './epoch-guard.ts'
import { ingestWrites } from './ingest.writes.ts'
import { officeWrites, endOffice } from './office.writes.ts'
import type { Db } from './open.ts'
import { nextFloor } from '../retention.rules.ts'
import { BRIEF } from './receipt.reads.ts'
import { sealingOutcome } from '../../sealing/sealing.rules.ts'
import type { WriterData, WriterReply, WriterRequest } from './writer-protocol.ts'

/**
 * Runs each batch in one transaction, and replies after its commit. A write that throws fails alone, unless
 * SQLite rolled the transaction back (disk full, I/O error): then the whole batch fails.
 *
 * A savepoint copies every page that it changes: up to a tenth of the relay's work. So a batch runs without any; if a
 * write throws, it is rolled back and runs again with one savepoint for each write.
 */
export function serveWrites(
  db: Db,
  { guardFile, epoch }: WriterData,
  reply: (reply: WriterReply) => void,
): (request: WriterRequest) => void {
  const writes: Writes = {
    ...ingestWrites(db),
    ...officeWrites(db),
    ...sealingWrites(db),
    ...receiptWrites(db),
    ...alarmWrites(db),
    ...retentionWrites(db),
  }
  const guard = openGuard(guardFile, epoch, eventsEver(db))
  const run = ({ name, args }: Write): unknown => writes[name](args as never)
  const savepoint = db.transaction(run)

  function runApart(write: Write): WriteOutcome {
    try {
      return { ok: true, value: savepoint(write) }
    } catch (error) {
      if (!db.inTransaction) throw error
      return { ok: false, message: messageOf(error) }
    }
  }
  const runTogether = db.transaction((batch: readonly Write[]): WriteOutcome[] =>
    batch.map((write) => ({ ok: true, value: run(write) })),
  )
  const runEachApart = db.transaction((batch: readonly Write[]): WriteOutcome[] => batch.map(runApart))

  function runAll(batch: readonly Write[]): WriteOutcome[] {
    try {
      return runTogether.immediate(batch)
    } catch {
      return runEachApart.immediate(batch)
    }
  }

  function close(): void {
    guard.close()
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
  }

  return (request) => {
    if (request.kind === 'close') {
      close()
      reply({ kind: 'closed' })
      return
    }
    try {
      const outcomes = runAll(request.writes)
      guard.write(eventsEver(db))
      reply({ kind: 'committed', outcomes })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'ERROR'
      reply({ kind: 'failed', code, message: messageOf(error) })
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Writes of confirmations. Run in the writer's thread, within its transaction. */
function receiptWrites(db: Db): Pick<Writes, 'ack' | 'see'> {
  const find = db.prepare<[string, number], { acked: number }>(
    'SELECT acked FROM device WHERE id = ? AND office_id = ?',
  )
  const see = db.prepare('UPDATE device SET seen_ms = max(coalesce(seen_ms, 0), ?) WHERE id = ?')
  const advance = db.prepare('UPDATE device SET acked = ? WHERE id = ?')
  const add = db.prepare(
    'INSERT INTO receipt (office_id, device_id, from_seq, to_seq, confirmed_ms) VALUES (?, ?, ?, ?, ?)',
  )
  const confirm = db.prepare('UPDATE office SET confirmed = max(confirmed, ?), confirmed_ms = ? WHERE id = ?')
  const hear = db.prepare(
    'UPDATE alarm SET heard_ms = ?, heard_by = ? WHERE office_id = ? AND heard_ms IS NULL',
  )

  return {
    ack({ officeId, deviceId, seq, now }) {
      const device = find.get(deviceId, officeId)
      if (device === undefined) return null
      see.run(now, deviceId)
      // A repeated confirmation proves nothing new: a PC that only repeats itself gets no events.
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

/** Writes of the keys that events are sealed to. Run in the writer's thread, within its transaction. */
function sealingWrites(db: Db): Pick<Writes, SealingWrite> {
  const give = db.prepare<[string, string, number, string]>(
    'UPDATE device SET public_key = ?, keyring = NULL WHERE id = ? AND office_id = ? AND public_key IS NOT ?',
  )
  const present = db.prepare<[number], { key: string | null }>(
    'SELECT seal_key AS key FROM office WHERE id = ?',
  )
  const devices = db.prepare<[number], { id: string; publicKey: string | null }>(
    'SELECT id, public_key AS publicKey FROM device WHERE office_id = ? AND revoked_ms IS NULL',
  )
  const setKeyring = db.prepare<[string, string, number]>(
    'UPDATE device SET keyring = ? WHERE id = ? AND office_id = ?',
  )
  const setKey = db.prepare<[string | null, string | null, number, number]>(
    'UPDATE office SET seal_key = ?, seal_public = ?, seal_made_ms = ?, seal_is_stale = 0 WHERE id = ?',
  )

  return {
    giveKey({ officeId, deviceId, publicKey }) {
      give.run(publicKey, deviceId, officeId, publicKey)
      return null
    },

    changeSealing(given) {
      const { officeId, now, key, keyrings } = given
      const outcome = sealingOutcome(given, present.get(officeId)?.key ?? null, devices.all(officeId))
      if (outcome !== 'changed') return { outcome }
      for (const { deviceId, keyring } of keyrings) setKeyring.run(keyring, deviceId, officeId)
      setKey.run(key?.id ?? null, key?.publicKey ?? null, now, officeId)
      return { outcome }
    },
  }
}

/**
 * Writes of the alarm. Its state and the messages about it are one transaction, and a message counts as attempted
 * before it is sent: a relay that is killed sends it again, under the same id, and never forgets it.
 */
function alarmWrites(db: Db): Pick<Writes, AlarmWrite> {
  const raise = db.prepare('INSERT OR IGNORE INTO alarm (office_id, raised_ms) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM alarm WHERE office_id = ?')
  const add = db.prepare(
    `INSERT INTO alarm_message (id, office_id, channel, kind, body, made_ms, next_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const withdraw = db.prepare(
    `UPDATE alarm_message SET next_ms = NULL, ended_ms = ?, outcome = 'withdrawn'
     WHERE office_id = ? AND ended_ms IS NULL AND kind IN ('unattended', 'attended')`,
  )
  // An attempt without a result may have arrived: the relay was killed while it was sending.
  const lastTold = db.prepare<[number, string], { kind: AlarmKind }>(
    `SELECT kind FROM alarm_message WHERE office_id = ? AND channel = ?
       AND kind IN ('unattended', 'attended') AND (outcome = 'sent' OR (ended_ms IS NULL AND attempts > 0 AND detail IS NULL))
     ORDER BY made_ms DESC, rowid DESC LIMIT 1`,
  )
  const start = db.prepare(
    'UPDATE alarm_message SET attempts = attempts + 1, next_ms = ?, detail = NULL WHERE id = ?',
  )
  const fail = db.prepare('UPDATE alarm_message SET detail = ? WHERE id = ?')
  const end = db.prepare(
    'UPDATE alarm_message SET next_ms = NULL, ended_ms = ?, outcome = ?, detail = ? WHERE id = ?',
  )

  function addAll(officeId: number, messages: readonly NewAlarmMessage[], now: number): void {
    for (const { id, channel, kind, body } of messages) add.run(id, officeId, channel, kind, body, now, now)
  }

  return {
    raiseAlarm({ officeId, now, messages }) {
      if (raise.run(officeId, now).changes === 0) return null
      withdraw.run(now, officeId)
      addAll(officeId, messages, now)
      return null
    },

    endAlarm({ officeId, now, messages }) {
      if (remove.run(officeId).changes === 0) return null
      const wanted = messages.filter(({ channel }) => lastTold.get(officeId, channel)?.kind === 'unattended')
      withdraw.run(now, officeId)
      addAll(officeId, wanted, now)
      return null
    },

    addMessages({ officeId, now, messages }) {
      addAll(officeId, messages, now)
      return null
    },

    startMessage({ id, nextMs }) {
      start.run(nextMs, id)
      return null
    },

    failMessage({ id, detail }) {
      fail.run(detail, id)
      return null
    },

    endMessage({ id, now, outcome, detail }) {
      end.run(now, outcome, detail, id)
      return null
    },
  }
}

/** Deletes what is past its time, one chunk of each kind. Runs in the writer's thread. */
function retentionWrites(db: Db): Pick<Writes, 'sweep'> {
  const offices = db.prepare<[], { id: number; floor: number; slowest: number | null }>(
    `SELECT id, floor, (SELECT min(acked) FROM device WHERE office_id = office.id AND revoked_ms IS NULL) AS slowest
     FROM office WHERE state IS NULL`,
  )
  const left = db.prepare<[number], { id: number }>(
    "SELECT id FROM office WHERE state = 'moved' AND left_ms < ? ORDER BY id",
  )
  const end = endOffice(db)
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
  // What a receipt says of an event, which outlives the event itself.
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
        const next = nextFloor(first.all(id, floor), { floor, slowest }, now)
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
      return { floors, ended, more }
    },
  }
}
