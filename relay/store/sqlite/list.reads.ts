import { DEVICE_COLUMNS, OFFICE_COLUMNS, PLACE_COLUMNS } from '../columns.ts'
import type {
  DeviceRow,
  InboxRow,
  ListPlace,
  ListReads,
  OfficeRow,
  PageSize,
  UnreadableBodies,
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

/** Streams are known to the only process that has them. */
const deviceOf = (row: Device): DeviceRow => ({
  ...row,
  isAdmin: row.isAdmin === 1,
  isStreaming: false,
  hasKeyring: row.hasKeyring === 1,
})
const officeOf = (row: Office): OfficeRow => ({ ...row, isSealStale: row.isSealStale === 1 })

/** Reads of offices, PCs and lists, by the main thread: each is one seek of an index. */
export function listReads(db: Db): ListReads {
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
  const one = (row: Device | undefined) => (row === undefined ? null : deviceOf(row))
  const oneOffice = (row: Office | undefined) => (row === undefined ? null : officeOf(row))

  return {
    offices: async () => offices.all().map(officeOf),
    office: async (id) => oneOffice(office.get(id)),
    async officeOfInbox(hash) {
      const key = hash.toString('latin1')
      const known = inboxes.get(key) ?? byInbox.get(hash)
      if (known !== undefined) inboxes.set(key, known)
      return known ?? null
    },
    forgetInboxes: () => inboxes.clear(),
    officeOfAdmin: async (hash) => oneOffice(byAdmin.get(hash)),
    deviceOfToken: async (hash) => one(byToken.get(hash)),
    device: async (id) => one(byId.get(id)),
    devices: async (officeId) => devices.all(officeId).map(deviceOf),
    keyring: async (deviceId) => keyring.get(deviceId)?.keyring ?? null,
    revokedAmong: async (deviceIds) => deviceIds.filter((id) => isRevoked.get(id) !== undefined),
    unreadable: async (officeId, limit) => ({
      count: unreadableCount.get(officeId)?.count ?? 0,
      last: unreadable.all(officeId, limit),
    }),
    places: async (officeIds) => officeIds.flatMap((id) => place.get(id) ?? []),
    async events(officeId, after, upTo, { limit, bytes }: PageSize) {
      const read: StoredEvent[] = []
      let size = 0
      // Row by row: a hundred large events that are read for a page of one would be 25 MB.
      for (const { isRetry, ...event } of events.iterate(officeId, after, upTo)) {
        size += event.body.length + (event.extra?.length ?? 0)
        if (read.length === limit || (size > bytes && read.length > 0)) break
        read.push({ ...event, isProbableRetry: isRetry === 1 })
      }
      return read
    },
  }
}
