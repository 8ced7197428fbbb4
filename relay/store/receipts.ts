import type { Receipt } from '#shared/api/relay-receipts.ts'

/** An event that was received, kept or not. */
export interface ReceivedEvent {
  seq: number
  receivedMs: number
  event: string
  id: string
}

/** A PC confirmed these numbers, both ends included. */
export interface Confirmation {
  deviceId: string
  name: string
  from: number
  to: number
  confirmedMs: number
}

/**
 * Which PC confirmed which event and when, and the number that the next page begins with.
 * @param events oldest first, one more than the page if there is one
 * @param confirmed in the order in which they came
 */
export function receiptPage(
  events: readonly ReceivedEvent[],
  confirmed: readonly Confirmation[],
  limit: number,
): { receipts: Receipt[]; next: number | null } {
  const receipts = events.slice(0, limit).map(({ seq, receivedMs, event, id }) => ({
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
  return { receipts, next: events[limit]?.seq ?? null }
}
