import type { Receipt } from '#shared/api/relay-receipts.ts'
import type { Db } from './open.ts'

interface EventRow {
  seq: number
  receivedMs: number
  event: string
  id: string
}
interface ConfirmationRow {
  deviceId: string
  name: string
  from: number
  to: number
  confirmedMs: number
}

export type ReceiptReader = ReturnType<typeof createReceiptReader>

/** Which PC confirmed which event and when: also of events that are no longer kept. */
export function createReceiptReader(db: Db) {
  const events = db.prepare<{ office: number; from: number; limit: number }, EventRow>(
    `SELECT seq, received_ms AS receivedMs, event, resource_id AS id FROM past_event
       WHERE office_id = @office AND seq >= @from
     UNION ALL
     SELECT seq, received_ms, json_extract(body, '$.event'), json_extract(body, '$.data.id') FROM event
       WHERE office_id = @office AND seq >= @from
     ORDER BY seq LIMIT @limit`,
  )
  const confirmations = db.prepare<{ office: number; from: number; to: number }, ConfirmationRow>(
    `SELECT device_id AS deviceId, name, from_seq AS "from", to_seq AS "to", confirmed_ms AS confirmedMs
     FROM device JOIN receipt ON receipt.device_id = device.id
     WHERE device.office_id = @office AND to_seq >= @from AND from_seq <= @to ORDER BY confirmed_ms, receipt.id`,
  )
  return {
    /** Events from a number on, oldest first, and the number that the next page begins with. */
    receipts(officeId: number, from: number, limit: number): { receipts: Receipt[]; next: number | null } {
      const rows = events.all({ office: officeId, from, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const confirmed = last === undefined ? [] : confirmations.all({ office: officeId, from, to: last.seq })
      const receipts = page.map(({ seq, receivedMs, event, id }) => ({
        seq,
        receivedAt: new Date(receivedMs).toISOString(),
        event,
        id,
        confirmed: confirmed
          .filter((row) => row.from <= seq && seq <= row.to)
          .map(({ deviceId, name, confirmedMs }) => ({
            deviceId,
            name,
            at: new Date(confirmedMs).toISOString(),
          })),
      }))
      return { receipts, next: rows[limit]?.seq ?? null }
    },
  }
}
