import type { RelayRecord } from '#shared/api/relay-records.ts'
import { CHUNK, judgeRecordChange, KEPT, type RecordTotals, type WritesOver } from '../writes.ts'
import type { Database, Session } from './database.ts'

/** Writes of records, in a transaction that has locked their offices. */
export const createRecordWrites = (session: Session): WritesOver<'writeRecords'> => ({
  async writeRecords({ officeId, changes, now }) {
    const [before] = await session.query<RecordTotals>({
      name: 'record-totals',
      text: `SELECT record_head AS head, record_count AS count, record_bytes AS bytes
        FROM office WHERE id = $1 AND state IS NULL`,
      values: [officeId],
    })
    if (before === undefined) throw new Error('the office is gone')
    const rows = await session.query<RelayRecord>({
      name: 'records-present',
      text: 'SELECT id, seq, body FROM record WHERE office_id = $1 AND id = ANY($2)',
      values: [officeId, changes.map(({ id }) => id)],
    })
    const present = new Map(rows.map((record) => [record.id, record]))
    let totals = before
    const outcomes = changes.map((change) => {
      const judged = judgeRecordChange(change, present.get(change.id) ?? null, totals)
      totals = judged.totals
      return judged.outcome
    })
    const stored = changes.flatMap(({ body }, index) => {
      const outcome = outcomes[index]
      return outcome?.outcome === 'stored' ? [{ id: outcome.id, seq: outcome.seq, body }] : []
    })
    if (stored.length > 0) {
      await session.query({
        name: 'write-records',
        text: `INSERT INTO record (office_id, id, seq, body, written_ms)
          SELECT $1::int, id, seq, body, $2::bigint
          FROM unnest($3::text[], $4::bigint[], $5::text[]) AS given(id, seq, body)
          ON CONFLICT (office_id, id) DO UPDATE
            SET seq = excluded.seq, body = excluded.body, written_ms = excluded.written_ms`,
        values: [
          officeId,
          now,
          stored.map(({ id }) => id),
          stored.map(({ seq }) => seq),
          stored.map(({ body }) => body),
        ],
      })
      await session.query({
        name: 'set-record-totals',
        text: 'UPDATE office SET record_head = $2, record_count = $3, record_bytes = $4 WHERE id = $1',
        values: [officeId, totals.head, totals.count, totals.bytes],
      })
    }
    return { from: before.head, head: totals.head, outcomes }
  },
})

/**
 * Deletes the deleted records that every PC has confirmed, or that are old, one chunk for each office.
 * @returns true if there is more
 */
export async function forgetRecords(database: Database, now: number): Promise<boolean> {
  const offices = await database.query<{ id: number }>({
    text: 'SELECT id FROM office WHERE state IS NULL AND record_count > 0 ORDER BY id',
  })
  let more = false
  for (const { id } of offices) {
    const count = await database.transaction((session) => forgetRecordsOf(session, id, now))
    more ||= count === CHUNK
  }
  return more
}

async function forgetRecordsOf(session: Session, officeId: number, now: number): Promise<number> {
  const [office] = await session.query<{ confirmed: number }>({
    text: `SELECT coalesce(
        (SELECT min(record_acked) FROM device WHERE office_id = office.id AND revoked_ms IS NULL), record_head
      ) AS confirmed
      FROM office WHERE id = $1 AND state IS NULL FOR UPDATE`,
    values: [officeId],
  })
  if (office === undefined) return 0
  const deleted = await session.query<{ seq: number }>({
    text: `DELETE FROM record WHERE office_id = $1 AND seq = ANY(ARRAY(
        SELECT seq FROM record WHERE office_id = $1 AND body IS NULL AND (seq <= $2 OR written_ms < $3)
        ORDER BY seq LIMIT ${CHUNK})) RETURNING seq`,
    values: [officeId, office.confirmed, now - KEPT.deletedRecordMs],
  })
  if (deleted.length > 0)
    await session.query({
      text: `UPDATE office SET record_count = record_count - $2, record_floor = greatest(record_floor, $3)
        WHERE id = $1`,
      values: [officeId, deleted.length, Math.max(...deleted.map(({ seq }) => seq))],
    })
  return deleted.length
}
