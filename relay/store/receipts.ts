import type { Receipt } from '#shared/api/relay.ts'

/** An event that was received, kept or not. */
export interface ReceivedEvent {
  seq: number
  receivedMs: number
  event: string
  id: string
  /** Of a sealed event. */
  brief: string | null
}

/** JSON of an event, as far as receipts keep it. */
interface Brief {
  event: string
  data: { id: string; brief?: string }
}

/** What a receipt says of an event, which outlives the event itself. As JSON: a name may have what a text cannot. */
export function briefOf(body: string): string {
  const { event, data } = JSON.parse(body) as Brief
  return JSON.stringify({ event, data: { id: data.id, brief: data.brief } })
}

/** The same for a page of receipts. */
export function namesOf(body: string): Pick<ReceivedEvent, 'event' | 'id' | 'brief'> {
  const { event, data } = JSON.parse(body) as Brief
  return { event, id: data.id, brief: data.brief ?? null }
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
