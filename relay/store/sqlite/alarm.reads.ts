import type { Attention } from '../../alarm/alarm.rules.ts'
import type { DueMessage, EndedMessage, Reader } from '../store.ts'
import type { Db } from './open.ts'

type AlarmReads = Pick<
  Reader,
  'attention' | 'dueMessages' | 'lastEndedMessage' | 'lastMessageMs' | 'alarmsRaised'
>

/** Reads of the alarm, by the main thread. */
export function alarmReads(db: Db): AlarmReads {
  const attention = db.prepare<[number], Attention>(
    `SELECT head - max(confirmed, floor - 1) AS waiting,
       (SELECT received_ms FROM event WHERE office_id = office.id AND seq > confirmed ORDER BY seq LIMIT 1)
         AS waitingMs,
       confirmed_ms AS confirmedMs, raised_ms AS raisedMs, heard_ms AS heardMs,
       (SELECT name FROM device WHERE id = heard_by) AS heardBy
     FROM office LEFT JOIN alarm ON alarm.office_id = office.id WHERE office.id = ?`,
  )
  const due = db.prepare<[number], DueMessage>(
    `SELECT id, office_id AS officeId, channel, body, attempts FROM alarm_message
     WHERE next_ms <= ? AND office_id IN (SELECT id FROM office WHERE state IS NULL) ORDER BY made_ms, rowid`,
  )
  const lastEnded = db.prepare<[number], EndedMessage>(
    `SELECT ended_ms AS endedMs, outcome, detail FROM alarm_message
     WHERE office_id = ? AND outcome IN ('sent', 'failed') ORDER BY ended_ms DESC LIMIT 1`,
  )
  const lastMade = db.prepare<[number, string], { at: number | null }>(
    'SELECT max(made_ms) AS at FROM alarm_message WHERE office_id = ? AND kind = ?',
  )
  const raised = db.prepare<[], { count: number }>(
    'SELECT count(*) AS count FROM alarm JOIN office ON office.id = office_id WHERE state IS NULL',
  )
  return {
    attention: async (officeId) => attention.get(officeId) ?? null,
    dueMessages: async (now) => due.all(now),
    lastEndedMessage: async (officeId) => lastEnded.get(officeId) ?? null,
    lastMessageMs: async (officeId, kind) => lastMade.get(officeId, kind)?.at ?? null,
    alarmsRaised: async () => raised.get()?.count ?? 0,
  }
}
