import type { Cursor, Gap } from '#shared/api/relay.ts'
import { notFound } from '../http/errors.ts'
import type { ListPlace, Reader } from '../store/store.ts'
import { StoreBusyError } from '../store/write-queue.ts'
import type { StoredEvent } from '../store/writes.ts'
import { encodeEvent, type Entry } from './event-frame.ts'

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
/** Times that a page is read again because retention deleted its beginning meanwhile. */
const READS = 3

/**
 * Where each office's list stands as far as this process knows, and its last events. A page comes from there or from
 * the store. What is waited for may come while a page is read: `listen` compares the head in the same tick.
 */
export function createHub({ epoch, reader }: { epoch: string; reader: Pick<Reader, 'places' | 'events'> }) {
  const offices = new Map<number, Office>()
  /** One reading of the store at a time for each office; another that is asked for meanwhile begins after it. */
  const catchingUp = new Map<number, { again: boolean }>()

  function officeOf(id: number): Office {
    const office = offices.get(id)
    if (office === undefined) throw new Error('refresh comes first')
    return office
  }

  function wake({ listeners }: Office): void {
    for (const listener of listeners) listener()
  }

  function clear(office: Office): void {
    office.ring = []
    office.ringBytes = 0
  }

  function add(office: Office, event: StoredEvent): void {
    office.head = event.seq
    const entry = encodeEvent(epoch, event)
    office.ring.push(entry)
    office.ringBytes += entry.frame.length
    while (office.ring.length > RING || office.ringBytes > RING_BYTES)
      office.ringBytes -= office.ring.shift()?.frame.length ?? 0
  }

  function raiseFloor(office: Office, floor: number): void {
    if (floor <= office.floor) return
    office.floor = floor
    office.ring = office.ring.filter(({ seq }) => seq >= floor)
    office.ringBytes = office.ring.reduce((sum, { frame }) => sum + frame.length, 0)
  }

  /** Brings an office to where the store has it. The events between are kept only if there are few. */
  async function moveTo({ officeId, floor, head }: ListPlace): Promise<void> {
    const office = offices.get(officeId)
    if (office === undefined) {
      offices.set(officeId, { floor, head, ring: [], ringBytes: 0, listeners: new Set() })
      return
    }
    raiseFloor(office, floor)
    if (head <= office.head) return
    const size = { limit: RING, bytes: RING_BYTES }
    const isNear = head - office.head <= RING
    const events = isNear ? await reader.events(officeId, office.head, head, size) : []
    for (const event of events) if (event.seq === office.head + 1) add(office, event)
    if (office.head < head) {
      clear(office)
      office.head = head
    }
    wake(office)
  }

  async function catchUp(ids: readonly number[]): Promise<void> {
    const free = ids.filter((id) => {
      const busy = catchingUp.get(id)
      if (busy !== undefined) busy.again = true
      return busy === undefined
    })
    if (free.length === 0) return
    for (const id of free) catchingUp.set(id, { again: false })
    let again: number[] = []
    try {
      await Promise.all((await reader.places(free)).map(moveTo))
      again = free.filter((id) => catchingUp.get(id)?.again)
    } finally {
      for (const id of free) catchingUp.delete(id)
    }
    await catchUp(again)
  }

  function pageOf(office: Office, seq: number, entries: Iterable<Entry>, limit: number): Page {
    const isGone = seq < office.floor - 1
    const gap: Gap | null = isGone ? { from: seq + 1, to: office.floor - 1, reason: 'retention' } : null
    const page: Entry[] = []
    let bytes = 0
    for (const entry of entries) {
      bytes += entry.frame.length
      if (page.length === limit || (bytes > PAGE_BYTES && page.length > 0)) break
      page.push(entry)
    }
    return { entries: page, gap }
  }

  /** The page if it is in memory. */
  function recent(id: number, seq: number, limit: number): Page | null {
    const office = officeOf(id)
    const after = Math.max(seq, office.floor - 1)
    const [first] = office.ring
    if (after >= office.head) return pageOf(office, seq, [], limit)
    if (first === undefined || first.seq > after + 1) return null
    return pageOf(office, seq, office.ring.slice(after + 1 - first.seq), limit)
  }

  async function refresh(id: number): Promise<void> {
    const [place] = await reader.places([id])
    if (place === undefined) throw notFound()
    await moveTo(place)
  }

  async function read(id: number, seq: number, limit: number, tries = READS): Promise<Page> {
    const office = officeOf(id)
    const after = Math.max(seq, office.floor - 1)
    const size = { limit, bytes: PAGE_BYTES }
    const events = after < office.head ? await reader.events(id, after, office.head, size) : []
    const isWhole = after >= Math.max(office.head, office.floor - 1) || events[0]?.seq === after + 1
    const page = () =>
      pageOf(
        office,
        seq,
        events.map((event) => encodeEvent(epoch, event)),
        limit,
      )
    if (isWhole && after >= office.floor - 1) return page()
    // The first of them left between two looks: then they are part of the gap.
    if (tries === 0) throw new StoreBusyError('failed', 'the list moves')
    await refresh(id)
    return read(id, seq, limit, tries - 1)
  }

  return {
    epoch,

    /** Learns where the office's list stands now: what comes after this knows all that was committed before. */
    refresh,

    place(id: number): Place {
      const { floor, head } = officeOf(id)
      return { epoch, floor, head }
    },

    /** True if the cursor is one of this list. */
    has(id: number, cursor: Cursor): boolean {
      return cursor.epoch === epoch && cursor.seq <= officeOf(id).head
    },

    recent,
    /** What comes after a number: at most `limit` events and 256 KB, at least one if there is any. */
    async after(id: number, seq: number, limit: number): Promise<Page> {
      return recent(id, seq, limit) ?? read(id, seq, limit)
    },

    /** After each commit of this process, in the order of the numbers. */
    append(id: number, event: StoredEvent): void {
      const office = offices.get(id)
      // Nobody has asked for it, or it was read from the store before this was told.
      if (office === undefined || event.seq <= office.head) return
      if (event.seq === office.head + 1) {
        add(office, event)
        wake(office)
      } else if (office.listeners.size > 0) void catchUp([id]).catch(() => {})
      else {
        clear(office)
        office.head = event.seq
      }
    },

    raiseFloor(id: number, floor: number): void {
      const office = offices.get(id)
      if (office !== undefined) raiseFloor(office, floor)
    },

    /** Looks at those of these lists that somebody waits for. Rejects while the store does not answer. */
    moved(ids: readonly number[] | 'all'): Promise<void> {
      const wanted = ids === 'all' ? [...offices.keys()] : ids
      return catchUp(wanted.filter((id) => (offices.get(id)?.listeners.size ?? 0) > 0))
    },

    /** Calls back after each event, and at once if there is one after `seq`; the returned function ends it. */
    listen(id: number, seq: number, listener: () => void): () => void {
      const { listeners, head } = officeOf(id)
      listeners.add(listener)
      if (head > seq) queueMicrotask(listener)
      return () => listeners.delete(listener)
    },
  }
}
