import { type Confirmation, namesOf, receiptPage } from '../receipts.ts'
import type { Reader } from '../store.ts'
import type { Database } from './database.ts'

interface EventRow {
  seq: number
  receivedMs: number
  body: string
}

const EVENTS = `
SELECT seq, received_ms AS "receivedMs", body FROM (
  SELECT seq, received_ms, body FROM past_event WHERE office_id = $1 AND seq >= $2
  UNION ALL
  SELECT seq, event.received_ms, body FROM event JOIN office ON office.id = office_id
    WHERE office_id = $1 AND seq >= $2 AND seq >= floor
) AS known ORDER BY seq LIMIT $3`

const CONFIRMATIONS = `
SELECT device_id AS "deviceId", name, from_seq AS "from", to_seq AS "to", confirmed_ms AS "confirmedMs"
FROM device JOIN receipt ON receipt.device_id = device.id AND receipt.office_id = device.office_id
WHERE device.office_id = $1 AND to_seq >= $2 AND from_seq <= $3 ORDER BY confirmed_ms, receipt.id`

/** Reads of receipts. */
export const receiptReads = (database: Database): Pick<Reader, 'receipts'> => ({
  async receipts(officeId, from, limit) {
    const rows = await database.query<EventRow>({ text: EVENTS, values: [officeId, from, limit + 1] })
    const to = rows.at(-1)?.seq
    const confirmed =
      to === undefined
        ? []
        : await database.query<Confirmation>({ text: CONFIRMATIONS, values: [officeId, from, to] })
    const events = rows.map(({ seq, receivedMs, body }) => ({ seq, receivedMs, ...namesOf(body) }))
    return receiptPage(events, confirmed, limit)
  },
})
