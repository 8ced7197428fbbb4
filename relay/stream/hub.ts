import { type Cursor, type Gap, parseCursor } from '#shared/api/relay.ts'
import type { Clock } from '#shared/server/clock.ts'
import { badRequest, notFound } from '../http/errors.ts'
import type { ListPlace, Reader } from '../store/store.ts'
import { StoreBusyError } from '../store/write-queue.ts'
import type { StoredEvent } from '../store/writes.ts'
import { createRecentEvents, encodeEvent, type Entry } from './recent-events.ts'

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

interface Office extends ListPlace {
  listeners: Set<() => void>
}

/** Events that are read at once when a list has gone on; of more, none is kept in memory. */
const NEAR = { limit: 256, bytes: 1024 * 1024 }
/** Most bytes of one page: what a slow reader can hold in memory. */
const PAGE_BYTES = 256 * 1024
/** Times that a page is read again because retention deleted its beginning meanwhile. */
const READS = 3

/**
 * Where each office's list stands as far as this process knows, and its last events. A page comes from there or from
 * the store. What is waited for may come while a page is read: `listen` compares the head in the same tick.
 */
export function createHub({
  epoch,
  reader,
}: {
  /** Of the data set. */
  epoch: string
  reader: Pick<Reader, 'places' | 'events'>
}) {
  const recentEvents = createRecentEvents()
  const offices = new Map<number, Office>()
  /** One reading of the store at a time for each office; another that is asked for meanwhile begins after it. */
  const catchingUp = new Map<number, { again: boolean }>()

  const epochOf = (office: ListPlace) => office.epoch ?? epoch

  function officeOf(id: number): Office {
    const office = offices.get(id)
    if (office === undefined) throw new Error('refresh comes first')
    return office
  }

  function wake({ listeners }: Office): void {
    for (const listener of listeners) listener()
  }

  /** Goes on to a head whose events are not in memory. */
  function skipTo(office: Office, head: number): void {
    recentEvents.forget(office.officeId)
    office.head = head
  }

  function add(office: Office, event: StoredEvent): void {
    office.head = event.seq
    recentEvents.add(office.officeId, encodeEvent(epochOf(office), event))
  }

  function raiseFloor(office: Office, floor: number): void {
    if (floor <= office.floor) return
    office.floor = floor
    recentEvents.forgetBefore(office.officeId, floor)
  }

  /** Brings an office to where the store has it. The events between are kept only if there are few. */
  async function moveTo(place: ListPlace): Promise<void> {
    const { officeId, floor, head } = place
    const office = offices.get(officeId)
    if (office === undefined) {
      offices.set(officeId, { ...place, listeners: new Set() })
      return
    }
    raiseFloor(office, floor)
    if (head <= office.head) return
    const isNear = head - office.head <= NEAR.limit
    const events = isNear ? await reader.events(officeId, office.head, head, NEAR) : []
    for (const event of events) if (event.seq === office.head + 1) add(office, event)
    if (office.head < head) skipTo(office, head)
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
    const entries = after >= office.head ? [] : recentEvents.after(id, after)
    return entries === null ? null : pageOf(office, seq, entries, limit)
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
        events.map((event) => encodeEvent(epochOf(office), event)),
        limit,
      )
    if (isWhole && after >= office.floor - 1) return page()
    // The first of them left between two looks: then they are part of the gap.
    if (tries === 0) throw new StoreBusyError('failed', 'the list moves')
    await refresh(id)
    return read(id, seq, limit, tries - 1)
  }

  return {
    /** Learns where the office's list stands now: what comes after this knows all that was committed before. */
    refresh,

    place(id: number): Place {
      const office = officeOf(id)
      return { epoch: epochOf(office), floor: office.floor, head: office.head }
    },

    /** True if the cursor is one of this list. */
    has(id: number, cursor: Cursor): boolean {
      const office = officeOf(id)
      return cursor.epoch === epochOf(office) && cursor.seq <= office.head
    },

    recent,
    /** What comes after a number: at most `limit` events and 256 KB, at least one if there is any. */
    async after(id: number, seq: number, limit: number): Promise<Page> {
      return recent(id, seq, limit) ?? read(id, seq, limit)
    },

    /** After each commit of this process, in the order of the numbers. */
    append(id: number, event: StoredEvent): void {
      const office = offices.get(id)
      // No PC has asked for this office's list yet, or the event was read from the store before this call.
      if (office === undefined || event.seq <= office.head) return
      if (event.seq === office.head + 1) {
        add(office, event)
        wake(office)
      } else if (office.listeners.size > 0) void catchUp([id]).catch(() => {})
      else skipTo(office, event.seq)
    },

    raiseFloor(id: number, floor: number): void {
      const office = offices.get(id)
      if (office !== undefined) raiseFloor(office, floor)
    },

    /** Reads from the store where these lists stand, if a PC waits for them. Rejects while the store does not answer. */
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

/** Cursor of a request; without one, the beginning of the list. Throws 400 for a text that is none. */
export function cursorOf(text: string | undefined, epoch: string): Cursor {
  if (text === undefined || text === '') return { epoch, seq: 0 }
  const cursor = parseCursor(text)
  if (cursor === null) throw badRequest('after is not a cursor, such as k3f9m2.1042')
  return cursor
}

/** Where the list stands: in every page, every heartbeat and every reset. */
export const positionOf = (hub: Hub, officeId: number, clock: Pick<Clock, 'now'>) => ({
  ...hub.place(officeId),
  time: new Date(clock.now()).toISOString(),
})
