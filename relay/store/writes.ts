import type { AlarmChannel, AlarmKind } from '#shared/api/relay-alarm.ts'
import {
  RECORD_LIMITS,
  type RecordChange,
  type RecordOutcome,
  type RelayRecord,
} from '#shared/api/relay-records.ts'

/** An event to number. The keys are HMACs (`event-keys.ts`). */
export interface NewEvent {
  officeId: number
  receivedMs: number
  /** Key of the whole canonical body. */
  hard: string
  /**
   * Key of event, id and timestamp. With `near`, it marks another state at the same time. Without `near`, the event
   * has no timestamp. Then the same body is a duplicate only of the last event with this key: A, B, A are three
   * changes.
   */
  soft: string | null
  /** Key of everything but the timestamp; `null` without a timestamp. */
  near: string | null
  /** JSON of the thin event, plain or sealed. */
  body: string
  /** JSON of the rest of `data` without links, for events that no resource explains. Kept for a shorter time. */
  extra: string | null
  /**
   * Id of the office's key that `body` and `extra` are sealed to; absent if they are plain. The store accepts only
   * the office's present key.
   */
  sealedTo?: string | null
}

/** An event in the store. */
export interface StoredEvent {
  seq: number
  receivedMs: number
  body: string
  extra: string | null
  revises: number | null
  isProbableRetry: boolean
  replayOf: number | null
}

/** Result of numbering an event. The caller already has the content. */
export type Numbered = Pick<StoredEvent, 'seq' | 'revises' | 'isProbableRetry' | 'replayOf'>

type Ingested =
  | ({ kind: 'stored' } & Numbered)
  | { kind: 'duplicate' }
  /** Not stored: the office's key changed after the event was sealed. */
  | { kind: 'stale' }

interface Unreadable {
  officeId: number
  receivedMs: number
  hard: string
  bytes: number
  reason: string
  /** First 8 KB, plain or sealed. */
  beginning: Uint8Array
  /** As in `NewEvent`. */
  sealedTo?: string | null
}

export type InboxMode = 'enforce' | 'observe'

export interface NewOffice {
  name: string
  adminHash: Uint8Array
  inboxHash: Uint8Array
  headerName: string
  headerHash: Uint8Array
  mode: InboxMode
  now: number
}

export interface NewDevice {
  id: string
  officeId: number
  name: string
  tokenHash: Uint8Array
  /** The first PC of an office always becomes an administrator. */
  isAdmin: boolean
  now: number
  publicKey?: string | null
  keyring?: string | null
}

/** Change of the key that an office's events are sealed to, with the new keyrings of its PCs. */
export interface SealingChange {
  officeId: number
  now: number
  /** Key that the caller expects to replace. */
  former: string | null
  key: { id: string; publicKey: string } | null
  keyrings: readonly { deviceId: string; publicKey: string; keyring: string }[]
}

export interface NewAlarmMessage {
  id: string
  channel: AlarmChannel
  kind: AlarmKind
  /** JSON of `alarmMessageWire`, the same for each attempt. */
  body: string
}

/** Result of a write of records: the number before and after it, and an outcome for each change. */
interface RecordsWritten {
  from: number
  head: number
  outcomes: RecordOutcome[]
}

/** Numbers and size of an office's records. */
export interface RecordTotals {
  head: number
  count: number
  bytes: number
}

interface AlarmChange {
  officeId: number
  now: number
  messages: readonly NewAlarmMessage[]
}

interface MessageEnd {
  id: string
  now: number
  outcome: 'sent' | 'failed'
  detail: string | null
}

/** Last time that a PC was heard. */
export interface Seen {
  deviceId: string
  at: number
  /** The PC has a stream in this process. */
  isStreaming: boolean
}

export interface Swept {
  /** Offices whose time after an export is over. Their secrets may be removed too. */
  ended: number[]
  /** New first number of each office whose events expired. */
  floors: { officeId: number; floor: number }[]
  /** True if more rows can be deleted. */
  more: boolean
}

/** Retention of duplicate keys. The longest known retry horizon is two weeks. */
export const KEYS_KEPT_MS = 30 * 86_400_000
/** A retry that differs only in the timestamp comes within this time. */
export const NEAR_MS = 15 * 60_000
/** A new PC starts with at most this many of the last events. */
export const FIRST_EVENTS = 1_000

