import { randomBytes } from 'node:crypto'
import type { AlarmChannel, AlarmKind } from '#shared/api/relay-alarm.ts'
import type { RelayRecord } from '#shared/api/relay-records.ts'
import type { PresenceFrame, Receipt } from '#shared/api/relay.ts'
import type { Attention } from '../alarm/alarm.rules.ts'
import type { Pairings } from '../devices/pairings.ts'
import type { Secrets } from '../office/secrets.ts'
import type { Readings } from '../ops/metrics.ts'
import type { Writer } from './write-queue.ts'
import type { InboxMode, StoredEvent, Written } from './writes.ts'

/**
 * State of an office that is not served here; `null` if it is served. `moved`: it was exported, or an older version
 * moved it to `movedTo`. `moving`: an older version was moving it. `gone`: nothing of it is kept. Such an office gets
 * no event numbers.
 */
export type OfficeState = 'moving' | 'moved' | 'gone'

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
  /** Epoch of an imported office, kept until the data set gets a new epoch. `null`: the epoch of the data set. */
  epoch: string | null
  state: OfficeState | null
  /** Relay to which an older version moved the office, or was moving it. */
  movedTo: string | null
  /**
   * Id in the duplicate keys of an imported office, which has its own HMAC key. `null`: its present id, with the key
   * of the store.
   */
  keysOf: number | null
  /** Id of the key that events are sealed to. `null`: events are not sealed. */
  sealKey: string | null
  sealPublic: string | null
  sealMadeMs: number | null
  /** A PC that has the key was revoked later. */
  isSealStale: boolean
}

/** Fields of an office that the inbox needs for each event. */
export type InboxRow = Pick<
  OfficeRow,
  | 'id'
  | 'headerName'
  | 'headerHash'
  | 'formerHash'
  | 'formerUntilMs'
  | 'mode'
  | 'closedMs'
  | 'state'
  | 'keysOf'
  | 'sealKey'
  | 'sealPublic'
>

export interface DeviceRow {
  id: string
  officeId: number
  name: string
  isAdmin: boolean
  pairedMs: number
  seenMs: number | null
  /** The PC has a stream at any node, as far as the nodes have written it. */
  isStreaming: boolean
  acked: number
  /** Last number of a record that the PC has stored. */
  recordAcked: number
  /** State of the PC's office. */
  officeState: OfficeState | null
  publicKey: string | null
  /** The PC has received the office's keys. */
  hasKeyring: boolean
}

/** Range of an office's list: first kept number and last given number. */
export interface ListPlace {
  officeId: number
  floor: number
  head: number
  /** `null`: the epoch of the data set. */
  epoch: string | null
  /** Number of the last write of a record, and last number whose deleted records are forgotten. */
  recordHead: number
  recordFloor: number
}

/** Limits of one read of a list. The first item may exceed `bytes`. */
export interface PageSize {
  limit: number
  bytes: number
}

/** A message of the alarm to send. */
export interface DueMessage {
  id: string
  officeId: number
  channel: AlarmChannel
  body: string
  attempts: number
}

export interface EndedMessage {
  endedMs: number
  outcome: 'sent' | 'failed'
  detail: string | null
}

/** Unreadable bodies of an office that are still kept. */
export interface UnreadableBodies {
  count: number
  /** Newest first, up to the requested limit. */
  last: { receivedMs: number; bytes: number; reason: string; beginning: Uint8Array }[]
}

/**
 * Reads of the store. Each read sees every earlier commit. Reads reject with a `StoreBusyError` while the store does
 * not answer.
 */
export interface Reader {
  listOffices(): Promise<OfficeRow[]>
  findOffice(id: number): Promise<OfficeRow | null>
  /** Cached: reading the office for each event took a tenth of the inbox's work. */
  findOfficeOfInbox(hash: Buffer): Promise<InboxRow | null>
  findOfficeOfAdmin(hash: Uint8Array): Promise<OfficeRow | null>
  findDeviceOfToken(hash: Uint8Array): Promise<DeviceRow | null>
  /** Also `null` for a revoked PC. */
  findDevice(id: string): Promise<DeviceRow | null>
  listDevices(officeId: number): Promise<DeviceRow[]>
  /** The office's keys, sealed to that PC. */
  readKeyring(deviceId: string): Promise<string | null>
  listRevoked(deviceIds: readonly string[]): Promise<string[]>
  listPlaces(officeIds: readonly number[]): Promise<ListPlace[]>
  /** Events with `after < seq <= upTo`, oldest first. At least one if any exists. */
  readEvents(officeId: number, after: number, upTo: number, size: PageSize): Promise<StoredEvent[]>
  /** Records whose last write has a number above `after`, in the order of these numbers. */
  readRecords(officeId: number, after: number, size: PageSize): Promise<RelayRecord[]>
  countUnreadable(officeId: number, limit: number): Promise<UnreadableBodies>

