import type { StoredEvent } from './ingest.writes.ts'
import type { InboxMode } from './office.writes.ts'
import type { Db } from './open.ts'

export interface OfficeRow {
  id: number
  name: string
  head: number
  floor: number
  headerName: string
  headerHash: Uint8Array
  formerHash: Uint8Array | null
  formerUntilMs: number | null
  mode: InboxMode
  closedMs: number | null
  receivedMs: number | null
  duplicates: number
  quarantined: number
}

/** What the inbox asks about an office for each event. */
export type InboxRow = Pick<
  OfficeRow,
  'id' | 'headerName' | 'headerHash' | 'formerHash' | 'formerUntilMs' | 'mode' | 'closedMs'
>

export interface DeviceRow {
  id: string
  officeId: number
  name: string
  isAdmin: number
  pairedMs: number
  seenMs: number | null
  acked: number
}

const OFFICE = `SELECT id, name, head, floor, header_name AS headerName, header_hash AS headerHash,
  former_hash AS formerHash, former_until_ms AS formerUntilMs, mode, closed_ms AS closedMs,
  received_ms AS receivedMs, duplicates, quarantined FROM office`
const DEVICE = `SELECT id, office_id AS officeId, name, is_admin AS isAdmin, paired_ms AS pairedMs,
  seen_ms AS seenMs, acked FROM device`

export type Reader = ReturnType<typeof createReader>

/** Reads of the main thread: each is one seek of an index, and sees whatever was committed before it. */
export function createReader(db: Db) {
  const offices = db.prepare<[], OfficeRow>(`${OFFICE} ORDER BY id`)
  const office = db.prepare<[number], OfficeRow>(`${OFFICE} WHERE id = ?`)
  const byInbox = db.prepare<[Uint8Array], InboxRow>(`${OFFICE} WHERE inbox_hash = ?`)
  const byAdmin = db.prepare<[Uint8Array], OfficeRow>(`${OFFICE} WHERE admin_hash = ?`)
  const byToken = db.prepare<[Uint8Array], DeviceRow>(`${DEVICE} WHERE token_hash = ? AND revoked_ms IS NULL`)
  const byId = db.prepare<[string], DeviceRow>(`${DEVICE} WHERE id = ? AND revoked_ms IS NULL`)
  const devices = db.prepare<[number], DeviceRow>(
    `${DEVICE} WHERE office_id = ? AND revoked_ms IS NULL ORDER BY paired_ms, id`,
  )
  const events = db.prepare<
    [number, number, number],
    Omit<StoredEvent, 'isProbableRetry'> & { isRetry: number }
  >(
    `SELECT seq, received_ms AS receivedMs, body, extra, revises, is_probable_retry AS isRetry,
       replay_of AS replayOf
     FROM event WHERE office_id = ? AND seq > ? AND seq <= ? ORDER BY seq`,
  )
  const inboxes = new Map<string, InboxRow>()

  return {
    offices: () => offices.all(),
    office: (id: number) => office.get(id) ?? null,
    /** Remembered until `forgetInboxes`: reading it for each event took a tenth of the inbox's work. */
    officeOfInbox(hash: Buffer): InboxRow | null {
      const key = hash.toString('latin1')
      const known = inboxes.get(key) ?? byInbox.get(hash)
      if (known !== undefined) inboxes.set(key, known)
      return known ?? null
    },
    /** To be called when an office may have changed. */
    forgetInboxes: () => inboxes.clear(),
    officeOfAdmin: (hash: Uint8Array) => byAdmin.get(hash) ?? null,
    deviceOfToken: (hash: Uint8Array) => byToken.get(hash) ?? null,
    device: (id: string) => byId.get(id) ?? null,
    devices: (officeId: number) => devices.all(officeId),
    /** Events after a number up to another, oldest first, each read when it is taken. */
    *events(officeId: number, after: number, upTo: number): Generator<StoredEvent> {
      for (const { isRetry, ...event } of events.iterate(officeId, after, upTo))
        yield { ...event, isProbableRetry: isRetry === 1 }
    },
  }
}