const DAY_MS = 86_400_000
/** Retention times. */
export const KEPT = {
  eventsMs: 90 * DAY_MS,
  /** Retention of an event that a paired PC has not confirmed. */
  unconfirmedMs: 180 * DAY_MS,
  extraMs: 14 * DAY_MS,
  /** Retention of a deleted record that a paired PC has not confirmed. */
  deletedRecordMs: 180 * DAY_MS,
  quarantineMs: 7 * DAY_MS,
  /** Receipts and messages of the alarm. Business papers are kept for six years (Código de Comercio, article 30). */
  receiptsMs: 6 * 366 * DAY_MS,
  keysMs: KEYS_KEPT_MS,
  /** An exported office stays, in case its file is lost. */
  leftMs: 30 * DAY_MS,
}
/** Tables whose rows are deleted when an office has ended. */
export const OFFICE_TABLES = [
  'event_key',
  'quarantine',
  'receipt',
  'past_event',
  'alarm',
  'alarm_message',
  'record',
  'event',
] as const
/** Rows deleted per transaction. The inbox waits for each transaction, so it must be short. */
export const CHUNK = 1_000

/** Every write, by name. Times are milliseconds since the epoch. */
export interface Writes {
  ingest(given: NewEvent): Ingested
  quarantine(given: Unreadable): { kind: 'stored' | 'duplicate' | 'stale' }
  /** Numbers an earlier event again; `null` if the event is no longer kept. */
  replay(given: { officeId: number; seq: number; now: number }): StoredEvent | null
  /** Proves that a self-test passed a commit. Changes nothing. */
  canary(given: { officeId: number; id: string; receivedAt: string }): null
  /** Proves that the disk accepts writes. Changes nothing. */
  probe(given: undefined): null

  addOffice(given: NewOffice): { id: number }
  /**
   * Creates an office, or updates the office with this inbox or name to exactly these secrets. An office that has
   * left stays unchanged.
   */
  keepOffice(given: NewOffice): { id: number }
  /** The former value of the header is accepted until `untilMs`. The same value again changes nothing. */
  changeHeader(given: { officeId: number; hash: Uint8Array; untilMs: number }): null
  /** Makes the inbox require the header. */
  enforceHeader(given: { officeId: number }): null
  closeOffice(given: { officeId: number; now: number }): null
  /** Adds a PC, whose list begins after `acked`. */
  addDevice(given: NewDevice): { isAdmin: boolean; acked: number }
  /** Creates a PC, or gives the PC with this id exactly this token. Its position in the list stays. */
  keepDevice(given: NewDevice): null
  revokeDevice(given: { id: string; officeId: number; now: number }): { isRevoked: boolean }
  /** Stores the public key of a PC. A changed key invalidates its keyring. */
  giveKey(given: { officeId: number; deviceId: string; publicKey: string }): null
  /** Changes nothing if the present key or the PCs of the office differ from the given ones. */
  changeSealing(given: SealingChange): { outcome: 'changed' | 'key_changed' | 'devices_changed' }

  /** A PC has stored everything up to these numbers. The numbers never decrease. */
  ack(given: { officeId: number; deviceId: string; seq: number; recordSeq: number; now: number }): null
  see(given: readonly Seen[]): null
  /** Writes the records that no other PC has written since. */
  writeRecords(given: { officeId: number; changes: readonly RecordChange[]; now: number }): RecordsWritten

  /** Raises the alarm, unless it is already raised. */
  raiseAlarm(given: AlarmChange): null
  /** Clears the alarm. Only recipients of its first message, or possible ones, are told. */
  endAlarm(given: AlarmChange): null
  /** Adds messages that do not concern the alarm itself. */
  addMessages(given: AlarmChange): null
  startMessage(given: { id: string; nextMs: number }): null
  /** Records a failed attempt that will be retried. */
  failMessage(given: { id: string; detail: string }): null
  endMessage(given: MessageEnd): null

  /** Deletes expired rows, one chunk of each kind. */
  sweep(given: { now: number }): Swept
}

export type WriteName = keyof Writes
/** Write names by subject. */
export type OfficeWrite =
  | 'addOffice'
  | 'keepOffice'
  | 'changeHeader'
  | 'enforceHeader'
  | 'closeOffice'
  | 'addDevice'
  | 'keepDevice'
  | 'revokeDevice'
  | 'probe'
  | 'canary'
export type SealingWrite = 'giveKey' | 'changeSealing'
export type AlarmWrite =
  'raiseAlarm' | 'endAlarm' | 'addMessages' | 'startMessage' | 'failMessage' | 'endMessage'
