import type { AlarmKind } from '#shared/api/relay-alarm.ts'
import type { AlarmWrite, NewAlarmMessage, Writes } from '../writes.ts'
import type { Db } from './open.ts'

/**
 * Writes of the alarm. Its state and the messages about it are one transaction, and a message counts as attempted
 * before it is sent: a relay that is killed sends it again, under the same id, and never forgets it.
 */
export function alarmWrites(db: Db): Pick<Writes, AlarmWrite> {
  const raise = db.prepare('INSERT OR IGNORE INTO alarm (office_id, raised_ms) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM alarm WHERE office_id = ?')
  const add = db.prepare(
    `INSERT INTO alarm_message (id, office_id, channel, kind, body, made_ms, next_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const withdraw = db.prepare(
    `UPDATE alarm_message SET next_ms = NULL, ended_ms = ?, outcome = 'withdrawn'
     WHERE office_id = ? AND ended_ms IS NULL AND kind IN ('unattended', 'attended')`,
  )
  // An attempt without a result may have arrived: the relay was killed while it was sending.
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
