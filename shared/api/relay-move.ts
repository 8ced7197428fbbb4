import * as z from 'zod'
import { alarmSettingsWire } from './relay-alarm.ts'

/**
 * Wire of an office's move from one relay to another (docs in relay/README.md). The command `move` reads from the relay
 * that the office is at, as its administrator, and writes to the other one with the token that `receive` printed.
 */

/** What an office's list and records are made of, each copied in pages. */
export const MOVE_KINDS = ['event', 'key', 'receipt', 'past', 'quarantine', 'message'] as const
export type MoveKind = (typeof MOVE_KINDS)[number]
/** Only ever added to: copied while the office is in use, and again from there when it no longer is. */
export const GROWING_KINDS = ['event', 'key', 'receipt', 'past'] as const satisfies readonly MoveKind[]

const count = z.int().nonnegative()
const seq = z.int().positive()
const ms = z.int()
const short = z.string().max(500)
const bytes = z.base64().max(128)
/** Place of a row in the relay that it is read from; empty before the first. */
const place = z.string().regex(/^[\da-f]{0,64}$/)

/** JSON of an object, in one line: it is put into frames of a stream as it is. */
const json = z
  .string()
  .max(1_000_000)
  .refine((text) => !/[\n\r]/.test(text) && isObject(text), 'not JSON of an object in one line')

function isObject(text: string): boolean {
  try {
    return text.startsWith('{') && text.endsWith('}') && typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

const rowsWire = {
  event: z.strictObject({
    seq,
    receivedMs: ms,
    body: json,
    extra: json.nullable(),
    revises: seq.nullable(),
    isProbableRetry: z.boolean(),
    replayOf: seq.nullable(),
  }),
  /** Digests that tell a repeated event. */
  key: z.strictObject({ seq, receivedMs: ms, hard: bytes, soft: bytes.nullable(), near: bytes.nullable() }),
  /** A PC confirmed these numbers, both ends included. */
  receipt: z.strictObject({ deviceId: short, from: seq, to: seq, confirmedMs: ms }),
  /** What a receipt says of an event that is no longer kept; `brief` of a sealed one. */
  past: z.strictObject({
    seq,
    receivedMs: ms,
    event: short,
    id: short,
    brief: z.string().max(8_000).nullable(),
  }),
  /** A body that could not be read. */
  quarantine: z.strictObject({
    hard: bytes,
    receivedMs: ms,
    bytes: count,
    reason: short,
    beginning: z.base64().max(12_000),
  }),
  /** A message of the alarm, sent or not. */
  message: z.strictObject({
    id: short,
    channel: short,
    kind: short,
    body: json,
    madeMs: ms,
    attempts: count,
    nextMs: ms.nullable(),
    endedMs: ms.nullable(),
    outcome: short.nullable(),
    detail: z.string().max(2_000).nullable(),
  }),
}
export type MoveRows = { [Kind in MoveKind]: z.infer<(typeof rowsWire)[Kind]>[] }

/** Most rows of one page. */
export const MOVE_PAGE_ROWS = 500
/** Most bytes of its JSON: an event of unknown name may have 256 KB, and a page has one more than its size. */
export const MOVE_PAGE_BYTES = 4 * 1024 * 1024

const pageOf = <Kind extends MoveKind>(kind: Kind) =>
  z.strictObject({
    kind: z.literal(kind),
    /** Where the page before ended. */
    after: place,
    upTo: place,
    rows: z.array(rowsWire[kind]).max(MOVE_PAGE_ROWS),
  })

/** Body of `POST /v1/move-in/rows`. */
export const movePageWire = z
  .discriminatedUnion('kind', [
    pageOf('event'),
    pageOf('key'),
    pageOf('receipt'),
    pageOf('past'),
    pageOf('quarantine'),
    pageOf('message'),
  ])
  .refine(
    (page) => page.kind !== 'event' || isInOrder(page),
    'numbers of events go up, to the end of the page',
  )
export type MovePage = z.infer<typeof movePageWire>

function isInOrder({ after, upTo, rows }: { after: string; upTo: string; rows: { seq: number }[] }): boolean {
  const seqs = [Number(after), ...rows.map((row) => row.seq)]
  const end = rows.length === 0 ? after : String(seqs.at(-1))
  return end === upTo && seqs.every((each, index) => index === 0 || each > (seqs[index - 1] ?? 0))
}

/** Where the copy of each kind has come to. */
export const movePositionsWire = z.partialRecord(z.enum(MOVE_KINDS), place)
export type MovePositions = z.infer<typeof movePositionsWire>

/** An office without its rows. */
export const moveRecordWire = z.strictObject({
  name: z.string().min(1).max(200),
  epoch: z.string().regex(/^[a-z0-9]{4,16}$/),
  head: count,
  floor: seq,
  headerHash: bytes,
  formerHash: bytes.nullable(),
  formerUntilMs: ms.nullable(),
  mode: z.enum(['enforce', 'observe']),
  closedMs: ms.nullable(),
  receivedMs: ms.nullable(),
  duplicates: count,
  quarantined: count,
  confirmed: count,
  confirmedMs: ms.nullable(),
  createdMs: ms,
  /** The key that its events are sealed to. */
  sealKey: short.nullable(),
  sealPublic: short.nullable(),
  sealMadeMs: ms.nullable(),
  isSealStale: z.boolean(),
  devices: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(200),
        name: z.string().max(200),
        tokenHash: bytes,
        isAdmin: z.boolean(),
        pairedMs: ms,
        seenMs: ms.nullable(),
        acked: count,
        revokedMs: ms.nullable(),
        publicKey: short.nullable(),
        /** The office's keys, sealed to that PC. */
        keyring: z.string().max(64_000).nullable(),
      }),
    )
    .max(10_000),
  /** It is raised: events wait and no PC listens. */
  alarm: z.strictObject({ raisedMs: ms, heardMs: ms.nullable(), heardBy: z.string().nullable() }).nullable(),
  secrets: z.strictObject({
    adminToken: z.string().min(10).max(200),
    inboxKey: z.string().min(10).max(100),
    header: z.strictObject({ name: z.string().min(1).max(200), value: short, former: short.optional() }),
    alarm: alarmSettingsWire.optional(),
  }),
  /** Key that the digests of its events were made with, and the number of the office that is in them. */
  keys: z.strictObject({ key: z.base64url().length(43), officeId: seq }),
})
export type MoveRecord = z.infer<typeof moveRecordWire>

