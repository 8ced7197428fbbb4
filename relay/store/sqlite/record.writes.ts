import type { RelayRecord } from '#shared/api/relay-records.ts'
import { CHUNK, judgeRecordChange, KEPT, type RecordTotals, type Writes } from '../writes.ts'
import type { Db } from './open.ts'

/** Writes of records. They run in the writer thread, within its transaction. */
export function createRecordWrites(db: Db): Pick<Writes, 'writeRecords'> {
  const findTotals = db.prepare<[number], RecordTotals>(
    `SELECT record_head AS head, record_count AS count, record_bytes AS bytes
     FROM office WHERE id = ? AND state IS NULL`,
  )
  const setTotals = db.prepare(
    'UPDATE office SET record_head = @head, record_count = @count, record_bytes = @bytes WHERE id = @officeId',
  )
  const find = db.prepare<[number, string], RelayRecord>(
    'SELECT id, seq, body FROM record WHERE office_id = ? AND id = ?',
  )
  const write = db.prepare(
    `INSERT INTO record (office_id, id, seq, body, written_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (office_id, id) DO UPDATE
       SET seq = excluded.seq, body = excluded.body, written_ms = excluded.written_ms`,
  )

  return {
    writeRecords({ officeId, changes, now }) {
      const before = findTotals.get(officeId)
      if (before === undefined) throw new Error('the office is gone')
      let totals = before
      const outcomes = changes.map((change) => {
        const judged = judgeRecordChange(change, find.get(officeId, change.id) ?? null, totals)
        totals = judged.totals
        const { outcome } = judged
        if (outcome.outcome === 'stored') write.run(officeId, change.id, outcome.seq, change.body, now)
        return outcome
      })
      if (totals !== before) setTotals.run({ officeId, ...totals })
      return { from: before.head, head: totals.head, outcomes }
    },
  }
}

/**
 * Deletes the deleted records that every PC has confirmed, or that are old, one chunk for each office.
 * @returns a function of the time that returns true if there is more
 */
export function prepareForgetRecords(db: Db): (now: number) => boolean {
  const offices = db.prepare<[], { id: number; confirmed: number }>(
    `SELECT id, coalesce((SELECT min(record_acked) FROM device WHERE office_id = office.id AND revoked_ms IS NULL),
       record_head) AS confirmed
     FROM office WHERE state IS NULL AND record_count > 0`,
  )
  const deleted = db.prepare<[number, number, number], { seq: number }>(
    `SELECT seq FROM record WHERE office_id = ? AND body IS NULL AND (seq <= ? OR written_ms < ?)
     ORDER BY seq LIMIT ${CHUNK}`,
  )
  const remove = db.prepare('DELETE FROM record WHERE office_id = ? AND seq = ?')
  const count = db.prepare(
    `UPDATE office SET record_count = record_count - @count, record_floor = max(record_floor, @floor)
     WHERE id = @id`,
  )

  return (now) => {
    let more = false
    for (const { id, confirmed } of offices.all()) {
      const rows = deleted.all(id, confirmed, now - KEPT.deletedRecordMs)
      const floor = rows.at(-1)?.seq
      if (floor === undefined) continue
      for (const { seq } of rows) remove.run(id, seq)
      count.run({ id, count: rows.length, floor })
      more ||= rows.length === CHUNK
    }
    return more
  }
}
