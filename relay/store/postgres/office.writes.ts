import { randomBytes } from 'node:crypto'
import type { AlarmKind } from '#shared/api/relay-alarm.ts'
import {
  type AlarmWrite,
  FIRST_EVENTS,
  type NewAlarmMessage,
  type NewDevice,
  type NewOffice,
  type OfficeWrite,
  judgeSealingChange,
  type SealingWrite,
  type WritesOver,
} from '../writes.ts'
import { removeNul, type Session } from './database.ts'

/** Advisory lock of `keepOffice`, which finds or creates an office. */
const KEEPING = 8_200_457_002

/** Forces a commit to reach the disk without writing a row. */
const PROBE = { text: "SELECT pg_logical_emit_message(true, 'relay', 'probe')" }

/** Ends an office: no secret opens it any more, and the next retention deletes its rows. */
export async function endOffice(session: Session, id: number): Promise<void> {
  await session.query({
    text: `UPDATE office SET state = 'gone', name = '', admin_hash = $2, inbox_hash = $3, moved_to = NULL WHERE id = $1`,
    values: [id, randomBytes(32), randomBytes(32)],
  })
  for (const table of ['device', 'alarm', 'alarm_message', 'secret'])
    await session.query({ text: `DELETE FROM ${table} WHERE office_id = $1`, values: [id] })
}

export function createOfficeWrites(session: Session): WritesOver<OfficeWrite> {
  const run = async (text: string, values: Parameters<Session['query']>[0]['values']) =>
    session.query<{ id: string }>({ text, ...(values && { values }) })

  async function insert({ name, adminHash, inboxHash, headerName, headerHash, mode, now }: NewOffice) {
    const [row] = await session.query<{ id: number }>({
      text: `INSERT INTO office (name, admin_hash, inbox_hash, header_name, header_hash, mode, created_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      values: [name, adminHash, inboxHash, headerName, headerHash, mode, now],
    })
    if (row === undefined) throw new Error('the office was not made')
    return { id: row.id }
  }

  async function addDevice({ id, officeId, name, tokenHash, isAdmin, now, ...sealing }: NewDevice) {
    const [place] = await session.query<{ head: number; floor: number; devices: number }>({
      text: `SELECT head, floor, (SELECT count(*) FROM device WHERE office_id = office.id) AS devices
        FROM office WHERE id = $1`,
      values: [officeId],
    })
    if (place === undefined) throw new Error('the office is gone')
    const admin = isAdmin || place.devices === 0
    const acked = Math.max(place.floor - 1, place.head - FIRST_EVENTS)
    await run(
      `INSERT INTO device (id, office_id, name, token_hash, is_admin, paired_ms, acked, public_key, keyring)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        officeId,
        removeNul(name),
        tokenHash,
        admin,
        now,
        acked,
        sealing.publicKey ?? null,
        sealing.keyring ?? null,
      ],
    )
    return { isAdmin: admin, acked }
  }

  return {
    addOffice: insert,
    async keepOffice(given) {
      const { name, adminHash, inboxHash, headerName, headerHash, mode } = given
      // Two nodes that start together must create one office.
      await run('SELECT pg_advisory_xact_lock($1)', [KEEPING])
      const [found] = await session.query<{ id: number; state: string | null }>({
        text: 'SELECT id, state FROM office WHERE inbox_hash = $1 OR name = $2 ORDER BY inbox_hash = $1 DESC LIMIT 1',
        values: [inboxHash, name],
      })
      if (found === undefined) return insert(given)
      if (found.state !== null) return { id: found.id }
      await run(
        `UPDATE office SET name = $2, admin_hash = $3, inbox_hash = $4, header_name = $5, header_hash = $6, mode = $7,
           former_hash = NULL, former_until_ms = NULL, closed_ms = NULL WHERE id = $1`,
        [found.id, name, adminHash, inboxHash, headerName, headerHash, mode],
      )
      return { id: found.id }
    },
    async changeHeader({ officeId, hash, untilMs }) {
      await run(
        `UPDATE office SET former_hash = header_hash, former_until_ms = $2, header_hash = $3
         WHERE id = $1 AND header_hash <> $3`,
        [officeId, untilMs, hash],
      )
      return null
    },
    async enforceHeader({ officeId }) {
      await run("UPDATE office SET mode = 'enforce' WHERE id = $1", [officeId])
      return null
    },
    async closeOffice({ officeId, now }) {
      await run('UPDATE office SET closed_ms = $2 WHERE id = $1 AND closed_ms IS NULL', [officeId, now])
      return null
    },
    addDevice,
    async keepDevice(given) {
      const { id, officeId, name, tokenHash } = given
      const kept = await run(
        'UPDATE device SET name = $3, token_hash = $4, revoked_ms = NULL WHERE id = $1 AND office_id = $2 RETURNING id',
        [id, officeId, removeNul(name), tokenHash],
      )
      if (kept.length === 0) await addDevice(given)
      return null
    },
    async revokeDevice({ id, officeId, now }) {
      const revoked = await run(
        `UPDATE device SET revoked_ms = $3, keyring = NULL
         WHERE id = $1 AND office_id = $2 AND revoked_ms IS NULL RETURNING id`,
        [id, officeId, now],
      )
      if (revoked.length > 0)
        await run('UPDATE office SET seal_is_stale = true WHERE id = $1 AND seal_key IS NOT NULL', [officeId])
      return { isRevoked: revoked.length > 0 }
    },
    async probe() {
      await session.query(PROBE)
      return null
    },
    async canary() {
      await session.query(PROBE)
      return null
    },
  }
}

/** Writes of the sealing keys. They lock the office's row, so that no event is numbered meanwhile. */
export const createSealingWrites = (session: Session): WritesOver<SealingWrite> => ({
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
    const outcome = judgeSealingChange(given, office?.key ?? null, devices)
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
 * Writes of the alarm. The alarm and its messages change in one transaction. A message counts as attempted before it
 * is sent. A killed relay sends it again under the same id.
 */
export function createAlarmWrites(session: Session): WritesOver<AlarmWrite> {
  const run = async (text: string, values: readonly (string | number | null)[]): Promise<null> => {
    await session.query({ text, values })
    return null
  }
  const withdrawMessages = (officeId: number, now: number) =>
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
  /**
   * Kind of the last message that was sent, or may have been. An attempt without a result may have arrived before the
   * relay was killed.
   */
  async function findLastKind(officeId: number, channel: string): Promise<AlarmKind | null> {
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
      await withdrawMessages(officeId, now)
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
        if ((await findLastKind(officeId, message.channel)) === 'unattended') wanted.push(message)
      await withdrawMessages(officeId, now)
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
