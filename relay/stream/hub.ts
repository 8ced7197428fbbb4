import { type Cursor, cursorText, type Gap } from '#shared/api/relay.ts'
import type { StoredEvent } from '../store/ingest.writes.ts'
import type { Reader } from '../store/reader.ts'

/** An event as it is sent: encoded once, however many PCs receive it. */
export interface Entry {
  seq: number
  json: string
  /** The frame of the stream. */
  frame: Buffer
}

export interface Place {
  epoch: string
  floor: number
  head: number
}

export interface Page {
  entries: Entry[]
  gap: Gap | null
}

export type Hub = ReturnType<typeof createHub>

interface Office {
  floor: number
  head: number
  /** The last events, without a hole, ending at the head. */
  ring: Entry[]
  ringBytes: number
  listeners: Set<() => void>
}

const RING = 256
/** And most bytes of them: an event of unknown name may have 256 KB. */
const RING_BYTES = 1024 * 1024
/** Most bytes of one page: what a slow reader can hold in memory. */
const PAGE_BYTES = 256 * 1024

/**
 * Where each office's list stands, and its last events. A page comes from there or from the store; being
 * synchronous, no event can come between an empty page and the wait for the next.
 */
export function createHub({ epoch, reader }: { epoch: string; reader: Reader }) {
  const offices = new Map<number, Office>()

  function load(): void {
    for (const { id, head, floor } of reader.offices()) {
      const known = offices.get(id)
      if (known === undefined) offices.set(id, { floor, head, ring: [], ringBytes: 0, listeners: new Set() })
      else if (known.head !== head || known.floor !== floor) {
        Object.assign(known, { floor, head, ring: [], ringBytes: 0 })
        wake(known)
      }
    }
  }

  function officeOf(id: number): Office {
    if (!offices.has(id)) load()
    const office = offices.get(id)
    if (office === undefined) throw new Error('no such office')
    return office
  }

  function wake({ listeners }: Office): void {
    for (const listener of listeners) listener()
  }

  function encode(event: StoredEvent): Entry {
    const json = eventJson(event)
    const id = cursorText({ epoch, seq: event.seq })
    return { seq: event.seq, json, frame: Buffer.from(`event: change\nid: ${id}\ndata: ${json}\n\n`) }
  }

  function* entriesAfter(id: number, { ring, head }: Office, after: number): Generator<Entry> {
    const [first] = ring
    if (first !== undefined && first.seq <= after + 1) yield* ring.slice(after + 1 - first.seq)
    else for (const event of reader.events(id, after, head)) yield encode(event)
  }

  load()
  return {
    epoch,
    place(id: number): Place {
      const { floor, head } = officeOf(id)
      return { epoch, floor, head }
    },

    /** True if the cursor is one of this list. */
    has(id: number, cursor: Cursor): boolean {
      return cursor.epoch === epoch && cursor.seq <= officeOf(id).head
    },

    /** What comes after a number: at most `limit` events and 256 KB, at least one if there is any. */
    after(id: number, seq: number, limit: number): Page {
      const office = officeOf(id)
      const isGone = seq < office.floor - 1
      const gap: Gap | null = isGone ? { from: seq + 1, to: office.floor - 1, reason: 'retention' } : null
      const entries: Entry[] = []
      let bytes = 0
      // Taken one by one: a hundred large events that are read for a page of one would be 25 MB.
      for (const entry of entriesAfter(id, office, Math.max(seq, office.floor - 1))) {
        bytes += entry.frame.length
        if (entries.length === limit || (bytes > PAGE_BYTES && entries.length > 0)) break
        entries.push(entry)
      }
      return { entries, gap }
    },

    /** After each commit, in the order of the numbers. */
    append(id: number, event: StoredEvent): void {
      const office = officeOf(id)
      // Read from the store before this was told.
      if (event.seq <= office.head) return
      if (event.seq !== office.head + 1) {
        load()
        return
      }
      office.head = event.seq
      const entry = encode(event)
      office.ring.push(entry)
      office.ringBytes += entry.frame.length
      while (office.ring.length > RING || office.ringBytes > RING_BYTES)
        office.ringBytes -= office.ring.shift()?.frame.length ?? 0
      wake(office)
    },

    raiseFloor(id: number, floor: number): void {
      const office = officeOf(id)
      office.floor = floor
      office.ring = office.ring.filter(({ seq }) => seq >= floor)
      office.ringBytes = office.ring.reduce((sum, { frame }) => sum + frame.length, 0)
    },

    /** Reads every office again, after a writer that may not have told all. */
    load,

    /** Calls back after each event; the returned function ends it. */
    listen(id: number, listener: () => void): () => void {
      const { listeners } = officeOf(id)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function eventJson({
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
  return `${head}${extra === null ? body : withExtra(body, extra)}${marks.join('')}}`
}

/** Neither text is parsed: the rest of `data` has none of the fields that the thin event has. */
function withExtra(body: string, extra: string): string {
  const rest = extra.slice(1, -1)
  return rest === '' ? body : `${body.slice(0, -2)},${rest}}}`
}
