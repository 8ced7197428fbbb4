import type { AlarmChannel, AlarmKind } from '#shared/api/relay-alarm.ts'

/** An event to be numbered. Keys are HMACs (event-keys.ts). */
export interface NewEvent {
  officeId: number
  receivedMs: number
  /** Of the whole canonical body. */
  hard: string
  /**
   * Of event, id and timestamp. With `near` it marks another state of the same moment. Alone, the event has no timestamp:
   * the same body is a duplicate only of the last event with this key, because A, B, A are three changes.
   */
  soft: string | null
  /** Of everything but the timestamp; `null` without one. */
  near: string | null
  /** JSON of the thin event, or of the sealed one. */
  body: string
  /** JSON of its whole `data` without links, for events that no resource explains; kept for a shorter time. */
  extra: string | null
  /**
   * Id of the office's key that `body` and `extra` are sealed to; without one, they are not. The store takes only what is
   * sealed as it has to be.
   */
  sealedTo?: string | null
}

/** An event as stored. */
export interface StoredEvent {
  seq: number
  receivedMs: number
  body: string
  extra: string | null
  revises: number | null
  isProbableRetry: boolean
  replayOf: number | null
}

/** What the store says of an event that it numbered: its content is where it came from. */
export type Numbered = Pick<StoredEvent, 'seq' | 'revises' | 'isProbableRetry' | 'replayOf'>

type Ingested =
  | ({ kind: 'stored' } & Numbered)
  | { kind: 'duplicate' }
  /** Not stored: the office's key has changed since it was sealed. */
  | { kind: 'stale' }

interface Unreadable {
  officeId: number
  receivedMs: number
  hard: string
  bytes: number
  reason: string
  /** First 8 KB, sealed or not. */
  beginning: Uint8Array
  /** As of an event. */
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
  /** An administrator in any case; the first PC of an office always is one. */
  isAdmin: boolean
  now: number
  publicKey?: string | null
  keyring?: string | null
}

/** Another key that an office's events are sealed to, or none, with what its PCs need to open them. */
export interface SealingChange {
  officeId: number
  now: number
  /** The present key, if it has not changed meanwhile. */
  former: string | null
  key: { id: string; publicKey: string } | null
  keyrings: readonly { deviceId: string; publicKey: string; keyring: string }[]
}

export interface NewAlarmMessage {
  id: string
  channel: AlarmChannel
  kind: AlarmKind
  /** JSON of `alarmMessageWire`: the same at each attempt. */
  body: string
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

/** A PC was heard of. */
export interface Seen {
  deviceId: string
  at: number
  /** It has a stream at this process. */
  isStreaming: boolean
}

export interface Swept {
  /** Offices whose time after an export is over: their secrets may go too. */
  ended: number[]
  /** New first number of each office that lost events. */
  floors: { officeId: number; floor: number }[]
  /** True if there is more to delete. */
  more: boolean
}

/** Keys are kept this long: the longest known horizons of retries are two weeks. */
export const KEYS_KEPT_MS = 30 * 86_400_000
/** A sender's retry comes within this time, when only the timestamp differs. */
export const NEAR_MS = 15 * 60_000
/** A new PC begins with at most this many of the last events. */
export const FIRST_EVENTS = 1_000

const DAY_MS = 86_400_000
/** How long each thing is kept. */
export const KEPT = {
  eventsMs: 90 * DAY_MS,
  /** An event that a paired PC has not confirmed is kept longer, but not for ever. */
  unconfirmedMs: 180 * DAY_MS,
  extraMs: 14 * DAY_MS,
  quarantineMs: 7 * DAY_MS,
  /** Receipts and the alarm's messages: business papers are kept for six years (Código de Comercio, article 30). */
  receiptsMs: 6 * 366 * DAY_MS,
  keysMs: KEYS_KEPT_MS,
  /** What was exported stays, in case the file is lost. */
  leftMs: 30 * DAY_MS,
}
/** Tables with the rows of an office, which go when nothing of it is kept. */
export const OFFICE_TABLES = [
  'event_key',
  'quarantine',
  'receipt',
  'past_event',
  'alarm',
  'alarm_message',
  'event',
] as const
/** Rows that are deleted in one transaction, so that the inbox never waits long. */
export const CHUNK = 1_000

/** Every write there is, by name. Times are milliseconds since the epoch. */
export interface Writes {
  ingest(given: NewEvent): Ingested
  quarantine(given: Unreadable): { kind: 'stored' | 'duplicate' | 'stale' }
  /** Numbers an earlier event again; `null` if it is no longer kept. */
  replay(given: { officeId: number; seq: number; now: number }): StoredEvent | null
  /** A self-test has come this far: a commit that changes nothing. */
  canary(given: { officeId: number; id: string; receivedAt: string }): null
  /** A commit that changes nothing: it proves that the disk takes writes. */
  probe(given: undefined): null

