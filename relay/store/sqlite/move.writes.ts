import type { MoveKind } from '#shared/api/relay-move.ts'
import {
  fromBase64,
  fromBase64OrNull,
  isReplaced,
  missingOf,
  type MovedOffice,
  type MoveInRow,
} from '../move.ts'
import type { MoveWrite, Writes } from '../writes.ts'
import { endOffice } from './office.writes.ts'
import { moveRowWrites } from './move-rows.writes.ts'
import type { Db } from './open.ts'

type Move = Omit<MoveInRow, 'positions'> & { positions: string }

/** Writes of moves. Run in the writer's thread, within its transaction. */
export function moveWrites(db: Db): Pick<Writes, MoveWrite> {
  const permit = db.prepare("INSERT INTO move_in (token_hash, expires_ms, state) VALUES (?, ?, 'waiting')")
  const forget = db.prepare("DELETE FROM move_in WHERE state = 'waiting' AND expires_ms < ?")
  const moveOf = db.prepare<[Uint8Array], Move>(
    'SELECT office_id AS officeId, state, expires_ms AS expiresMs, positions FROM move_in WHERE token_hash = ?',
  )
  const setMove = db.prepare('UPDATE move_in SET state = ?, office_id = ? WHERE token_hash = ?')
  const endMove = db.prepare(
    "UPDATE move_in SET state = 'discarded' WHERE office_id = ? AND state = 'receiving'",
  )
  const setPositions = db.prepare('UPDATE move_in SET positions = ? WHERE token_hash = ?')
  const same = db.prepare<
    [{ name: string; inbox: Uint8Array; admin: Uint8Array }],
    { id: number; state: string | null; movedTo: string | null; isSame: number }
  >(
    `SELECT id, state, moved_to AS movedTo, inbox_hash = @inbox AND admin_hash = @admin AS isSame FROM office
     WHERE (name = @name OR inbox_hash IN (@inbox, @admin) OR admin_hash IN (@inbox, @admin))
       AND state IS NOT 'gone'`,
  )
  const deviceOffice = db.prepare<[string, Uint8Array], { officeId: number }>(
    'SELECT office_id AS officeId FROM device WHERE id = ? OR token_hash = ?',
  )
  const adminOf = db.prepare<[Uint8Array], { id: number }>('SELECT id FROM office WHERE admin_hash = ?')
  const add = db.prepare(
    `INSERT INTO office (name, admin_hash, inbox_hash, header_name, header_hash, mode, created_ms, epoch, keys_of,
       moved_to, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'incoming')`,
  )
  const keepDevice = db.prepare(
    `INSERT INTO device (id, office_id, name, token_hash, is_admin, paired_ms, seen_ms, acked, revoked_ms,
       public_key, keyring)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, token_hash = excluded.token_hash,
       is_admin = excluded.is_admin, seen_ms = excluded.seen_ms, acked = excluded.acked,
       revoked_ms = excluded.revoked_ms, public_key = excluded.public_key, keyring = excluded.keyring
     WHERE office_id = excluded.office_id`,
  )
  const had = db.prepare<
    [{ id: number; floor: number; head: number }],
    { events: number; last: number | null }
  >(
    `SELECT count(*) FILTER (WHERE seq BETWEEN @floor AND @head) AS events, max(seq) AS last FROM event
     WHERE office_id = @id`,
  )
  const dropBelow = db.prepare('DELETE FROM event WHERE office_id = ? AND seq < ?')
  const open = db.prepare(
    `UPDATE office SET state = NULL, moved_to = NULL, head = @head, floor = @floor, epoch = @epoch,
       keys_of = @keysOf, name = @name, header_name = @headerName, header_hash = @headerHash,
       former_hash = @formerHash, former_until_ms = @formerUntilMs, mode = @mode, closed_ms = @closedMs,
       received_ms = @receivedMs, duplicates = @duplicates, quarantined = @quarantined, confirmed = @confirmed,
       confirmed_ms = @confirmedMs, created_ms = @createdMs, seal_key = @sealKey, seal_public = @sealPublic,
       seal_made_ms = @sealMadeMs, seal_is_stale = @isSealStale
     WHERE id = @id AND state = 'incoming'`,
  )
  const addAlarm = db.prepare(
    'INSERT INTO alarm (office_id, raised_ms, heard_ms, heard_by) VALUES (?, ?, ?, ?)',
  )
  const backToMoved = db.prepare("UPDATE office SET state = 'moved' WHERE id = ? AND moved_to IS NOT NULL")
  const leave = db.prepare(
    `UPDATE office SET state = 'moving', moved_to = @to, move_hash = @hash
     WHERE id = @id AND (state IS NULL OR (state = 'moving' AND moved_to = @to))`,
  )
  const settle = db.prepare(
    "UPDATE office SET state = 'moved' WHERE id = ? AND move_hash = ? AND state IN ('moving', 'moved')",
  )
  const comeBack = db.prepare(
    `UPDATE office SET state = NULL, moved_to = NULL, move_hash = NULL
     WHERE id = ? AND move_hash = ? AND state = 'moving'`,
  )
  const left = db.prepare<[number], { id: number }>("SELECT id FROM office WHERE id = ? AND state = 'moved'")
  const addRows = moveRowWrites(db)
  const endMoved = endOffice(db)

  function addDevices(officeId: number, { devices }: MovedOffice): void {
    for (const { id, name, tokenHash, isAdmin, pairedMs, seenMs, acked, revokedMs, ...own } of devices)
      if (
        keepDevice.run(
          id,
          officeId,
          name,
          fromBase64(tokenHash),
          isAdmin ? 1 : 0,
          pairedMs,
          seenMs,
          acked,
          revokedMs,
          own.publicKey,
          own.keyring,
        ).changes === 0
      )
        throw new Error('a PC of another office has the same id')
  }

  /** What another office has of this one, or `null`. */
  function takenBy(office: MovedOffice, replaced: readonly number[]): string | null {
    for (const device of office.devices) {
      const hash = fromBase64(device.tokenHash)
      const found = deviceOffice.get(device.id, hash) ?? adminOf.get(hash)
      if (found !== undefined && !('officeId' in found && replaced.includes(found.officeId)))
        return `PC ${device.name}`
    }
    return null
  }

  return {
    permitMove({ tokenHash, now, expiresMs }) {
      forget.run(now)
      permit.run(tokenHash, expiresMs)
      return null
    },

    beginMove({ tokenHash, now, office }) {
      const move = moveOf.get(tokenHash)
      if (move === undefined || move.state === 'open' || move.state === 'discarded') return { kind: 'ended' }
      const { name, adminHash, inboxHash } = office
      const found = same.all({ name, admin: adminHash, inbox: inboxHash })
      if (move.state === 'receiving') {
        const isSame = found.some((row) => row.id === move.officeId && row.isSame === 1)
        return isSame && move.officeId !== null
          ? { kind: 'begun', officeId: move.officeId, replaced: [] }
          : { kind: 'taken', what: 'the token, which is of the move of another office' }
      }
      if (move.expiresMs < now) return { kind: 'ended' }
      if (found.some(({ state, isSame }) => !isReplaced(state) || isSame === 0))
        return { kind: 'taken', what: 'the name, the inbox or the administrator’s token' }
      const replaced = found.map(({ id }) => id)
      const what = takenBy(office, replaced)
      if (what !== null) return { kind: 'taken', what }
      for (const id of replaced) {
        endMove.run(id)
        endMoved(id)
      }
      const { lastInsertRowid } = add.run(
        name,
        adminHash,
        inboxHash,
        office.headerName,
        fromBase64(office.headerHash),
        office.mode,
        office.createdMs,
        office.epoch,
        office.keysOf,
        found[0]?.movedTo ?? null,
      )
      const officeId = Number(lastInsertRowid)
      addDevices(officeId, office)
      setMove.run('receiving', officeId, tokenHash)
      return { kind: 'begun', officeId, replaced }
    },

    addMoveRows({ officeId, tokenHash, page }) {
      const move = moveOf.get(tokenHash)
      if (move?.state !== 'receiving' || move.officeId !== officeId) return { kind: 'ended' }
      const positions = JSON.parse(move.positions) as Partial<Record<MoveKind, string>>
      if ((positions[page.kind] ?? '') !== page.after) return { kind: 'elsewhere' }
      addRows(officeId, page)
      setPositions.run(JSON.stringify({ ...positions, [page.kind]: page.upTo }), tokenHash)
      return { kind: 'added' }
    },

    finishMove({ officeId, tokenHash, office, positions }) {
      const move = moveOf.get(tokenHash)
      if (move?.state === 'open' && move.officeId === officeId) return { kind: 'open' }
      if (move?.state !== 'receiving' || move.officeId !== officeId) return { kind: 'ended' }
      const { head, floor } = office
      const counted = had.get({ id: officeId, head, floor }) ?? { events: 0, last: null }
      const what = missingOf(office, { ...counted, positions: JSON.parse(move.positions) }, positions)
      if (what !== null) return { kind: 'incomplete', what }
      const { headerHash, formerHash, devices: _, alarm, ...columns } = office
      const { changes } = open.run({
        ...columns,
        id: officeId,
        isSealStale: office.isSealStale ? 1 : 0,
        headerHash: fromBase64(headerHash),
        formerHash: fromBase64OrNull(formerHash),
      })
      if (changes === 0) throw new Error('the office is not being moved here')
      // They left while they were copied, and their receipts came as those of events that are no longer kept.
      dropBelow.run(officeId, floor)
      addDevices(officeId, office)
      if (alarm !== null) addAlarm.run(officeId, alarm.raisedMs, alarm.heardMs, alarm.heardBy)
      setMove.run('open', officeId, tokenHash)
      return { kind: 'open' }
    },

    discardMove({ tokenHash }) {
      const move = moveOf.get(tokenHash)
      if (move === undefined || move.state === 'open' || move.state === 'discarded')
        return { state: move?.state ?? 'discarded', gone: null }
      setMove.run('discarded', move.officeId, tokenHash)
      if (move.officeId === null || backToMoved.run(move.officeId).changes > 0)
        return { state: 'discarded', gone: null }
      endMoved(move.officeId)
      return { state: 'discarded', gone: move.officeId }
    },

    leave: ({ officeId, to, tokenHash }) => ({
      isLeaving: leave.run({ id: officeId, to, hash: tokenHash }).changes > 0,
    }),
    settleMove: ({ officeId, tokenHash }) => ({ isDone: settle.run(officeId, tokenHash).changes > 0 }),
    comeBack: ({ officeId, tokenHash }) => ({ isDone: comeBack.run(officeId, tokenHash).changes > 0 }),
    forget({ officeId }) {
      const isDone = left.get(officeId) !== undefined
      if (isDone) endMoved(officeId)
      return { isDone }
    },
  }
}
