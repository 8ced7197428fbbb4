import type { MoveKind, MovePage, MovePositions, MoveRecord, MoveRows } from '#shared/api/relay-move.ts'

/** What the database has of an office that moves: its secrets are elsewhere. */
export type MovedOffice = Omit<MoveRecord, 'secrets' | 'keys'> & {
  adminHash: Uint8Array
  inboxHash: Uint8Array
  headerName: string
  keysOf: number
}

/** A permission to move an office here, and what has become of it. */
export interface MoveInRow {
  officeId: number | null
  state: 'waiting' | 'receiving' | 'open' | 'discarded'
  expiresMs: number
  positions: MovePositions
}

/** Kinds that are read by their own queries: events are read as PCs read them. */
export type MoveTable = Exclude<MoveKind, 'event'>

/** Reads of an office that moves away, and of moves to here. */
export interface MoveReads {
  moveIn(tokenHash: Uint8Array): Promise<MoveInRow | null>
  /** @returns `null` for an office that there is not */
  moveRecord(
    officeId: number,
  ): Promise<(Omit<MoveRecord, 'secrets' | 'keys' | 'epoch'> & { epoch: string | null }) | null>
  /** Rows after a place, in their order, and the place of the last. */
  moveRows<Kind extends MoveTable>(
    kind: Kind,
    officeId: number,
    after: string,
  ): Promise<{ rows: MoveRows[Kind]; upTo: string }>
  /** Addresses of the relays that offices were moved to from here. */
  movedTo(): Promise<string[]>
}

/** Writes of moves. */
export interface MoveWrites {
  /** One office may be moved here by the holder of this token. */
  permitMove(given: { tokenHash: Uint8Array; now: number; expiresMs: number }): null
  /**
   * Makes room for an office that moves here, or finds that this token has. `taken`: another office has its name, its
   * inbox, or a token. It takes the place of its own record, when it once moved away from here or is just coming.
   */
  beginMove(given: {
    tokenHash: Uint8Array
    now: number
    office: MovedOffice
  }):
    | { kind: 'begun'; officeId: number; replaced: number[] }
    | { kind: 'taken'; what: string }
    | { kind: 'ended' }
  /** Adds a page, once: `elsewhere` if it does not begin where the one before ended. */
  addMoveRows(given: { officeId: number; tokenHash: Uint8Array; page: MovePage }): {
    kind: 'added' | 'elsewhere' | 'ended'
  }
  /** Opens the office here, if all that belongs to it has come. */
  finishMove(given: {
    officeId: number
    tokenHash: Uint8Array
    office: MovedOffice
    positions: MovePositions
  }): { kind: 'open' | 'ended' } | { kind: 'incomplete'; what: string }
  /** Undoes a move that is not finished. One that is finished stays. */
  discardMove(given: { tokenHash: Uint8Array }): {
    state: MoveInRow['state']
    /** The office that is gone with it. */
    gone: number | null
  }
  /**
   * From now on the office is given no numbers here. False if it is at, or on its way to, another place.
   * @param given `tokenHash` is that of the permission that it leaves with: the end of another one means nothing
   */
  leave(given: { officeId: number; to: string; tokenHash: Uint8Array }): { isLeaving: boolean }
  /** It is open there: its rows may leave. False if it has not left with this permission. */
  settleMove(given: { officeId: number; tokenHash: Uint8Array }): { isDone: boolean }
  /** The move was discarded there: it is here again. False if it has not left with this permission. */
  comeBack(given: { officeId: number; tokenHash: Uint8Array }): { isDone: boolean }
  /** Removes the record of an office that has moved: nothing is sent on any more. False of any other office. */
  forget(given: { officeId: number }): { isDone: boolean }
}

/** Rows of one page, by kind: about 200 KB at most. */
export const MOVE_ROWS: Record<MoveTable, number> = {
  key: 500,
  receipt: 500,
  past: 500,
  quarantine: 25,
  message: 100,
}

/** Columns by the names of the wire. */
export const MOVE_COLUMNS: Record<MoveTable, string> = {
  key: 'seq, received_ms AS "receivedMs", hard, soft, near',
  receipt: 'device_id AS "deviceId", from_seq AS "from", to_seq AS "to", confirmed_ms AS "confirmedMs"',
  past: 'seq, received_ms AS "receivedMs"',
  quarantine: 'hard, received_ms AS "receivedMs", bytes, reason, beginning',
  message: `id, channel, kind, body, made_ms AS "madeMs", attempts, next_ms AS "nextMs", ended_ms AS "endedMs",
    outcome, detail`,
}
export const MOVE_RECORD_COLUMNS = `name, epoch, head, floor, header_hash AS "headerHash", former_hash AS "formerHash",
  former_until_ms AS "formerUntilMs", mode, closed_ms AS "closedMs", received_ms AS "receivedMs", duplicates,
  quarantined, confirmed, confirmed_ms AS "confirmedMs", created_ms AS "createdMs", seal_key AS "sealKey",
  seal_public AS "sealPublic", seal_made_ms AS "sealMadeMs", seal_is_stale AS "isSealStale"`
export const MOVE_DEVICE_COLUMNS = `id, name, token_hash AS "tokenHash", is_admin AS "isAdmin", paired_ms AS "pairedMs",
  seen_ms AS "seenMs", acked, revoked_ms AS "revokedMs", public_key AS "publicKey", keyring`
export const MOVE_ALARM_COLUMNS = 'raised_ms AS "raisedMs", heard_ms AS "heardMs", heard_by AS "heardBy"'

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
export const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64')
export const fromBase64OrNull = (text: string | null): Buffer | null =>
  text === null ? null : fromBase64(text)

/** A row with its bytes as base64, as on the wire. */
export const textRow = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Uint8Array ? base64(value) : value,
    ]),
  )

function withoutPlace(row: object & { place?: unknown }): object {
  delete row.place
  return row
}

/** Rows of the wire, and the place of the last, of rows that were read with a column `place`. */
export function pageOf(rows: readonly { place: unknown }[], after: string) {
  return {
    rows: rows.map((row) => withoutPlace(textRow(row))),
    upTo: rows.length === 0 ? after : String(rows.at(-1)?.place),
  }
}

/** The record of an office that moved away from here, or a move to here whose token was lost: it begins anew. */
export const isReplaced = (state: string | null): boolean => state === 'moved' || state === 'incoming'

/** What a finished move lacks, or `null`. */
export function missingOf(
  office: Pick<MovedOffice, 'head' | 'floor'>,
  had: { events: number; last: number | null; positions: MovePositions },
  positions: MovePositions,
): string | null {
  const wanted = Math.max(0, office.head - office.floor + 1)
  if (had.events !== wanted) return `${had.events} of ${wanted} events came`
  if ((had.last ?? 0) > office.head) return 'there are events beyond the last number'
  const differing = Object.entries({ ...positions, ...had.positions }).find(
    ([kind]) => (had.positions[kind as MoveKind] ?? '') !== (positions[kind as MoveKind] ?? ''),
  )
  return differing === undefined ? null : `not all rows of kind ${differing[0]} came`
}
