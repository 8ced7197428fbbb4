import type { RelayRecord } from '#shared/api/relay-records.ts'
import type { Attention } from '../../alarm/alarm.rules.ts'
import { type Confirmation, buildReceiptPage, type ReceivedEvent } from '../receipts.ts'
import {
  DEVICE_COLUMNS,
  type DeviceRow,
  type DueMessage,
  type EndedMessage,
  type InboxRow,
  type ListPlace,
  type ListReads,
  OFFICE_COLUMNS,
  type OfficeRow,
  type PageSize,
  PLACE_COLUMNS,
  type Reader,
  type UnreadableBodies,
} from '../store.ts'
import type { StoredEvent } from '../writes.ts'
import type { Db } from './open.ts'

const OFFICE = `SELECT ${OFFICE_COLUMNS} FROM office`
const DEVICE = `SELECT ${DEVICE_COLUMNS} FROM device`

type Office = Omit<OfficeRow, 'isSealStale'> & { isSealStale: number }
type Device = Omit<DeviceRow, 'isAdmin' | 'isStreaming' | 'hasKeyring'> & {
  isAdmin: number
  hasKeyring: number
}
type Event = Omit<StoredEvent, 'isProbableRetry'> & { isRetry: number }

/** The single process of this driver knows its own streams. */
const toDevice = (row: Device): DeviceRow => ({
  ...row,
  isAdmin: row.isAdmin === 1,
  isStreaming: false,
  hasKeyring: row.hasKeyring === 1,
})
const toOffice = (row: Office): OfficeRow => ({ ...row, isSealStale: row.isSealStale === 1 })

/** Reads of offices, PCs and lists, in the main thread. Each read is one index lookup. */
export function createListReads(db: Db): ListReads {
  const offices = db.prepare<[], Office>(`${OFFICE} ORDER BY id`)
  const office = db.prepare<[number], Office>(`${OFFICE} WHERE id = ?`)
  const byInbox = db.prepare<[Uint8Array], InboxRow>(`${OFFICE} WHERE inbox_hash = ?`)
  const byAdmin = db.prepare<[Uint8Array], Office>(`${OFFICE} WHERE admin_hash = ?`)
  const byToken = db.prepare<[Uint8Array], Device>(`${DEVICE} WHERE token_hash = ? AND revoked_ms IS NULL`)
  const byId = db.prepare<[string], Device>(`${DEVICE} WHERE id = ? AND revoked_ms IS NULL`)
  const devices = db.prepare<[number], Device>(
    `${DEVICE} WHERE office_id = ? AND revoked_ms IS NULL ORDER BY paired_ms, id`,
  )
  const place = db.prepare<[number], ListPlace>(`SELECT ${PLACE_COLUMNS} FROM office WHERE id = ?`)
  const events = db.prepare<[number, number, number], Event>(
    `SELECT seq, received_ms AS receivedMs, body, extra, revises, is_probable_retry AS isRetry,
       replay_of AS replayOf
     FROM event WHERE office_id = ? AND seq > ? AND seq <= ? ORDER BY seq`,
  )
  const records = db.prepare<[number, number], RelayRecord>(
    'SELECT id, seq, body FROM record WHERE office_id = ? AND seq > ? ORDER BY seq',
  )
  const isRevoked = db.prepare<[string], { id: string }>(
    'SELECT id FROM device WHERE id = ? AND revoked_ms IS NOT NULL',
  )
  const unreadable = db.prepare<[number, number], UnreadableBodies['last'][number]>(
    `SELECT received_ms AS receivedMs, bytes, reason, beginning FROM quarantine
     WHERE office_id = ? ORDER BY received_ms DESC, id DESC LIMIT ?`,
  )
  const unreadableCount = db.prepare<[number], { count: number }>(
    'SELECT count(*) AS count FROM quarantine WHERE office_id = ?',
  )
  const inboxes = new Map<string, InboxRow>()
  const keyring = db.prepare<[string], { keyring: string | null }>('SELECT keyring FROM device WHERE id = ?')
  const toDeviceOrNull = (row: Device | undefined) => (row === undefined ? null : toDevice(row))
  const toOfficeOrNull = (row: Office | undefined) => (row === undefined ? null : toOffice(row))

  return {
    listOffices: async () => offices.all().map(toOffice),
    findOffice: async (id) => toOfficeOrNull(office.get(id)),
    async findOfficeOfInbox(hash) {
      const key = hash.toString('latin1')
      const known = inboxes.get(key) ?? byInbox.get(hash)
      if (known !== undefined) inboxes.set(key, known)
      return known ?? null
    },
    forgetInboxes: () => inboxes.clear(),
    findOfficeOfAdmin: async (hash) => toOfficeOrNull(byAdmin.get(hash)),
    findDeviceOfToken: async (hash) => toDeviceOrNull(byToken.get(hash)),
    findDevice: async (id) => toDeviceOrNull(byId.get(id)),
    listDevices: async (officeId) => devices.all(officeId).map(toDevice),
    readKeyring: async (deviceId) => keyring.get(deviceId)?.keyring ?? null,
    listRevoked: async (deviceIds) => deviceIds.filter((id) => isRevoked.get(id) !== undefined),
    countUnreadable: async (officeId, limit) => ({
      count: unreadableCount.get(officeId)?.count ?? 0,
      last: unreadable.all(officeId, limit),
    }),
    listPlaces: async (officeIds) => officeIds.flatMap((id) => place.get(id) ?? []),
    async readEvents(officeId, after, upTo, size: PageSize) {
      const rows = events.iterate(officeId, after, upTo)
      const read = takePage(rows, size, ({ body, extra }) => body.length + (extra?.length ?? 0))
      return read.map(({ isRetry, ...event }) => ({ ...event, isProbableRetry: isRetry === 1 }))
    },
    readRecords: async (officeId, after, size) =>
      takePage(records.iterate(officeId, after), size, ({ body }) => body?.length ?? 0),
  }
}

