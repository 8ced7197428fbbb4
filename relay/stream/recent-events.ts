import { cursorText } from '#shared/api/relay.ts'
import type { StoredEvent } from '../store/writes.ts'

/** An event in the form of the API, encoded once for all PCs. */
export interface Entry {
  seq: number
  json: string
  /** Frame of the event stream. */
  frame: Buffer
}

export function encodeEvent(epoch: string, event: StoredEvent): Entry {
  const json = encodeJson(event)
  const id = cursorText({ epoch, seq: event.seq })
  return { seq: event.seq, json, frame: Buffer.from(`event: change\nid: ${id}\ndata: ${json}\n\n`) }
}

function encodeJson({
  seq,
  receivedMs,
  body,
  extra,
  revises,
  isProbableRetry,
  replayOf,
}: StoredEvent): string {
  const head = `{"seq":${seq},"receivedAt":"${new Date(receivedMs).toISOString()}","event":`
  const marks = [
    revises === null ? '' : `,"revises":${revises}`,
    isProbableRetry ? ',"probableRetry":true' : '',
    replayOf === null ? '' : `,"replayOf":${replayOf}`,
  ]
  return `${head}${extra === null ? body : appendExtra(body, extra)}${marks.join('')}}`
}

/** Joins two JSON texts without parsing them. `extra` has no field of the thin event. */
function appendExtra(body: string, extra: string): string {
  const rest = extra.slice(1, -1)
  return rest === '' ? body : `${body.slice(0, -2)},${rest}}}`
}

/** Limits per office. An event of an unknown name may have 256 KB. */
const OFFICE_EVENTS = 256
const OFFICE_BYTES = 1024 * 1024
/** Limit of all offices together. A node may serve thousands. */
const ALL_BYTES = 32 * 1024 * 1024

interface Ring {
  entries: Entry[]
  bytes: number
}

/** The last events of each office, without gaps. Offices whose last event is oldest are evicted first. */
export function createRecentEvents(mostBytes = ALL_BYTES) {
  /** Offices ordered by their last event. */
  const rings = new Map<number, Ring>()
  let total = 0

  function dropOldest(ring: Ring): void {
    const bytes = ring.entries.shift()?.frame.length ?? 0
    ring.bytes -= bytes
    total -= bytes
  }

  function forget(officeId: number): void {
    total -= rings.get(officeId)?.bytes ?? 0
    rings.delete(officeId)
  }

  return {
    /** @param entry the event after the last stored one of that office */
    add(officeId: number, entry: Entry): void {
      const ring = rings.get(officeId) ?? { entries: [], bytes: 0 }
      rings.delete(officeId)
      rings.set(officeId, ring)
      ring.entries.push(entry)
      ring.bytes += entry.frame.length
      total += entry.frame.length
      while (ring.entries.length > OFFICE_EVENTS || ring.bytes > OFFICE_BYTES) dropOldest(ring)
      for (const oldest of rings.keys()) {
        if (total <= mostBytes) return
        forget(oldest)
      }
    },
    forget,
    /** Removes the events of an office below a number. */
    forgetBefore(officeId: number, seq: number): void {
      const ring = rings.get(officeId)
      while (ring?.entries[0] !== undefined && ring.entries[0].seq < seq) dropOldest(ring)
    },
    /** All events of an office after a number; `null` if some of them are not in memory. */
    after(officeId: number, seq: number): Entry[] | null {
      const entries = rings.get(officeId)?.entries ?? []
      const [first] = entries
      return first === undefined || first.seq > seq + 1 ? null : entries.slice(seq + 1 - first.seq)
    },
  }
}