export type WriteArgs<N extends WriteName> = Parameters<Writes[N]>[0]
export type WriteResult<N extends WriteName> = ReturnType<Writes[N]>

/** A committed write, with its result. */
export type Written = {
  [N in WriteName]: { name: N; args: WriteArgs<N>; value: WriteResult<N> }
}[WriteName]

/** Frequent writes that change no field of the inbox cache. */
const KEEPS_INBOXES: ReadonlySet<WriteName> = new Set([
  'ingest',
  'quarantine',
  'probe',
  'canary',
  'ack',
  'see',
  'writeRecords',
])

/**
 * True if a committed write may change the fields of an inbox, which both drivers cache. An event that was not stored
 * because of an outdated key counts too: the cached key is the outdated one.
 */
export const affectsInboxes = (written: Written): boolean =>
  !KEEPS_INBOXES.has(written.name) ||
  ((written.name === 'ingest' || written.name === 'quarantine') && written.value.kind === 'stale')

/** A write of a batch. */
export type Write = { [N in WriteName]: { name: N; args: WriteArgs<N> } }[WriteName]
export type WriteOutcome =
  | { ok: true; value: unknown }
  | {
      ok: false
      message: string
      /** Another session holds a lock that the write needs. A retry may succeed. */
      isBusy?: true
    }

/** Office of a write; `null` for writes about several offices or none. */
export const getWriteOffice = ({ args }: Write): number | null =>
  typeof args === 'object' && 'officeId' in args ? args.officeId : null

/**
 * First number of an office's list to keep. Events expire from the floor on, so that a clock that was set back leaves
 * no gap.
 * @param events events from the floor on
 * @param slowest last number that every paired PC has confirmed; `null` without a PC
 */
export function findNextFloor(
  events: readonly { seq: number; receivedMs: number }[],
  { floor, slowest }: { floor: number; slowest: number | null },
  now: number,
): number {
  let next = floor
  for (const { seq, receivedMs } of events) {
    const isConfirmed = slowest === null || seq <= slowest
    if (now - receivedMs <= (isConfirmed ? KEPT.eventsMs : KEPT.unconfirmedMs)) break
    next = seq + 1
  }
  return next
}

/**
 * Decides whether an office's key may change. The change must replace the key that the administrator saw. It must
 * have a keyring for exactly the present PCs, each sealed to its key.
 * @param present id of the office's key
 * @param devices PCs that are not revoked
 */
export function judgeSealingChange(
  { former, key, keyrings }: Pick<SealingChange, 'former' | 'key' | 'keyrings'>,
  present: string | null,
  devices: readonly { id: string; publicKey: string | null }[],
): WriteResult<'changeSealing'>['outcome'] {
  // A repeated change: its first answer was lost.
  if (key !== null && present === key.id) return 'changed'
  if (present !== former) return 'key_changed'
  if (key === null) return 'changed'
  const keys = new Map(keyrings.map(({ deviceId, publicKey }) => [deviceId, publicKey]))
  const isWhole =
    keys.size === devices.length && devices.every(({ id, publicKey }) => keys.get(id) === publicKey)
  return isWhole ? 'changed' : 'devices_changed'
}

/** Some of the writes, as asynchronous functions. */
export type WritesOver<N extends WriteName> = {
  [Name in N]: (args: Parameters<Writes[Name]>[0]) => Promise<ReturnType<Writes[Name]>>
}

/**
 * Decides about one change of a record.
 * @param present the record as it is; `null` without one
 * @param totals of the office before the change
 * @returns the totals after the change, if it is stored
 */
export function judgeRecordChange(
  { id, after, body }: RecordChange,
  present: RelayRecord | null,
  totals: RecordTotals,
): { outcome: RecordOutcome; totals: RecordTotals } {
  if ((present?.seq ?? 0) !== after) return { outcome: { outcome: 'changed', id, record: present }, totals }
  const count = totals.count + (present === null ? 1 : 0)
  const growth = (body?.length ?? 0) - (present?.body?.length ?? 0)
  const bytes = totals.bytes + growth
  const isFull = count > RECORD_LIMITS.records || bytes > RECORD_LIMITS.officeBytes
  // A record that shrinks is always stored: this is how an office makes room.
  if (isFull && (present === null || growth > 0)) return { outcome: { outcome: 'full', id }, totals }
  const head = totals.head + 1
  return { outcome: { outcome: 'stored', id, seq: head }, totals: { head, count, bytes } }
}
