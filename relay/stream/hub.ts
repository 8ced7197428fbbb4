import type * as z from 'zod'
import { type Cursor, type Gap, parseCursor } from '#shared/api/relay.ts'
import type { recordsFrameWire } from '#shared/api/relay-records.ts'
import type { Clock } from '#shared/server/clock.ts'
import { createBadRequestError, createNotFoundError } from '../http/errors.ts'
import type { ListPlace, Reader } from '../store/store.ts'
import { StoreBusyError } from '../store/write-queue.ts'
import type { StoredEvent } from '../store/writes.ts'
import { createRecentEvents, encodeEvent, type Entry } from './recent-events.ts'

export interface Place extends Pick<ListPlace, 'floor' | 'head' | 'recordHead' | 'recordFloor'> {
  epoch: string
}

/** Last write of records of an office: the numbers before and after it, and the JSON of its frame. */
export interface RecordsWrite {
  from: number
  head: number
  frame: Buffer
}

export interface Page {
  entries: Entry[]
  gap: Gap | null
}

export type Hub = ReturnType<typeof createHub>

interface Office extends ListPlace {
  listeners: Set<() => void>
  /** `null` if the last write came from another process. */
  lastRecords: RecordsWrite | null
}

/** Gap up to which missed events are read into memory. A larger gap is skipped. */
const NEAR = { limit: 256, bytes: 1024 * 1024 }
/** Maximum bytes of a page, which a slow reader keeps in memory. */
const PAGE_BYTES = 256 * 1024
/** Retries of a page whose first events retention deleted meanwhile. */
const READS = 3

/**
 * Position of each office's list, as far as this process knows, and its recent events. A page comes from memory or
 * from the store. An event may arrive while a page is read: `listen` compares the head in the same tick.
 */