/** Takes rows one by one: reading a hundred large rows for a page of one would take 25 MB. */
function takePage<Row>(rows: Iterable<Row>, { limit, bytes }: PageSize, sizeOf: (row: Row) => number): Row[] {
  const page: Row[] = []
  let size = 0
  for (const row of rows) {
    size += sizeOf(row)
    if (page.length === limit || (size > bytes && page.length > 0)) break
    page.push(row)
  }
  return page
}

type AlarmReads = Pick<
  Reader,
  'readAttention' | 'listDueMessages' | 'findLastEndedMessage' | 'findLastMessageMs' | 'countRaisedAlarms'
>

/** Reads of the alarm, in the main thread. */
export function createAlarmReads(db: Db): AlarmReads {
  const attention = db.prepare<[number], Attention>(
    `SELECT head - max(confirmed, floor - 1) AS waiting,
       (SELECT received_ms FROM event WHERE office_id = office.id AND seq > confirmed ORDER BY seq LIMIT 1)
         AS waitingMs,
       confirmed_ms AS confirmedMs, raised_ms AS raisedMs, heard_ms AS heardMs,
       (SELECT name FROM device WHERE id = heard_by) AS heardBy
     FROM office LEFT JOIN alarm ON alarm.office_id = office.id WHERE office.id = ?`,
  )
  const due = db.prepare<[number], DueMessage>(
    `SELECT id, office_id AS officeId, channel, body, attempts FROM alarm_message
     WHERE next_ms <= ? AND office_id IN (SELECT id FROM office WHERE state IS NULL) ORDER BY made_ms, rowid`,
  )
  const lastEnded = db.prepare<[number], EndedMessage>(
    `SELECT ended_ms AS endedMs, outcome, detail FROM alarm_message
     WHERE office_id = ? AND outcome IN ('sent', 'failed') ORDER BY ended_ms DESC LIMIT 1`,
  )
  const lastMade = db.prepare<[number, string], { at: number | null }>(
    'SELECT max(made_ms) AS at FROM alarm_message WHERE office_id = ? AND kind = ?',
  )
  const raised = db.prepare<[], { count: number }>(
    'SELECT count(*) AS count FROM alarm JOIN office ON office.id = office_id WHERE state IS NULL',
  )
  return {
    readAttention: async (officeId) => attention.get(officeId) ?? null,
    listDueMessages: async (now) => due.all(now),
    findLastEndedMessage: async (officeId) => lastEnded.get(officeId) ?? null,
    findLastMessageMs: async (officeId, kind) => lastMade.get(officeId, kind)?.at ?? null,
    countRaisedAlarms: async () => raised.get()?.count ?? 0,
  }
}

/** Columns of an event for the receipts: name, id, and the sealed form of both. */
export const BRIEF = `json_extract(body, '$.event'), json_extract(body, '$.data.id'), json_extract(body, '$.data.brief')`

/** Reads of receipts, in the main thread. */
export function createReceiptReads(db: Db): Pick<Reader, 'listReceipts'> {
  const events = db.prepare<{ office: number; from: number; limit: number }, ReceivedEvent>(
    `SELECT seq, received_ms AS receivedMs, event, resource_id AS id, brief FROM past_event
       WHERE office_id = @office AND seq >= @from
     UNION ALL
     SELECT seq, received_ms, ${BRIEF} FROM event
       WHERE office_id = @office AND seq >= @from
     ORDER BY seq LIMIT @limit`,
  )
  const confirmations = db.prepare<{ office: number; from: number; to: number }, Confirmation>(
    `SELECT device_id AS deviceId, name, from_seq AS "from", to_seq AS "to", confirmed_ms AS confirmedMs
     FROM device JOIN receipt ON receipt.device_id = device.id AND receipt.office_id = device.office_id
     WHERE device.office_id = @office AND to_seq >= @from AND from_seq <= @to ORDER BY confirmed_ms, receipt.id`,
  )
  return {
    async listReceipts(officeId, from, limit) {
      const rows = events.all({ office: officeId, from, limit: limit + 1 })
      const to = rows.at(-1)?.seq
      return buildReceiptPage(
        rows,
        to === undefined ? [] : confirmations.all({ office: officeId, from, to }),
        limit,
      )
    },
  }
}
