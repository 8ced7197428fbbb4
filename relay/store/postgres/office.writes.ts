import { randomBytes } from 'node:crypto'
import { FIRST_EVENTS, type NewDevice, type NewOffice, type OfficeWrite } from '../writes.ts'
import type { Session } from './database.ts'
import { plain } from './plain.ts'
import type { WritesOver } from './session-writes.ts'

/** Key of the lock under which an office is looked for and made. */
const KEEPING = 8_200_457_002

/** Makes the commit one that has to reach the disk, without a row for it. */
const PROBE = { text: "SELECT pg_logical_emit_message(true, 'relay', 'probe')" }

/** Nothing answers for the office any more: its rows leave with the next retention. */
export async function endOffice(session: Session, id: number): Promise<void> {
  await session.query({
    text: `UPDATE office SET state = 'gone', name = '', admin_hash = $2, inbox_hash = $3, moved_to = NULL WHERE id = $1`,
    values: [id, randomBytes(32), randomBytes(32)],
  })
  for (const table of ['device', 'alarm', 'alarm_message', 'secret'])
    await session.query({ text: `DELETE FROM ${table} WHERE office_id = $1`, values: [id] })
}

/** Writes of offices and their PCs. */
export function officeWrites(session: Session): WritesOver<OfficeWrite> {
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
        plain(name),
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
      // Two nodes that start together make one office.
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
        [id, officeId, plain(name), tokenHash],
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
