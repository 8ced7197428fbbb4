import type { Attention } from '../../alarm/alarm.rules.ts'
import type { DueMessage, EndedMessage, Reader } from '../store.ts'
import type { Database } from './database.ts'

type AlarmReads = Pick<
  Reader,
  'attention' | 'dueMessages' | 'lastEndedMessage' | 'lastMessageMs' | 'alarmsRaised'
>

const ATTENTION = `
SELECT head - greatest(confirmed, floor - 1) AS waiting,
  (SELECT received_ms FROM event
   WHERE office_id = office.id AND seq > confirmed AND seq >= floor ORDER BY seq LIMIT 1) AS "waitingMs",
  confirmed_ms AS "confirmedMs", raised_ms AS "raisedMs", heard_ms AS "heardMs",
  (SELECT name FROM device WHERE id = heard_by) AS "heardBy"
FROM office LEFT JOIN alarm ON alarm.office_id = office.id WHERE office.id = $1`

/** Reads of the alarm. */
export const alarmReads = (database: Database): AlarmReads => ({
  attention: async (officeId) =>
    (await database.query<Attention>({ text: ATTENTION, values: [officeId] }))[0] ?? null,
  dueMessages: (now) =>
    database.query<DueMessage>({
      text: `SELECT id, office_id AS "officeId", channel, body, attempts FROM alarm_message
        WHERE next_ms <= $1 AND office_id IN (SELECT id FROM office WHERE state IS NULL)
        ORDER BY made_ms, ordinal`,
      values: [now],
    }),
  async lastEndedMessage(officeId) {
    const [last] = await database.query<EndedMessage>({
      text: `SELECT ended_ms AS "endedMs", outcome, detail FROM alarm_message
        WHERE office_id = $1 AND outcome IN ('sent', 'failed') ORDER BY ended_ms DESC LIMIT 1`,
      values: [officeId],
    })
    return last ?? null
  },
  async lastMessageMs(officeId, kind) {
    const [last] = await database.query<{ at: number | null }>({
      text: 'SELECT max(made_ms) AS at FROM alarm_message WHERE office_id = $1 AND kind = $2',
      values: [officeId, kind],
    })
    return last?.at ?? null
  },
  async alarmsRaised() {
    const [row] = await database.query<{ count: number }>({
      text: 'SELECT count(*) AS count FROM alarm JOIN office ON office.id = office_id WHERE state IS NULL',
    })
    return row?.count ?? 0
  },
})