  /** @returns `null` if the office does not exist */
  readAttention(officeId: number): Promise<Attention | null>
  listDueMessages(now: number): Promise<DueMessage[]>
  findLastEndedMessage(officeId: number): Promise<EndedMessage | null>
  /** Creation time of the last message of that kind; `null` without one. */
  findLastMessageMs(officeId: number, kind: AlarmKind): Promise<number | null>
  /** Number of offices with a raised alarm. */
  countRaisedAlarms(): Promise<number>

  /** Receipts from an event number on, oldest first, and the first number of the next page. */
  listReceipts(
    officeId: number,
    from: number,
    limit: number,
  ): Promise<{ receipts: Receipt[]; next: number | null }>
}

/** Reads of offices, PCs and lists, with the inbox cache. */
export type ListReads = Omit<
  Reader,
  | 'readAttention'
  | 'listDueMessages'
  | 'findLastEndedMessage'
  | 'findLastMessageMs'
  | 'countRaisedAlarms'
  | 'listReceipts'
> & {
  /** Invalidates the inbox cache. Called when an office may have changed, here or at another node. */
  forgetInboxes(): void
}

/** What a PC posted to the other PCs of its office (`/v1/presence`). */
export interface PostedPresence extends PresenceFrame {
  officeId: number
}

/** Callbacks of the store to its process. */
export interface StoreListener {
  /** Called after the commit of each write of this process, in commit order, even if its caller has given up. */
  onWritten(written: Written): void
  /**
   * Lists of these offices may have changed by another process, or by an unreported write. With `all`, PCs may have
   * been revoked too.
   */
  onMoved(officeIds: readonly number[] | 'all'): void
  /** Another process revoked a PC. */
  onRevoked(deviceId: string): void
  /** Another process received a canary. */
  onCanary(given: { officeId: number; id: string; receivedAt: string }): void
  /** A PC posted a presence at another process. */
  onPresence(posted: PostedPresence): void
  onCommitted(writes: number, ms: number): void
}

/** Everything that a relay stores. `store/sqlite` and `store/postgres` are the two drivers. */
export interface Store {
  /** Name of the data set: event numbers are unique only within one epoch. An imported office has its own epoch. */
  readonly epoch: string
  readonly reader: Reader
  readonly writer: Writer
  readonly secrets: Secrets
  readonly pairings: Pairings
  /** Must be called once, before the first write. */
  setListener(listener: StoreListener): void
  /** Passes a presence on to the other processes. Stores nothing. */
  sendPresence(posted: PostedPresence): Promise<void>
  /** Maximum delay until other nodes know the presence of this process's PCs, in milliseconds. */
  readonly presenceMs: number
  /** Metrics of the store. Rejects while the store does not answer. */
  readings(): Promise<Readings>
  /** True if this process runs retention and the alarm. If the process ends, another one takes over. */
  isLeader(): Promise<boolean>
  /** Finishes queued writes and closes everything. */
  close(): Promise<void>
}

/** Columns of both drivers, named as the fields of `OfficeRow`. */

export const OFFICE_COLUMNS = `id, name, head, floor, header_name AS "headerName", header_hash AS "headerHash",
  former_hash AS "formerHash", former_until_ms AS "formerUntilMs", mode, closed_ms AS "closedMs",
  received_ms AS "receivedMs", duplicates, quarantined, epoch, state, moved_to AS "movedTo", keys_of AS "keysOf",
  seal_key AS "sealKey", seal_public AS "sealPublic", seal_made_ms AS "sealMadeMs", seal_is_stale AS "isSealStale"`

/** Without `isStreaming`, which is a column only in PostgreSQL. */
export const DEVICE_COLUMNS = `id, office_id AS "officeId", name, is_admin AS "isAdmin", paired_ms AS "pairedMs",
  seen_ms AS "seenMs", acked, record_acked AS "recordAcked", public_key AS "publicKey", keyring IS NOT NULL AS "hasKeyring",
  (SELECT state FROM office WHERE office.id = office_id) AS "officeState"`

export const PLACE_COLUMNS =
  'id AS "officeId", floor, head, epoch, record_head AS "recordHead", record_floor AS "recordFloor"'

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'

/** Creates a name for a new data set. */
export const newEpoch = (): string => [...randomBytes(8)].map((byte) => ALPHABET[byte % 36]).join('')
