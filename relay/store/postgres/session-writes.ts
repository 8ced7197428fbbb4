import {
  type AlarmWrite,
  type NewAlarmMessage,
  sealingOutcome,
  type SealingWrite,
  type WriteName,
  type Writes,
} from '../writes.ts'
import type { AlarmKind } from '#shared/api/relay-alarm.ts'
import type { Session } from './database.ts'
import { inboxWrites } from './ingest.writes.ts'
import { officeWrites } from './office.writes.ts'

/** Some of the writes, as promises. */
export type WritesOver<N extends WriteName> = {
  [Name in N]: (args: Parameters<Writes[Name]>[0]) => Promise<ReturnType<Writes[Name]>>
}

/** Events that come in are numbered together, and retention has transactions of its own. */
export type SessionWrite = Exclude<WriteName, 'ingest' | 'sweep'>

/** Writes that run one by one within a transaction that holds the locks of their offices. */
export const sessionWrites = (session: Session): WritesOver<SessionWrite> => ({
  ...inboxWrites(session),
  ...officeWrites(session),
  ...sealingWrites(session),
  ...receiptWrites(session),
  ...alarmWrites(session),
})

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
const receiptWrites = (session: Session): WritesOver<'ack' | 'see'> => ({
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

/** Writes of the keys that events are sealed to, with the office's row locked: no event is numbered meanwhile. */
const sealingWrites = (session: Session): WritesOver<SealingWrite> => ({
  async giveKey({ officeId, deviceId, publicKey }) {
    await session.query({
      text: `UPDATE device SET public_key = $3, keyring = NULL
        WHERE id = $1 AND office_id = $2 AND public_key IS DISTINCT FROM $3`,
      values: [deviceId, officeId, publicKey],
    })
    return null
  },

  async changeSealing(given) {
    const { officeId, now, key, keyrings } = given
    const [office] = await session.query<{ key: string | null }>({
      text: 'SELECT seal_key AS key FROM office WHERE id = $1',
      values: [officeId],
    })
    const devices = await session.query<{ id: string; publicKey: string | null }>({
      text: `SELECT id, public_key AS "publicKey" FROM device
        WHERE office_id = $1 AND revoked_ms IS NULL ORDER BY id FOR UPDATE`,
      values: [officeId],
    })
    const outcome = sealingOutcome(given, office?.key ?? null, devices)
    if (outcome !== 'changed') return { outcome }
    await session.query({
      text: `UPDATE device SET keyring = given.keyring
        FROM unnest($2::text[], $3::text[]) AS given(id, keyring)
        WHERE device.id = given.id AND office_id = $1`,
      values: [officeId, keyrings.map(({ deviceId }) => deviceId), keyrings.map(({ keyring }) => keyring)],
    })
    await session.query({
      text: `UPDATE office SET seal_key = $2, seal_public = $3, seal_made_ms = $4, seal_is_stale = false
        WHERE id = $1`,
      values: [officeId, key?.id ?? null, key?.publicKey ?? null, now],
    })
    return { outcome }
  },
})

/**
 * Writes of the alarm. Its state and the messages about it are one transaction, and a message counts as attempted
 * before it is sent: a relay that is killed sends it again, under the same id, and never forgets it.
 */
function alarmWrites(session: Session): WritesOver<AlarmWrite> {
  const run = async (text: string, values: readonly (string | number | null)[]): Promise<null> => {
    await session.query({ text, values })
    return null
  }
  const withdraw = (officeId: number, now: number) =>
    run(
      `UPDATE alarm_message SET next_ms = NULL, ended_ms = $2, outcome = 'withdrawn'
       WHERE office_id = $1 AND ended_ms IS NULL AND kind IN ('unattended', 'attended')`,
      [officeId, now],
    )
  async function addAll(officeId: number, messages: readonly NewAlarmMessage[], now: number): Promise<void> {
    for (const { id, channel, kind, body } of messages)
      await run(
        `INSERT INTO alarm_message (id, office_id, channel, kind, body, made_ms, next_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $6)`,
        [id, officeId, channel, kind, body, now],
      )
  }
  /** An attempt without a result may have arrived: the relay was killed while it was sending. */
  async function lastTold(officeId: number, channel: string): Promise<AlarmKind | null> {
    const [row] = await session.query<{ kind: AlarmKind }>({
      text: `SELECT kind FROM alarm_message WHERE office_id = $1 AND channel = $2
          AND kind IN ('unattended', 'attended') AND (outcome = 'sent' OR (ended_ms IS NULL AND attempts > 0 AND detail IS NULL))
        ORDER BY made_ms DESC, ordinal DESC LIMIT 1`,
      values: [officeId, channel],
    })
    return row?.kind ?? null
  }

  return {
    async raiseAlarm({ officeId, now, messages }) {
      const raised = await session.query({
        text: 'INSERT INTO alarm (office_id, raised_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING office_id',
        values: [officeId, now],
      })
      if (raised.length === 0) return null
      await withdraw(officeId, now)
      await addAll(officeId, messages, now)
      return null
    },

    async endAlarm({ officeId, now, messages }) {
      const ended = await session.query({
        text: 'DELETE FROM alarm WHERE office_id = $1 RETURNING office_id',
        values: [officeId],
      })
      if (ended.length === 0) return null
      const wanted: NewAlarmMessage[] = []
      for (const message of messages)
        if ((await lastTold(officeId, message.channel)) === 'unattended') wanted.push(message)
      await withdraw(officeId, now)
      await addAll(officeId, wanted, now)
      return null
    },

    async addMessages({ officeId, now, messages }) {
      await addAll(officeId, messages, now)
      return null
    },

    startMessage: ({ id, nextMs }) =>
      run('UPDATE alarm_message SET attempts = attempts + 1, next_ms = $2, detail = NULL WHERE id = $1', [
        id,
        nextMs,
      ]),
    failMessage: ({ id, detail }) => run('UPDATE alarm_message SET detail = $2 WHERE id = $1', [id, detail]),
    endMessage: ({ id, now, outcome, detail }) =>
      run('UPDATE alarm_message SET next_ms = NULL, ended_ms = $2, outcome = $3, detail = $4 WHERE id = $1', [
        id,
        now,
        outcome,
        detail,
      ]),
  }
}
