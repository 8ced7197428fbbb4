import { randomBytes } from 'node:crypto'
import { FIRST_EVENTS, type NewDevice, type NewOffice, type OfficeWrite, type Writes } from '../writes.ts'
import type { Db } from './open.ts'

/** Nothing answers for the office any more: its rows leave with the next retention. */
export function endOffice(db: Db): (id: number) => void {
  const end = db.prepare(
    "UPDATE office SET state = 'gone', name = '', admin_hash = ?, inbox_hash = ?, moved_to = NULL WHERE id = ?",
  )
  const removals = ['device', 'alarm', 'alarm_message'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE office_id = ?`),
  )
  return (id) => {
    end.run(randomBytes(32), randomBytes(32), id)
    for (const removal of removals) removal.run(id)
  }
}

/** Writes of offices and their PCs. Run in the writer's thread, within its transaction. */
export function officeWrites(db: Db): Pick<Writes, OfficeWrite> {
  const add = db.prepare(
    `INSERT INTO office (name, admin_hash, inbox_hash, header_name, header_hash, mode, created_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const sameOffice = db.prepare<[{ inbox: Uint8Array; name: string }], { id: number; state: string | null }>(
    'SELECT id, state FROM office WHERE inbox_hash = @inbox OR name = @name ORDER BY inbox_hash = @inbox DESC LIMIT 1',
  )
  const change = db.prepare(
    `UPDATE office SET name = ?, admin_hash = ?, inbox_hash = ?, header_name = ?, header_hash = ?, mode = ?,
       former_hash = NULL, former_until_ms = NULL, closed_ms = NULL WHERE id = ?`,
  )
  const changeHeader = db.prepare(
    `UPDATE office SET former_hash = header_hash, former_until_ms = @until, header_hash = @hash
     WHERE id = @id AND header_hash <> @hash`,
  )
  const enforce = db.prepare("UPDATE office SET mode = 'enforce' WHERE id = ?")
  const close = db.prepare('UPDATE office SET closed_ms = ? WHERE id = ? AND closed_ms IS NULL')
  const place = db.prepare<[number], { head: number; floor: number; devices: number }>(
    `SELECT head, floor, (SELECT count(*) FROM device WHERE office_id = office.id) AS devices
     FROM office WHERE id = ?`,
  )
  const addDevice = db.prepare(
    `INSERT INTO device (id, office_id, name, token_hash, is_admin, paired_ms, acked, public_key, keyring)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const keepDevice = db.prepare<[string, Uint8Array, string, number]>(
    'UPDATE device SET name = ?, token_hash = ?, revoked_ms = NULL WHERE id = ? AND office_id = ?',
  )
  const revoke = db.prepare(
    'UPDATE device SET revoked_ms = ?, keyring = NULL WHERE id = ? AND office_id = ? AND revoked_ms IS NULL',
  )
  const makeStale = db.prepare('UPDATE office SET seal_is_stale = 1 WHERE id = ? AND seal_key IS NOT NULL')

  const insert = ({ name, adminHash, inboxHash, headerName, headerHash, mode, now }: NewOffice) =>
    Number(add.run(name, adminHash, inboxHash, headerName, headerHash, mode, now).lastInsertRowid)

  function addDeviceRow({ id, officeId, name, tokenHash, isAdmin, now, ...sealing }: NewDevice) {
    const found = place.get(officeId)
    if (found === undefined) throw new Error('the office is gone')
    const admin = isAdmin || found.devices === 0
    const acked = Math.max(found.floor - 1, found.head - FIRST_EVENTS)
    addDevice.run(
      id,
      officeId,
      name,
      tokenHash,
      admin ? 1 : 0,
      now,
      acked,
      sealing.publicKey ?? null,
      sealing.keyring ?? null,
    )
    return { isAdmin: admin, acked }
  }

  const probe = db.prepare('UPDATE probe SET count = count + 1')
  function commit(): null {
    probe.run()
    return null
  }

  return {
    addOffice: (given) => ({ id: insert(given) }),
    keepOffice(given) {
      const { name, adminHash, inboxHash, headerName, headerHash, mode } = given
      const found = sameOffice.get({ inbox: inboxHash, name })
      if (found === undefined) return { id: insert(given) }
      if (found.state !== null) return { id: found.id }
      change.run(name, adminHash, inboxHash, headerName, headerHash, mode, found.id)
      return { id: found.id }
    },
    changeHeader({ officeId, hash, untilMs }) {
      changeHeader.run({ id: officeId, hash, until: untilMs })
      return null
    },
    enforceHeader({ officeId }) {
      enforce.run(officeId)
      return null
    },
    closeOffice({ officeId, now }) {
      close.run(now, officeId)
      return null
    },
    addDevice: addDeviceRow,
    keepDevice(given) {
      const { id, officeId, name, tokenHash } = given
      if (keepDevice.run(name, tokenHash, id, officeId).changes === 0) addDeviceRow(given)
      return null
    },
    revokeDevice({ id, officeId, now }) {
      const isRevoked = revoke.run(now, id, officeId).changes > 0
      if (isRevoked) makeStale.run(officeId)
      return { isRevoked }
    },
    probe: commit,
    canary: commit,
  }
}
