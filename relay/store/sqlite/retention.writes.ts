import { nextFloor } from '../retention.rules.ts'
import { CHUNK, KEPT, OFFICE_TABLES, type Swept, type Writes } from '../writes.ts'
import type { Db } from './open.ts'
import { endOffice } from './office.writes.ts'
import { BRIEF } from './receipt.reads.ts'

/** Deletes what is past its time, one chunk of each kind. Runs in the writer's thread. */
export function retentionWrites(db: Db): Pick<Writes, 'sweep'> {
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
