import {
  fromBase64,
  fromBase64OrNull,
  isReplaced,
  missingOf,
  type MovedOffice,
  type MoveInRow,
} from '../move.ts'
import type { MoveWrite } from '../writes.ts'
import type { Session, Statement } from './database.ts'
import { addMoveRows } from './move-rows.writes.ts'
import { endOffice, KEEPING } from './office.writes.ts'
import { plain } from './plain.ts'
import type { WritesOver } from './session-writes.ts'

/** Writes of moves. */
export function moveWrites(session: Session): WritesOver<MoveWrite> {
  const run = <Row extends object = object>(text: string, values: NonNullable<Statement['values']>) =>
    session.query<Row>({ text, values })

  async function moveOf(tokenHash: Uint8Array): Promise<MoveInRow | null> {
    const [row] = await run<Omit<MoveInRow, 'positions'> & { positions: string }>(
      `SELECT office_id AS "officeId", state, expires_ms AS "expiresMs", positions FROM move_in
       WHERE token_hash = $1 FOR UPDATE`,
      [tokenHash],
    )
    return row === undefined ? null : { ...row, positions: JSON.parse(row.positions) }
  }
  const setMove = (state: MoveInRow['state'], officeId: number | null, tokenHash: Uint8Array) =>
    run('UPDATE move_in SET state = $1, office_id = $2 WHERE token_hash = $3', [state, officeId, tokenHash])

  async function endMoved(id: number): Promise<void> {
    await run(`UPDATE move_in SET state = 'discarded' WHERE office_id = $1 AND state = 'receiving'`, [id])
    await endOffice(session, id)
  }

  async function addDevices(officeId: number, { devices }: MovedOffice): Promise<void> {
    const rows = devices.map((device) => ({ ...device, name: plain(device.name) }))
    const kept = await run(
      `INSERT INTO device (id, office_id, name, token_hash, is_admin, paired_ms, seen_ms, acked, revoked_ms,
         public_key, keyring)
       SELECT id, $1, name, decode("tokenHash", 'base64'), "isAdmin", "pairedMs", "seenMs", acked, "revokedMs",
         "publicKey", keyring
       FROM json_to_recordset($2) AS r(id text, name text, "tokenHash" text, "isAdmin" boolean, "pairedMs" bigint,
         "seenMs" bigint, acked bigint, "revokedMs" bigint, "publicKey" text, keyring text)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, token_hash = excluded.token_hash,
         is_admin = excluded.is_admin, seen_ms = excluded.seen_ms, acked = excluded.acked,
         revoked_ms = excluded.revoked_ms, public_key = excluded.public_key, keyring = excluded.keyring
       WHERE device.office_id = excluded.office_id RETURNING id`,
      [officeId, JSON.stringify(rows)],
    )
    if (kept.length < devices.length) throw new Error('a PC of another office has the same id')
  }

  /** What another office has of this one, or `null`. */
  async function takenBy({ devices }: MovedOffice, replaced: readonly number[]): Promise<string | null> {
    const hashes = devices.map(({ tokenHash }) => fromBase64(tokenHash))
    const [found] = await run<{ what: string }>(
      `SELECT name AS what FROM device WHERE (id = ANY($1) OR token_hash = ANY($2)) AND office_id <> ALL($3)
       UNION ALL SELECT name FROM office WHERE admin_hash = ANY($2) AND id <> ALL($3) LIMIT 1`,
      [devices.map(({ id }) => id), hashes, replaced],
    )
    return found === undefined ? null : `PC ${found.what}`
  }

  return {
    async permitMove({ tokenHash, now, expiresMs }) {
      await run(`DELETE FROM move_in WHERE state = 'waiting' AND expires_ms < $1`, [now])
      await run(`INSERT INTO move_in (token_hash, expires_ms, state) VALUES ($1, $2, 'waiting')`, [
        tokenHash,
        expiresMs,
      ])
      return null
    },

    async beginMove({ tokenHash, now, office }) {
      await run('SELECT pg_advisory_xact_lock($1)', [KEEPING])
      const move = await moveOf(tokenHash)
      if (move === null || move.state === 'open' || move.state === 'discarded') return { kind: 'ended' }
      const found = await run<{
        id: number
        state: string | null
        movedTo: string | null
        isSame: boolean
      }>(
        `SELECT id, state, moved_to AS "movedTo", inbox_hash = $2 AND admin_hash = $3 AS "isSame" FROM office
         WHERE (name = $1 OR inbox_hash IN ($2, $3) OR admin_hash IN ($2, $3)) AND state IS DISTINCT FROM 'gone'
         FOR UPDATE`,
        [office.name, office.inboxHash, office.adminHash],
      )
      if (move.state === 'receiving') {
        const isSame = found.some(({ id, isSame: same }) => id === move.officeId && same)
        return isSame && move.officeId !== null
          ? { kind: 'begun', officeId: move.officeId, replaced: [] }
          : { kind: 'taken', what: 'the token, which is of the move of another office' }
      }
      if (move.expiresMs < now) return { kind: 'ended' }
      if (found.some(({ state, isSame }) => !isReplaced(state) || !isSame))
        return { kind: 'taken', what: 'the name, the inbox or the administrator’s token' }
      const replaced = found.map(({ id }) => id)
      const what = await takenBy(office, replaced)
      if (what !== null) return { kind: 'taken', what }
      for (const id of replaced) await endMoved(id)
      const [added] = await run<{ id: number }>(
        `INSERT INTO office (name, admin_hash, inbox_hash, header_name, header_hash, mode, created_ms, epoch, keys_of,
           moved_to, state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'incoming') RETURNING id`,
        [
          office.name,
          office.adminHash,
          office.inboxHash,
          office.headerName,
          fromBase64(office.headerHash),
          office.mode,
          office.createdMs,
          office.epoch,
          office.keysOf,
          found[0]?.movedTo ?? null,
        ],
      )
      if (added === undefined) throw new Error('the office was not made')
      await addDevices(added.id, office)
      await setMove('receiving', added.id, tokenHash)
      return { kind: 'begun', officeId: added.id, replaced }
    },

    async addMoveRows({ officeId, tokenHash, page }) {
      const move = await moveOf(tokenHash)
      if (move?.state !== 'receiving' || move.officeId !== officeId) return { kind: 'ended' }
      if ((move.positions[page.kind] ?? '') !== page.after) return { kind: 'elsewhere' }
      await addMoveRows(session, officeId, page)
      await run('UPDATE move_in SET positions = $1 WHERE token_hash = $2', [
        JSON.stringify({ ...move.positions, [page.kind]: page.upTo }),
        tokenHash,
      ])
      return { kind: 'added' }
    },

    async finishMove({ officeId, tokenHash, office, positions }) {
      const move = await moveOf(tokenHash)
      if (move?.state === 'open' && move.officeId === officeId) return { kind: 'open' }
      if (move?.state !== 'receiving' || move.officeId !== officeId) return { kind: 'ended' }
      const { head, floor, alarm } = office
      const [counted] = await run<{ events: number; last: number | null }>(
        `SELECT count(*) FILTER (WHERE seq BETWEEN $2 AND $3) AS events, max(seq) AS last FROM event
         WHERE office_id = $1`,
        [officeId, floor, head],
      )
      const had = { ...(counted ?? { events: 0, last: null }), positions: move.positions }
      const what = missingOf(office, had, positions)
      if (what !== null) return { kind: 'incomplete', what }
      const opened = await run(
        `UPDATE office SET state = NULL, moved_to = NULL, head = $2, floor = $3, epoch = $4, keys_of = $5,
           name = $6, header_name = $7, header_hash = $8, former_hash = $9, former_until_ms = $10, mode = $11,
           closed_ms = $12, received_ms = $13, duplicates = $14, quarantined = $15, confirmed = $16,
           confirmed_ms = $17, created_ms = $18, seal_key = $19, seal_public = $20, seal_made_ms = $21,
           seal_is_stale = $22
         WHERE id = $1 AND state = 'incoming' RETURNING id`,
        [
          officeId,
          head,
          floor,
          office.epoch,
          office.keysOf,
          office.name,
          office.headerName,
          fromBase64(office.headerHash),
          fromBase64OrNull(office.formerHash),
          office.formerUntilMs,
          office.mode,
          office.closedMs,
          office.receivedMs,
          office.duplicates,
          office.quarantined,
          office.confirmed,
          office.confirmedMs,
          office.createdMs,
          office.sealKey,
          office.sealPublic,
          office.sealMadeMs,
          office.isSealStale,
        ],
      )
      if (opened.length === 0) throw new Error('the office is not being moved here')
      await run('DELETE FROM event_other WHERE office_id = $1 AND seq < $2', [officeId, floor])
      await addDevices(officeId, office)
      if (alarm !== null)
        await run('INSERT INTO alarm VALUES ($1, $2, $3, $4)', [
          officeId,
          alarm.raisedMs,
          alarm.heardMs,
          alarm.heardBy,
        ])
      await setMove('open', officeId, tokenHash)
      return { kind: 'open' }
    },

    async discardMove({ tokenHash }) {
      const move = await moveOf(tokenHash)
      if (move === null || move.state === 'open' || move.state === 'discarded')
        return { state: move?.state ?? 'discarded', gone: null }
      await setMove('discarded', move.officeId, tokenHash)
      if (move.officeId === null) return { state: 'discarded', gone: null }
      const back = await run(
        `UPDATE office SET state = 'moved' WHERE id = $1 AND moved_to IS NOT NULL RETURNING id`,
        [move.officeId],
      )
      if (back.length > 0) return { state: 'discarded', gone: null }
      await endMoved(move.officeId)
      return { state: 'discarded', gone: move.officeId }
    },

    async leave({ officeId, to, tokenHash }) {
      const left = await run(
        `UPDATE office SET state = 'moving', moved_to = $2, move_hash = $3
         WHERE id = $1 AND (state IS NULL OR (state = 'moving' AND moved_to = $2)) RETURNING id`,
        [officeId, to, tokenHash],
      )
      return { isLeaving: left.length > 0 }
    },
    async settleMove({ officeId, tokenHash }) {
      const settled = await run(
        `UPDATE office SET state = 'moved' WHERE id = $1 AND move_hash = $2 AND state IN ('moving', 'moved')
         RETURNING id`,
        [officeId, tokenHash],
      )
      return { isDone: settled.length > 0 }
    },
    async comeBack({ officeId, tokenHash }) {
      const back = await run(
        `UPDATE office SET state = NULL, moved_to = NULL, move_hash = NULL
         WHERE id = $1 AND move_hash = $2 AND state = 'moving' RETURNING id`,
        [officeId, tokenHash],
      )
      return { isDone: back.length > 0 }
    },
    async forget({ officeId }) {
      const left = await run("SELECT 1 FROM office WHERE id = $1 AND state = 'moved'", [officeId])
      if (left.length > 0) await endMoved(officeId)
      return { isDone: left.length > 0 }
    },
  }
}
