import type { Db } from './open.ts'

export type InboxMode = 'enforce' | 'observe'

export interface NewOffice {
  name: string
  adminHash: Uint8Array
  inboxHash: Uint8Array
  headerName: string
  headerHash: Uint8Array
  mode: InboxMode
  now: number
}

export interface NewDevice {
  id: string
  officeId: number
  name: string
  tokenHash: Uint8Array
  /** An administrator in any case; the first PC of an office always is one. */
  isAdmin: boolean
  now: number
}

/** A new PC begins with at most this many of the last events. */
const FIRST_EVENTS = 1_000

/** Writes of offices and their PCs. Run in the writer's thread, within its transaction. */
export function officeWrites(db: Db) {
  const add = db.prepare(
    `INSERT INTO office (name, admin_hash, inbox_hash, header_name, header_hash, mode, created_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const sameOffice = db.prepare<[{ inbox: Uint8Array; name: string }], { id: number }>(
    'SELECT id FROM office WHERE inbox_hash = @inbox OR name = @name ORDER BY inbox_hash = @inbox DESC LIMIT 1',
  )
  const change = db.prepare(
    `UPDATE office SET name = ?, admin_hash = ?, inbox_hash = ?, header_name = ?, header_hash = ?, mode = ?,
       former_hash = NULL, former_until_ms = NULL, closed_ms = NULL WHERE id = ?`,
  )
  const changeHeader = db.prepare(
    'UPDATE office SET former_hash = header_hash, former_until_ms = ?, header_hash = ? WHERE id = ?',
  )
  const enforce = db.prepare("UPDATE office SET mode = 'enforce' WHERE id = ?")
  const close = db.prepare('UPDATE office SET closed_ms = ? WHERE id = ? AND closed_ms IS NULL')
  const place = db.prepare<[number], { head: number; floor: number; devices: number }>(
    `SELECT head, floor, (SELECT count(*) FROM device WHERE office_id = office.id) AS devices
     FROM office WHERE id = ?`,
  )
  const addDevice = db.prepare(
    `INSERT INTO device (id, office_id, name, token_hash, is_admin, paired_ms, acked) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const keepDevice = db.prepare<[string, Uint8Array, string, number]>(
    'UPDATE device SET name = ?, token_hash = ?, revoked_ms = NULL WHERE id = ? AND office_id = ?',
  )
  const revoke = db.prepare(
    'UPDATE device SET revoked_ms = ? WHERE id = ? AND office_id = ? AND revoked_ms IS NULL',
  )

  const insert = ({ name, adminHash, inboxHash, headerName, headerHash, mode, now }: NewOffice) =>
    Number(add.run(name, adminHash, inboxHash, headerName, headerHash, mode, now).lastInsertRowid)

  function addDeviceRow({ id, officeId, name, tokenHash, isAdmin, now }: NewDevice) {
    const found = place.get(officeId)
    if (found === undefined) throw new Error('the office is gone')
    const admin = isAdmin || found.devices === 0
    const acked = Math.max(found.floor - 1, found.head - FIRST_EVENTS)
    addDevice.run(id, officeId, name, tokenHash, admin ? 1 : 0, now, acked)
    return { isAdmin: admin, acked }
  }

  return {
    addOffice: (given: NewOffice): { id: number } => ({ id: insert(given) }),

    /** The office with this inbox or this name, made to have exactly these secrets. */
    keepOffice(given: NewOffice): { id: number } {
      const { name, adminHash, inboxHash, headerName, headerHash, mode } = given
      const found = sameOffice.get({ inbox: inboxHash, name })
      if (found === undefined) return { id: insert(given) }
      change.run(name, adminHash, inboxHash, headerName, headerHash, mode, found.id)
      return found
    },

    /** The former value of the header is accepted until then. */
    changeHeader({ officeId, hash, untilMs }: { officeId: number; hash: Uint8Array; untilMs: number }): null {
      changeHeader.run(untilMs, hash, officeId)
      return null
    },

    /** The inbox requires the header from now on. */
    enforceHeader({ officeId }: { officeId: number }): null {
      enforce.run(officeId)
      return null
    },

    closeOffice({ officeId, now }: { officeId: number; now: number }): null {
      close.run(now, officeId)
      return null
    },

    /** Adds a PC, whose list begins at `acked`. */
    addDevice: (given: NewDevice): { isAdmin: boolean; acked: number } => addDeviceRow(given),

    /** The PC of that id, made to have exactly this token; its place in the list stays. */
    keepDevice(given: NewDevice): null {
      const { id, officeId, name, tokenHash } = given
      if (keepDevice.run(name, tokenHash, id, officeId).changes === 0) addDeviceRow(given)
      return null
    },

    revokeDevice({ id, officeId, now }: { id: string; officeId: number; now: number }): {
      isRevoked: boolean
    } {
      return { isRevoked: revoke.run(now, id, officeId).changes > 0 }
    },

    /** A commit that changes nothing else: it proves that the disk takes writes. */
    probe(): null {
      db.prepare('UPDATE probe SET count = count + 1').run()
      return null
    },
  }
}
