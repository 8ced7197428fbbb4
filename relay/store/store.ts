import type { AlarmChannel, AlarmKind } from '#shared/api/relay-alarm.ts'
import type { Receipt } from '#shared/api/relay.ts'
import type { Attention } from '../alarm/alarm.rules.ts'
import type { Pairings } from '../devices/pairings.ts'
import type { Readings } from '../ops/metrics.ts'
import type { Secrets } from '../office/secrets.ts'
import type { Writer } from './write-queue.ts'
import type { InboxMode, StoredEvent, Written } from './writes.ts'

/**
 * Why an office is not here (`null`: it is), and is given no numbers. `moved`: it was exported, or an older version moved
 * it to `movedTo`. `moving`: an older version was just moving it. `gone`: nothing of it is kept.
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
  /** Relay that an older version moved it to, or was moving it to. */
  movedTo: string | null
  /** Id that its keys of duplicates are made with, by a key of its own; `null`: by the store's key, with its id. */
  keysOf: number | null
  /** Key that its events are sealed to; `null`: they are not. */
  sealKey: string | null
  sealPublic: string | null
  sealMadeMs: number | null
  /** A PC that has the key was revoked since. */
  isSealStale: boolean
}

/** What the inbox asks about an office for each event. */
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
  /** It has a stream at any process, as far as they have written it down. */
  isStreaming: boolean
  acked: number
  /** As of its office. */
  officeState: OfficeState | null
  publicKey: string | null
  /** It was given the office's keys. */
  hasKeyring: boolean
}

/** Where an office's list stands: first number kept, and last number given. */
export interface ListPlace {
  officeId: number
  floor: number
  head: number
  /** `null`: that of the data set. */
  epoch: string | null
}

/** Bounds of one read of events: at most so many, and no more once they have that many bytes. */
export interface PageSize {
  limit: number
  bytes: number
}

/** A message of the alarm that is to be sent. */
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

/** Bodies of an office that could not be read and are still kept. */
export interface UnreadableBodies {
  count: number
  /** The last ones first, as many as were asked for. */
  last: { receivedMs: number; bytes: number; reason: string; beginning: Uint8Array }[]
}

/**
 * Reads of the store: each sees whatever was committed before it was asked. They reject with a `StoreBusyError` while
 * the store does not answer.
 */
export interface Reader {
  offices(): Promise<OfficeRow[]>
  office(id: number): Promise<OfficeRow | null>
  /** Remembered for a while: reading it for each event took a tenth of the inbox's work. */
  officeOfInbox(hash: Buffer): Promise<InboxRow | null>
  officeOfAdmin(hash: Uint8Array): Promise<OfficeRow | null>
  deviceOfToken(hash: Uint8Array): Promise<DeviceRow | null>
  /** `null` for one that is revoked too. */
  device(id: string): Promise<DeviceRow | null>
  devices(officeId: number): Promise<DeviceRow[]>
  /** The office's keys as they are sealed to that PC. */
  keyring(deviceId: string): Promise<string | null>
  revokedAmong(deviceIds: readonly string[]): Promise<string[]>
  places(officeIds: readonly number[]): Promise<ListPlace[]>
  /** Events after a number up to another, oldest first; at least one if there is any. */
  events(officeId: number, after: number, upTo: number, size: PageSize): Promise<StoredEvent[]>
  unreadable(officeId: number, limit: number): Promise<UnreadableBodies>

  /** @returns `null` for an office that there is not */
  attention(officeId: number): Promise<Attention | null>
  dueMessages(now: number): Promise<DueMessage[]>
  lastEndedMessage(officeId: number): Promise<EndedMessage | null>
  /** When the last message of that kind was made; `null`: never. */
  lastMessageMs(officeId: number, kind: AlarmKind): Promise<number | null>
  /** Offices whose events wait. */
  alarmsRaised(): Promise<number>

  /** Events from a number on, oldest first, with who confirmed them, and the number that the next page begins with. */
  receipts(
    officeId: number,
    from: number,
    limit: number,
  ): Promise<{ receipts: Receipt[]; next: number | null }>
}

/** Reads of offices, PCs and lists, and what they remember of inboxes. */
export type ListReads = Omit<
  Reader,
  'attention' | 'dueMessages' | 'lastEndedMessage' | 'lastMessageMs' | 'alarmsRaised' | 'receipts'
> & {
  /** To be called when an office may have changed: here, or at another node. */
  forgetInboxes(): void
}

/** What the store tells the process that has it open. */
export interface StoreListener {
  /** A write of this process, after its commit, in the order of commits: even when its caller no longer waits. */
  written(written: Written): void
  /**
   * Lists of these offices may have gone on otherwise: by another process, or by a write that was not told. With `all`,
   * PCs may have been revoked too.
   */
  moved(officeIds: readonly number[] | 'all'): void
  /** A PC was revoked by another process. */
  revoked(deviceId: string): void
  /** A canary was received by another process. */
  canary(given: { officeId: number; id: string; receivedAt: string }): void
  committed(writes: number, ms: number): void
}

/** Everything that a relay keeps, whatever it is kept in. `store/sqlite` and `store/postgres` are the two drivers. */
export interface Store {
  /** Names the data set: numbers of another one mean something else. An office that was imported has its own. */
  readonly epoch: string
  readonly reader: Reader
  readonly writer: Writer
  readonly secrets: Secrets
  readonly pairings: Pairings
  /** To be called once, before the first write. */
  follow(listener: StoreListener): void
  /** Time after which others should know what this process knows of its PCs, in milliseconds. */
  readonly presenceMs: number
  /** Figures of the store for `/metrics`. Rejects while it does not answer. */
  readings(): Promise<Readings>
  /** True if this process does what only one may: retention and the alarm. Another takes over when it is gone. */
  leads(): Promise<boolean>
  /** Finishes what is queued and lets go of everything. */
  close(): Promise<void>
}
