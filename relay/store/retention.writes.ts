import { KEYS_KEPT_MS } from './ingest.writes.ts'
import type { Db } from './open.ts'

const DAY_MS = 86_400_000

/** How long each thing is kept. */
export const KEPT = {
  eventsMs: 90 * DAY_MS,
  /** An event that a paired PC has not confirmed is kept longer, but not for ever. */
  unconfirmedMs: 180 * DAY_MS,
  extraMs: 14 * DAY_MS,
  quarantineMs: 7 * DAY_MS,
  /** Receipts and the alarm's messages: business papers are kept for six years (Código de Comercio, article 30). */
  receiptsMs: 6 * 366 * DAY_MS,
  keysMs: KEYS_KEPT_MS,
}

/** Rows of one transaction, so that the inbox never waits long. */
const CHUNK = 1_000

export interface Swept {
  /** New first number of each office that lost events. */
  floors: { officeId: number; floor: number }[]
  /** True if there is more to delete. */
  more: boolean
}

/** Deletes what is past its time, one chunk of each kind. Runs in the writer's thread. */
export function retentionWrites(db: Db) {
  const offices = db.prepare<[], { id: number; floor: number; slowest: number | null }>(
    `SELECT id, floor, (SELECT min(acked) FROM device WHERE office_id = office.id AND revoked_ms IS NULL) AS slowest
     FROM office`,
  )
  // From the floor on, so that a clock that was set back never makes a hole in the numbers.
  const first = db.prepare<[number, number], { seq: number; received_ms: number }>(
    `SELECT seq, received_ms FROM event WHERE office_id = ? AND seq >= ? ORDER BY seq LIMIT ${CHUNK}`,
  )
  // What a receipt says of an event, which outlives the event itself.
  const remember = db.prepare(
    `INSERT OR IGNORE INTO past_event
     SELECT office_id, seq, received_ms, json_extract(body, '$.event'), json_extract(body, '$.data.id')
     FROM event WHERE office_id = ? AND seq < ?`,
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
    sweep({ now }: { now: number }): Swept {
      let more = false
      const floors: Swept['floors'] = []
      for (const { id, floor, slowest } of offices.all()) {
        let next = floor
        const rows = first.all(id, floor)
        for (const { seq, received_ms: received } of rows) {
          const age = now - received
          const isConfirmed = slowest === null || seq <= slowest
          if (age <= (isConfirmed ? KEPT.eventsMs : KEPT.unconfirmedMs)) break
          next = seq + 1
        }
        if (next === floor) continue
        remember.run(id, next)
        remove.run(id, next)
        raise.run(next, id)
        floors.push({ officeId: id, floor: next })
        more ||= next - floor === CHUNK
      }
      for (const { statement, kept } of removals) more = statement.run(now - kept).changes === CHUNK || more
      return { floors, more }
    },
  }
}
