import type { Session } from './database.ts'
import type { WritesOver } from './session-writes.ts'

/**
 * A PC's place goes forward, is written down as a receipt, and is its office's last sign of life. A repeated
 * confirmation proves nothing new: a PC that only repeats itself gets no events.
 */
const ACK = `
WITH was AS (
  SELECT id, acked FROM device WHERE id = $1 AND office_id = $2 FOR UPDATE
), news AS (
  SELECT id, acked FROM was WHERE acked < $3
), place AS (
  UPDATE device SET seen_ms = greatest(device.seen_ms, $4), acked = greatest(device.acked, $3)
  FROM was WHERE device.id = was.id
), added AS (
  INSERT INTO receipt (office_id, device_id, from_seq, to_seq, confirmed_ms)
  SELECT $2, id, acked + 1, $3, $4 FROM news
), sign AS (
  UPDATE office SET confirmed = greatest(confirmed, $3), confirmed_ms = $4
  WHERE id = $2 AND EXISTS (SELECT FROM news)
)
UPDATE alarm SET heard_ms = $4, heard_by = $1
WHERE office_id = $2 AND heard_ms IS NULL AND EXISTS (SELECT FROM news)`

/** Writes of confirmations. */
export const receiptWrites = (session: Session): WritesOver<'ack' | 'see'> => ({
  async ack({ officeId, deviceId, seq, now }) {
    await session.query({ name: 'ack', text: ACK, values: [deviceId, officeId, seq, now] })
    return null
  },

  async see(seen) {
    // A PC that is just confirming is seen by that.
    await session.query({
      text: `WITH given AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::boolean[]) AS g(id, at, streams)),
          free AS MATERIALIZED (SELECT id FROM device WHERE id = ANY($1) FOR UPDATE SKIP LOCKED)
        UPDATE device SET seen_ms = greatest(seen_ms, given.at), is_streaming = given.streams
        FROM given JOIN free USING (id) WHERE device.id = given.id`,
      values: [
        seen.map(({ deviceId }) => deviceId),
        seen.map(({ at }) => at),
        seen.map(({ isStreaming }) => isStreaming),
      ],
    })
    return null
  },
})
