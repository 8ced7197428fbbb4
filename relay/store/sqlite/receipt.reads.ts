import { type Confirmation, receiptPage, type ReceivedEvent } from '../receipts.ts'
import type { Reader } from '../store.ts'
import type { Db } from './open.ts'

/** What a receipt says of an event: its name, its resource, and both of a sealed one. */
export const BRIEF = `json_extract(body, '$.event'), json_extract(body, '$.data.id'), json_extract(body, '$.data.brief')`

/** Reads of receipts, by the main thread. */
export function receiptReads(db: Db): Pick<Reader, 'receipts'> {
  const events = db.prepare<{ office: number; from: number; limit: number }, ReceivedEvent>(
    `SELECT seq, received_ms AS receivedMs, event, resource_id AS id, brief FROM past_event
       WHERE office_id = @office AND seq >= @from
     UNION ALL
     SELECT seq, received_ms, ${BRIEF} FROM event
       WHERE office_id = @office AND seq >= @from
     ORDER BY seq LIMIT @limit`,
  )
  const confirmations = db.prepare<{ office: number; from: number; to: number }, Confirmation>(
    `SELECT device_id AS deviceId, name, from_seq AS "from", to_seq AS "to", confirmed_ms AS confirmedMs
     FROM device JOIN receipt ON receipt.device_id = device.id AND receipt.office_id = device.office_id
     WHERE device.office_id = @office AND to_seq >= @from AND from_seq <= @to ORDER BY confirmed_ms, receipt.id`,
  )
  return {
    async receipts(officeId, from, limit) {
      const rows = events.all({ office: officeId, from, limit: limit + 1 })
      const to = rows.at(-1)?.seq
      return receiptPage(
        rows,
        to === undefined ? [] : confirmations.all({ office: officeId, from, to }),
        limit,
      )
    },
  }
}