  addOffice(given: NewOffice): { id: number }
  /** The office with this inbox or this name, made to have exactly these secrets; one that has left stays as it is. */
  keepOffice(given: NewOffice): { id: number }
  /** The former value of the header is accepted until then. The same value again changes nothing. */
  changeHeader(given: { officeId: number; hash: Uint8Array; untilMs: number }): null
  /** The inbox requires the header from now on. */
  enforceHeader(given: { officeId: number }): null
  closeOffice(given: { officeId: number; now: number }): null
  /** Adds a PC, whose list begins at `acked`. */
  addDevice(given: NewDevice): { isAdmin: boolean; acked: number }
  /** The PC of that id, made to have exactly this token; its place in the list stays. */
  keepDevice(given: NewDevice): null
  revokeDevice(given: { id: string; officeId: number; now: number }): { isRevoked: boolean }
  /** A PC's public key. Another one than before makes its keyring useless. */
  giveKey(given: { officeId: number; deviceId: string; publicKey: string }): null
  /** Changes nothing if the present key or the PCs of the office are not those that are given. */
  changeSealing(given: SealingChange): { outcome: 'changed' | 'key_changed' | 'devices_changed' }

  /** A PC has stored everything up to this number. Never goes back. */
  ack(given: { officeId: number; deviceId: string; seq: number; now: number }): null
  see(given: readonly Seen[]): null

  /** Begins the alarm, if it has not begun. */
  raiseAlarm(given: AlarmChange): null
  /** Ends the alarm. Only those are told that were told of it, or may have been. */
  endAlarm(given: AlarmChange): null
  /** Messages that are about no alarm. */
  addMessages(given: AlarmChange): null
  startMessage(given: { id: string; nextMs: number }): null
  /** The attempt failed; there will be another. */
  failMessage(given: { id: string; detail: string }): null
  endMessage(given: MessageEnd): null

  /** Deletes what is past its time, one chunk of each kind. */
  sweep(given: { now: number }): Swept
}

export type WriteName = keyof Writes
/** By matter: each driver has a file for each. */
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

/** A write that was committed. */
export type Written = {
  [N in WriteName]: { name: N; args: WriteArgs<N>; value: WriteResult<N> }
}[WriteName]

/** True of what was not stored because this process did not know the office's present key. */
export const isStale = (written: Written): boolean =>
  (written.name === 'ingest' || written.name === 'quarantine') && written.value.kind === 'stale'

/** A write of a batch. */
export type Write = { [N in WriteName]: { name: N; args: WriteArgs<N> } }[WriteName]
export type WriteOutcome =
  | { ok: true; value: unknown }
  | {
      ok: false
      message: string
      /** It may be tried again: what it needs is held by another session. */
      isBusy?: true
    }

/** The office that a write is about; `null` for those about several or none. */
export const officeOf = ({ args }: Write): number | null =>
  typeof args === 'object' && 'officeId' in args ? args.officeId : null

/**
 * First number of an office that is still kept: events leave from the floor on, so that a clock that was set back makes
 * no hole in the numbers.
 * @param events from the floor on
 * @param slowest last number that every paired PC has confirmed; `null` without any PC
 */
export function nextFloor(
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
 * Whether an office's key may be changed: only from the key that the administrator saw, and only with a keyring for
 * exactly the PCs that there are, each sealed to its key.
 * @param present id of the office's key
 * @param devices PCs that are not revoked
 */
export function sealingOutcome(
  { former, key, keyrings }: Pick<SealingChange, 'former' | 'key' | 'keyrings'>,
  present: string | null,
  devices: readonly { id: string; publicKey: string | null }[],
): WriteResult<'changeSealing'>['outcome'] {
  // The same change again: its answer was lost.
  if (key !== null && present === key.id) return 'changed'
  if (present !== former) return 'key_changed'
  if (key === null) return 'changed'
  const keys = new Map(keyrings.map(({ deviceId, publicKey }) => [deviceId, publicKey]))
  const isWhole =
    keys.size === devices.length && devices.every(({ id, publicKey }) => keys.get(id) === publicKey)
  return isWhole ? 'changed' : 'devices_changed'
}

/** Some of the writes, as promises. */
export type WritesOver<N extends WriteName> = {
  [Name in N]: (args: Parameters<Writes[Name]>[0]) => Promise<ReturnType<Writes[Name]>>
}
