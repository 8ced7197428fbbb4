import type { Receipt } from '#shared/api/relay.ts'

/** An event that was received. It may have been deleted since. */
export interface ReceivedEvent {
  seq: number
  receivedMs: number
  event: string
  id: string
  /** Sealed name and id, for a sealed event. */
  brief: string | null
}

/** Fields of an event's JSON that receipts keep. */
interface Brief {
  event: string
  data: { id: string; brief?: string }
}

/**
 * Fields of an event for the receipts, which outlive the event. The result is JSON, because a name may contain NUL.
 */
export function encodeBrief(body: string): string {
  const { event, data } = JSON.parse(body) as Brief
  return JSON.stringify({ event, data: { id: data.id, brief: data.brief } })
}

/** Reads the same fields for a page of receipts. */
export function readBrief(body: string): Pick<ReceivedEvent, 'event' | 'id' | 'brief'> {
  const { event, data } = JSON.parse(body) as Brief
  return { event, id: data.id, brief: data.brief ?? null }
}

/** A PC confirmed these event numbers, both ends included. */
export interface Confirmation {
  deviceId: string
  name: string
  from: number
  to: number
  confirmedMs: number
}

/**
 * Builds a page of receipts, and the first number of the next page.
 * @param events oldest first, with one more than the page if there are more
 * @param confirmed in the order of the confirmations
 */
export function buildReceiptPage(
  events: readonly ReceivedEvent[],
  confirmed: readonly Confirmation[],
  limit: number,
): { receipts: Receipt[]; next: number | null } {
  const receipts = events.slice(0, limit).map(({ seq, receivedMs, event, id, brief }) => ({
    seq,
    receivedAt: new Date(receivedMs).toISOString(),
    event,
    id,
    ...(brief !== null && { brief }),
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
