import type { Entry } from './event-frame.ts'

/** Events kept in memory of one office, and their most bytes: an event of unknown name may have 256 KB. */
const OFFICE_EVENTS = 256
const OFFICE_BYTES = 1024 * 1024
/** Most bytes of all offices together: a node may serve thousands. */
const ALL_BYTES = 32 * 1024 * 1024

interface Ring {
  entries: Entry[]
  bytes: number
}

/** The last events of each office, without a hole. The offices whose last event is the oldest are forgotten first. */
export function createRecentEvents(mostBytes = ALL_BYTES) {
  /** In the order of their last events. */
  const rings = new Map<number, Ring>()
  let total = 0

  function shift(ring: Ring): void {
    const bytes = ring.entries.shift()?.frame.length ?? 0
    ring.bytes -= bytes
    total -= bytes
  }

  function forget(officeId: number): void {
    total -= rings.get(officeId)?.bytes ?? 0
    rings.delete(officeId)
  }

  return {
    /** @param entry the one after the last one of that office, if any is kept */
    add(officeId: number, entry: Entry): void {
      const ring = rings.get(officeId) ?? { entries: [], bytes: 0 }
      rings.delete(officeId)
      rings.set(officeId, ring)
      ring.entries.push(entry)
      ring.bytes += entry.frame.length
      total += entry.frame.length
      while (ring.entries.length > OFFICE_EVENTS || ring.bytes > OFFICE_BYTES) shift(ring)
      for (const oldest of rings.keys()) {
        if (total <= mostBytes) return
        forget(oldest)
      }
    },
    forget,
    /** Forgets the events of an office before a number. */
    forgetBefore(officeId: number, seq: number): void {
      const ring = rings.get(officeId)
      while (ring?.entries[0] !== undefined && ring.entries[0].seq < seq) shift(ring)
    },
    /** Events of an office after a number, up to its last; `null` if not all of them are here. */
    after(officeId: number, seq: number): Entry[] | null {
      const entries = rings.get(officeId)?.entries ?? []
      const [first] = entries
      return first === undefined || first.seq > seq + 1 ? null : entries.slice(seq + 1 - first.seq)
    },
  }
}
