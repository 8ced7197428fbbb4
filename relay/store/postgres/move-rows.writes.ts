import type { MoveKind, MovePage } from '#shared/api/relay-move.ts'
import type { Session } from './database.ts'
import { plain } from './plain.ts'

const bytes = (name: string) => `decode(${name}, 'base64')`

/** One statement for the rows of a page, given as one JSON text. */
const STATEMENTS: Record<MoveKind, string> = {
  event: `INSERT INTO event (office_id, seq, received_ms, body, extra, revises, is_probable_retry, replay_of)
    SELECT $1, seq, "receivedMs", body, extra, revises, "isProbableRetry", "replayOf"
    FROM json_to_recordset($2) AS r(seq bigint, "receivedMs" bigint, body text, extra text, revises bigint,
      "isProbableRetry" boolean, "replayOf" bigint)`,
  // Replaced: it was received again after its time, and has the later number.
  key: `INSERT INTO event_key (office_id, hard, soft, near, seq, received_ms)
    SELECT DISTINCT ON (hard) $1::int, ${bytes('hard')}, ${bytes('soft')}, ${bytes('near')}, seq, "receivedMs"
    FROM json_to_recordset($2) AS r(hard text, soft text, near text, seq bigint, "receivedMs" bigint)
    ORDER BY hard, seq DESC
    ON CONFLICT (office_id, hard) DO UPDATE
      SET soft = excluded.soft, near = excluded.near, seq = excluded.seq, received_ms = excluded.received_ms`,
  receipt: `INSERT INTO receipt (office_id, device_id, from_seq, to_seq, confirmed_ms)
    SELECT $1, "deviceId", "from", "to", "confirmedMs" FROM ROWS FROM (
      json_to_recordset($2) AS ("deviceId" text, "from" bigint, "to" bigint, "confirmedMs" bigint)
    ) WITH ORDINALITY ORDER BY ordinality`,
  past: `INSERT INTO past_event (office_id, seq, received_ms, body)
    SELECT $1, seq, "receivedMs", body FROM json_to_recordset($2) AS r(seq bigint, "receivedMs" bigint, body text)
    ON CONFLICT DO NOTHING`,
  quarantine: `INSERT INTO quarantine (office_id, hard, received_ms, bytes, reason, beginning)
    SELECT $1, ${bytes('hard')}, "receivedMs", bytes, reason, ${bytes('beginning')}
    FROM json_to_recordset($2) AS r(hard text, "receivedMs" bigint, bytes bigint, reason text, beginning text)
    ON CONFLICT DO NOTHING`,
  message: `INSERT INTO alarm_message (id, office_id, channel, kind, body, made_ms, attempts, next_ms, ended_ms,
      outcome, detail)
    SELECT id, $1, channel, kind, body, "madeMs", attempts, "nextMs", "endedMs", outcome, detail
    FROM ROWS FROM (
      json_to_recordset($2) AS (id text, channel text, kind text, body text, "madeMs" bigint, attempts int,
        "nextMs" bigint, "endedMs" bigint, outcome text, detail text)
    ) WITH ORDINALITY ORDER BY ordinality`,
}

/** Adds the rows of a page. */
export async function addMoveRows(session: Session, officeId: number, page: MovePage): Promise<void> {
  const rows =
    page.kind === 'past'
      ? page.rows.map(({ event, id, brief, ...row }) => ({
          ...row,
          body: JSON.stringify({ event, data: { id, ...(brief !== null && { brief }) } }),
        }))
      : page.kind === 'message'
        ? page.rows.map((row) => ({ ...row, detail: row.detail === null ? null : plain(row.detail) }))
        : page.rows
  if (rows.length > 0)
    await session.query({ text: STATEMENTS[page.kind], values: [officeId, JSON.stringify(rows)] })
}
