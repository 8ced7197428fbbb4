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
  type Writes,
} from '../writes.ts'
import type { Db } from './open.ts'

/** Ends an office: no secret opens it any more, and the next retention deletes its rows. */
export function prepareEndOffice(db: Db): (id: number) => void {
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

/** Writes of offices and PCs. They run in the writer thread, within its transaction. */
export function createOfficeWrites(db: Db): Pick<Writes, OfficeWrite> {
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
  function commitProbe(): null {
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
    probe: commitProbe,
    canary: commitProbe,
  }
}

/** Writes of the sealing keys. They run in the writer thread, within its transaction. */
export function createSealingWrites(db: Db): Pick<Writes, SealingWrite> {
  const give = db.prepare<[string, string, number, string]>(
    'UPDATE device SET public_key = ?, keyring = NULL WHERE id = ? AND office_id = ? AND public_key IS NOT ?',
  )
  const present = db.prepare<[number], { key: string | null }>(
    'SELECT seal_key AS key FROM office WHERE id = ?',
  )
  const devices = db.prepare<[number], { id: string; publicKey: string | null }>(
    'SELECT id, public_key AS publicKey FROM device WHERE office_id = ? AND revoked_ms IS NULL',
  )
  const setKeyring = db.prepare<[string, string, number]>(
    'UPDATE device SET keyring = ? WHERE id = ? AND office_id = ?',
  )
  const setKey = db.prepare<[string | null, string | null, number, number]>(
    'UPDATE office SET seal_key = ?, seal_public = ?, seal_made_ms = ?, seal_is_stale = 0 WHERE id = ?',
  )

  return {
    giveKey({ officeId, deviceId, publicKey }) {
      give.run(publicKey, deviceId, officeId, publicKey)
      return null
    },

    changeSealing(given) {
      const { officeId, now, key, keyrings } = given
      const outcome = judgeSealingChange(given, present.get(officeId)?.key ?? null, devices.all(officeId))
      if (outcome !== 'changed') return { outcome }
      for (const { deviceId, keyring } of keyrings) setKeyring.run(keyring, deviceId, officeId)
      setKey.run(key?.id ?? null, key?.publicKey ?? null, now, officeId)
      return { outcome }
    },
  }
}

/**
 * Writes of the alarm. The alarm and its messages change in one transaction. A message counts as attempted before it
 * is sent. A killed relay sends it again under the same id.
 */
export function createAlarmWrites(db: Db): Pick<Writes, AlarmWrite> {
  const raise = db.prepare('INSERT OR IGNORE INTO alarm (office_id, raised_ms) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM alarm WHERE office_id = ?')
  const add = db.prepare(
    `INSERT INTO alarm_message (id, office_id, channel, kind, body, made_ms, next_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const withdraw = db.prepare(
    `UPDATE alarm_message SET next_ms = NULL, ended_ms = ?, outcome = 'withdrawn'
     WHERE office_id = ? AND ended_ms IS NULL AND kind IN ('unattended', 'attended')`,
  )
  // An attempt without a result may have arrived before the relay was killed.
  const lastTold = db.prepare<[number, string], { kind: AlarmKind }>(
    `SELECT kind FROM alarm_message WHERE office_id = ? AND channel = ?
       AND kind IN ('unattended', 'attended') AND (outcome = 'sent' OR (ended_ms IS NULL AND attempts > 0 AND detail IS NULL))
     ORDER BY made_ms DESC, rowid DESC LIMIT 1`,
  )
  const start = db.prepare(
    'UPDATE alarm_message SET attempts = attempts + 1, next_ms = ?, detail = NULL WHERE id = ?',
  )
  const fail = db.prepare('UPDATE alarm_message SET detail = ? WHERE id = ?')
  const end = db.prepare(
    'UPDATE alarm_message SET next_ms = NULL, ended_ms = ?, outcome = ?, detail = ? WHERE id = ?',
  )

  function addAll(officeId: number, messages: readonly NewAlarmMessage[], now: number): void {
    for (const { id, channel, kind, body } of messages) add.run(id, officeId, channel, kind, body, now, now)
  }

  return {
    raiseAlarm({ officeId, now, messages }) {
      if (raise.run(officeId, now).changes === 0) return null
      withdraw.run(now, officeId)
      addAll(officeId, messages, now)
      return null
    },

    endAlarm({ officeId, now, messages }) {
      if (remove.run(officeId).changes === 0) return null
      const wanted = messages.filter(({ channel }) => lastTold.get(officeId, channel)?.kind === 'unattended')
      withdraw.run(now, officeId)
      addAll(officeId, wanted, now)
      return null
    },

    addMessages({ officeId, now, messages }) {
      addAll(officeId, messages, now)
      return null
    },

    startMessage({ id, nextMs }) {
      start.run(nextMs, id)
      return null
    },

    failMessage({ id, detail }) {
      fail.run(detail, id)
      return null
    },

    endMessage({ id, now, outcome, detail }) {
      end.run(now, outcome, detail, id)
      return null
    },
  }
}
