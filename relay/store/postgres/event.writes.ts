import type { NewEvent, StoredEvent, WriteOutcome, Writes, WritesOver } from '../writes.ts'
import type { Session, Statement } from './database.ts'

interface IngestedRow {
  number: number | null
  revised: number | null
  is_retry: boolean | null
  is_gone: boolean
  is_stale: boolean
}

const decodeKey = (key: string | null) => (key === null ? null : Buffer.from(key, 'latin1'))

const buildIngestStatement = (node: string, events: readonly NewEvent[]): Statement => ({
  name: 'ingest',
  text: 'SELECT number, revised, is_retry, is_gone, is_stale FROM relay_ingest_2($1, $2, $3, $4, $5, $6, $7, $8, $9)',
  values: [
    node,
    events.map(({ officeId }) => officeId),
    events.map(({ receivedMs }) => receivedMs),
    events.map(({ hard }) => decodeKey(hard)),
    events.map(({ soft }) => decodeKey(soft)),
    events.map(({ near }) => decodeKey(near)),
    events.map(({ body }) => body),
    events.map(({ extra }) => extra),
    events.map(({ sealedTo }) => sealedTo ?? null),
  ],
})

/**
 * Numbers events in their order, in one call (`ingest-function.ts`). Returns an outcome for each. Outside a
 * transaction, the call commits by itself.
 */
export async function ingestAll(
  session: Session,
  node: string,
  events: readonly NewEvent[],
): Promise<WriteOutcome[]> {
  const rows = await session.query<IngestedRow>(buildIngestStatement(node, events))
  return rows.map(({ number, revised, is_retry, is_gone, is_stale }): WriteOutcome => {
    if (is_gone) return { ok: false, message: 'the office is gone' }
    if (is_stale) return { ok: true, value: { kind: 'stale' } satisfies ReturnType<Writes['ingest']> }
    if (number === null) return { ok: true, value: { kind: 'duplicate' } }
    const value: ReturnType<Writes['ingest']> = {
      kind: 'stored',
      seq: number,
      revises: revised,
      isProbableRetry: is_retry === true,
      replayOf: null,
    }
    return { ok: true, value }
  })
}

/** Infrequent writes of the inbox. They run one by one, with the office's row locked. */
export const createInboxWrites = (session: Session): WritesOver<'quarantine' | 'replay'> => ({
  async quarantine({ officeId, receivedMs, hard, bytes, reason, beginning, sealedTo = null }) {
    const isStale = await session.query({
      text: 'SELECT 1 FROM office WHERE id = $1 AND seal_key IS DISTINCT FROM $2',
      values: [officeId, sealedTo],
    })
    if (isStale.length > 0) return { kind: 'stale' }
    const added = await session.query({
      text: `INSERT INTO quarantine (office_id, hard, received_ms, bytes, reason, beginning)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING office_id`,
      values: [officeId, decodeKey(hard), receivedMs, bytes, reason, beginning],
    })
    const isDuplicate = added.length === 0
    await session.query({
      text: `UPDATE office SET received_ms = $2, duplicates = duplicates + $3, quarantined = quarantined + $4
        WHERE id = $1`,
      values: [officeId, receivedMs, isDuplicate ? 1 : 0, isDuplicate ? 0 : 1],
    })
    return { kind: isDuplicate ? 'duplicate' : 'stored' }
  },

  async replay({ officeId, seq, now }) {
    const [found] = await session.query<Pick<StoredEvent, 'body' | 'extra'>>({
      text: `SELECT body, extra FROM event JOIN office ON office.id = office_id
        WHERE office_id = $1 AND seq = $2 AND seq >= floor`,
      values: [officeId, seq],
    })
    if (found === undefined) return null
    const [next] = await session.query<{ head: number }>({
      text: 'UPDATE office SET head = head + 1, received_ms = $2 WHERE id = $1 RETURNING head',
      values: [officeId, now],
    })
    if (next === undefined) throw new Error('the office is gone')
    const { body, extra } = found
    await session.query({
      text: `INSERT INTO event (office_id, seq, received_ms, body, extra, replay_of) VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [officeId, next.head, now, body, extra, seq],
    })
    const marks = { revises: null, isProbableRetry: false, replayOf: seq }
    return { seq: next.head, ...marks, receivedMs: now, body, extra }
  },
})

/**
 * Advances the position of a PC, stores a receipt, and updates the office's last confirmation. A repeated
 * confirmation changes nothing: the PC has received no new events.
 */
const ACK = `
WITH was AS (
  SELECT id, acked FROM device WHERE id = $1 AND office_id = $2 FOR UPDATE
), news AS (
  SELECT id, acked FROM was WHERE acked < $3
), place AS (
  UPDATE device SET seen_ms = greatest(device.seen_ms, $4), acked = greatest(device.acked, $3),
    record_acked = greatest(device.record_acked, $5)
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

export const createReceiptWrites = (session: Session): WritesOver<'ack' | 'see'> => ({
  async ack({ officeId, deviceId, seq, recordSeq, now }) {
    await session.query({ name: 'ack', text: ACK, values: [deviceId, officeId, seq, now, recordSeq] })
    return null
  },

  async see(seen) {
    // `SKIP LOCKED`: a locked PC is confirming events, which updates the same columns.
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
