import type { Db } from './open.ts'

/** Writes of confirmations. Run in the writer's thread, within its transaction. */
export function receiptWrites(db: Db) {
  const find = db.prepare<[string], { officeId: number; acked: number }>(
    'SELECT office_id AS officeId, acked FROM device WHERE id = ?',
  )
  const see = db.prepare('UPDATE device SET seen_ms = max(coalesce(seen_ms, 0), ?) WHERE id = ?')
  const advance = db.prepare('UPDATE device SET acked = ? WHERE id = ?')
  const add = db.prepare(
    'INSERT INTO receipt (office_id, device_id, from_seq, to_seq, confirmed_ms) VALUES (?, ?, ?, ?, ?)',
  )
  const confirm = db.prepare('UPDATE office SET confirmed = max(confirmed, ?), confirmed_ms = ? WHERE id = ?')
  const hear = db.prepare(
    'UPDATE alarm SET heard_ms = ?, heard_by = ? WHERE office_id = ? AND heard_ms IS NULL',
  )

  return {
    /** A PC has stored everything up to this number. Never goes back. */
    ack({ deviceId, seq, now }: { deviceId: string; seq: number; now: number }): null {
      const device = find.get(deviceId)
      if (device === undefined) return null
      see.run(now, deviceId)
      // A repeated confirmation proves nothing new: a PC that only repeats itself gets no events.
      if (seq <= device.acked) return null
      const { officeId, acked } = device
      advance.run(seq, deviceId)
      add.run(officeId, deviceId, acked + 1, seq, now)
      confirm.run(seq, now, officeId)
      hear.run(now, deviceId, officeId)
      return null
    },

    see(seen: readonly { deviceId: string; at: number }[]): null {
      for (const { deviceId, at } of seen) see.run(at, deviceId)
      return null
    },
  }
}