/** Answer of every call of `/v1/move-in`: how far the move has come at the relay that the office goes to. */
export const moveInWire = z.object({
  state: z.enum(['waiting', 'receiving', 'open', 'discarded']),
  positions: movePositionsWire,
})
export type MoveIn = z.infer<typeof moveInWire>

/** Body of `POST /v1/move-in/finish`. */
export const moveFinishBody = z.strictObject({ record: moveRecordWire, positions: movePositionsWire })

/** Answer of `POST /v1/moves`, for who runs the receiving relay. */
export const movePermissionWire = z.object({ token: z.string().min(1), expiresAt: z.iso.datetime() })

/** Answer of the calls of `/v1/office/move`: where the office is, as the relay that it leaves knows. */
export const moveOutWire = z.object({
  state: z.enum(['here', 'moving', 'moved']),
  to: z.url().nullable(),
})
export type MoveOut = z.infer<typeof moveOutWire>

const token = z.string().min(1).max(200)
/**
 * Body of `PUT /v1/office/move`: from now on the office is given no numbers here. `token` is that of `receive`, and
 * `operatorToken` that of who runs the relay that it leaves.
 */
export const moveOutBody = z.strictObject({ to: z.url(), token, operatorToken: z.string().min(1).max(200) })
/** Body of `DELETE /v1/office/move` and of `POST /v1/office/move/settle`: the token that the office left with. */
export const moveTokenBody = z.strictObject({ token })
