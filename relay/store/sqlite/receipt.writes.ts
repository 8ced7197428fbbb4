import type { Writes } from '../writes.ts'
import type { Db } from './open.ts'

/** Writes of confirmations. Run in the writer's thread, within its transaction. */
export function receiptWrites(db: Db): Pick<Writes, 'ack' | 'see'> {
  const find = db.prepare<[string, number], { acked: number }>(
    'SELECT acked FROM device WHERE id = ? AND office_id = ?',
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
    ack({ officeId, deviceId, seq, now }) {
      const device = find.get(deviceId, officeId)
      if (device === undefined) return null
      see.run(now, deviceId)
      // A repeated confirmation proves nothing new: a PC that only repeats itself gets no events.
      if (seq <= device.acked) return null
      advance.run(seq, deviceId)
      add.run(officeId, deviceId, device.acked + 1, seq, now)
      confirm.run(seq, now, officeId)
      hear.run(now, deviceId, officeId)
      return null
    },

    see(seen) {
      for (const { deviceId, at } of seen) see.run(at, deviceId)
      return null
    },
  }
}