export function createHub({
  epoch,
  reader,
}: {
  /** Epoch of the data set. */
  epoch: string
  reader: Pick<Reader, 'listPlaces' | 'readEvents'>
}) {
  const recentEvents = createRecentEvents()
  const offices = new Map<number, Office>()
  /** Offices whose position is being read. A request meanwhile sets `again`, which starts another read afterwards. */
  const catchingUp = new Map<number, { again: boolean }>()

  const getEpoch = (office: ListPlace) => office.epoch ?? epoch

  function getOffice(id: number): Office {
    const office = offices.get(id)
    if (office === undefined) throw new Error('refresh comes first')
    return office
  }

  function wakeListeners({ listeners }: Office): void {
    for (const listener of listeners) listener()
  }

  /** Advances to a head whose events are not in memory. */
  function advanceTo(office: Office, head: number): void {
    recentEvents.forget(office.officeId)
    office.head = head
  }

  function addEvent(office: Office, event: StoredEvent): void {
    office.head = event.seq
    recentEvents.add(office.officeId, encodeEvent(getEpoch(office), event))
  }

  function raiseFloor(office: Office, floor: number): void {
    if (floor <= office.floor) return
    office.floor = floor
    recentEvents.forgetBefore(office.officeId, floor)
  }

  /** Advances an office to the position in the store. Missed events are kept in memory only if they are few. */
  async function advanceOffice(place: ListPlace): Promise<void> {
    const { officeId, floor, head } = place
    const office = offices.get(officeId)
    if (office === undefined) {
      offices.set(officeId, { ...place, listeners: new Set(), lastRecords: null })
      return
    }
    raiseFloor(office, floor)
    office.recordFloor = place.recordFloor
    if (place.recordHead > office.recordHead) {
      office.recordHead = place.recordHead
      office.lastRecords = null
      if (head <= office.head) wakeListeners(office)
    }
    if (head <= office.head) return
    const isNear = head - office.head <= NEAR.limit
    const events = isNear ? await reader.readEvents(officeId, office.head, head, NEAR) : []
    for (const event of events) if (event.seq === office.head + 1) addEvent(office, event)
    if (office.head < head) advanceTo(office, head)
    wakeListeners(office)
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
      await Promise.all((await reader.listPlaces(free)).map(advanceOffice))
      again = free.filter((id) => catchingUp.get(id)?.again)
    } finally {
      for (const id of free) catchingUp.delete(id)
    }
    await catchUp(again)
  }

  function buildPage(office: Office, seq: number, entries: Iterable<Entry>, limit: number): Page {
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

  /** Returns the page if all its events are in memory. */
  function findRecentPage(id: number, seq: number, limit: number): Page | null {
    const office = getOffice(id)
    const after = Math.max(seq, office.floor - 1)
    const entries = after >= office.head ? [] : recentEvents.after(id, after)
    return entries === null ? null : buildPage(office, seq, entries, limit)
  }

  async function refresh(id: number): Promise<void> {
    const [place] = await reader.listPlaces([id])
    if (place === undefined) throw createNotFoundError()
    await advanceOffice(place)
  }

  async function readPage(id: number, seq: number, limit: number, tries = READS): Promise<Page> {
    const office = getOffice(id)
    const after = Math.max(seq, office.floor - 1)
    const size = { limit, bytes: PAGE_BYTES }
    const events = after < office.head ? await reader.readEvents(id, after, office.head, size) : []
    const isWhole = after >= Math.max(office.head, office.floor - 1) || events[0]?.seq === after + 1
    const buildPageNow = () =>
      buildPage(
        office,
        seq,
        events.map((event) => encodeEvent(getEpoch(office), event)),
        limit,
      )
    if (isWhole && after >= office.floor - 1) return buildPageNow()
    // Retention deleted the first events between two reads. They become part of the gap.
    if (tries === 0) throw new StoreBusyError('failed', 'the list moves')
    await refresh(id)
    return readPage(id, seq, limit, tries - 1)
  }

  return {
    /** Reads the office's present position. Later calls know everything committed before this call. */
    refresh,

    place(id: number): Place {
      const office = getOffice(id)
      const { floor, head, recordHead, recordFloor } = office
      return { epoch: getEpoch(office), floor, head, recordHead, recordFloor }
    },

    /** True if the cursor belongs to this list. */
    has(id: number, cursor: Cursor): boolean {
      const office = getOffice(id)
      return cursor.epoch === getEpoch(office) && cursor.seq <= office.head
    },

    recent: findRecentPage,
    /** Events after a number: at most `limit` events and 256 KB, but at least one if any exists. */
    async after(id: number, seq: number, limit: number): Promise<Page> {
      return findRecentPage(id, seq, limit) ?? readPage(id, seq, limit)
    },

    /** Called after each commit of this process, in the order of event numbers. */
    append(id: number, event: StoredEvent): void {
      const office = offices.get(id)
      // No PC has requested this list yet, or the event was already read from the store.
      if (office === undefined || event.seq <= office.head) return
      if (event.seq === office.head + 1) {
        addEvent(office, event)
        wakeListeners(office)
      } else if (office.listeners.size > 0) void catchUp([id]).catch(() => {})
      else advanceTo(office, event.seq)
    },

    /** Called after each commit of records by this process. */
    appendRecords(id: number, write: RecordsWrite): void {
      const office = offices.get(id)
      if (office === undefined || write.head <= office.recordHead) return
      office.lastRecords = write.from === office.recordHead ? write : null
      office.recordHead = write.head
      wakeListeners(office)
    },

    /** Frame for a reader of records up to `from`. Without the records if that reader has missed an earlier write. */
    recordsAfter(id: number, from: number): Pick<RecordsWrite, 'head' | 'frame'> | null {
      const { lastRecords, recordHead } = getOffice(id)
      if (recordHead <= from) return null
      return lastRecords?.from === from
        ? lastRecords
        : { head: recordHead, frame: encodeRecordsFrame({ from, head: recordHead }) }
    },

    raiseFloor(id: number, floor: number): void {
      const office = offices.get(id)
      if (office !== undefined) raiseFloor(office, floor)
    },

    /** Reads the positions of these lists, for those with listeners. Rejects while the store does not answer. */
    moved(ids: readonly number[] | 'all'): Promise<void> {
      const wanted = ids === 'all' ? [...offices.keys()] : ids
      return catchUp(wanted.filter((id) => (offices.get(id)?.listeners.size ?? 0) > 0))
    },

    /**
     * Calls back after each event and each write of records, and at once if an event after `seq` exists. The returned
     * function unsubscribes.
     */
    listen(id: number, seq: number, listener: () => void): () => void {
      const { listeners, head } = getOffice(id)
      listeners.add(listener)
      if (head > seq) queueMicrotask(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Cursor of a request; the beginning of the list without one. Throws 400 for an invalid text. */
export function readCursor(text: string | undefined, epoch: string): Cursor {
  if (text === undefined || text === '') return { epoch, seq: 0 }
  const cursor = parseCursor(text)
  if (cursor === null) throw createBadRequestError('after is not a cursor, such as k3f9m2.1042')
  return cursor
}

/** Position of a list, sent in every page, heartbeat and reset. */
export function describePosition(hub: Hub, officeId: number, clock: Pick<Clock, 'now'>) {
  const { recordFloor: _, ...place } = hub.place(officeId)
  return { ...place, time: new Date(clock.now()).toISOString() }
}

/** A larger frame has no records. */
const MAX_RECORDS_FRAME = 32 * 1024

/** Frame `records` of a stream (`recordsFrameWire`). */
export function encodeRecordsFrame(frame: z.infer<typeof recordsFrameWire>): Buffer {
  const { from, head, records = [] } = frame
  const size = records.reduce((sum, { id, body }) => sum + id.length + (body?.length ?? 0), 0)
  const data = records.length > 0 && size <= MAX_RECORDS_FRAME ? frame : { from, head }
  return Buffer.from(`event: records\ndata: ${JSON.stringify(data)}\n\n`)
}
