import * as z from 'zod'

/**
 * Wire format of an office's records (docs/relay/protocol.md): data that its PCs share. The relay keeps the last body
 * of each record. It can read neither the ids nor the bodies.
 */

export const RECORD_LIMITS = {
  /** Characters of one sealed body. */
  body: 1_000_000,
  /** Records of one write. */
  batch: 100,
  /** Bytes of one write. */
  batchBytes: 2 * 1024 * 1024,
  /** Records of one office, deleted ones too. */
  records: 200_000,
  /** Bytes of all bodies of one office. */
  officeBytes: 512 * 1024 * 1024,
}

/** Name of a record, which its PCs derive with a secret key: 16 to 32 bytes in base64url. */
const recordId = z.string().regex(/^[\w-]{22,43}$/)
/** Sealed content. `null`: the record is deleted. */
const recordBody = z
  .string()
  .min(1)
  .max(RECORD_LIMITS.body)
  .regex(/^[\w.-]+$/)
  .nullable()
const count = z.int().nonnegative()

/** A record, with the number of its last write. Numbers rise with each write of the office, from 1. */
const recordWire = z.object({ id: recordId, seq: z.int().positive(), body: recordBody })
export type RelayRecord = z.infer<typeof recordWire>

/**
 * Answer of `GET /v1/records?after=EPOCH.SEQ&limit=1..500`: records written after that number, in the order of their
 * last write. 409 (`resetWire`) if the cursor is of another epoch or past the head.
 */
export const recordPageWire = z.object({
  epoch: z.string(),
  /** Number of the last write. */
  head: count,
  /**
   * Last number whose deleted records are forgotten. A PC that had read less far reads everything again. It then drops
   * the records that it had read and that are gone.
   */
  floor: count,
  records: z.array(recordWire),
})
export type RecordPage = z.infer<typeof recordPageWire>

/** Body of `POST /v1/records`. Each record is written only if `after` is the number of its last write, 0 without one. */
export const recordsBody = z.strictObject({
  records: z
    .array(z.strictObject({ id: recordId, after: count, body: recordBody }))
    .min(1)
    .max(RECORD_LIMITS.batch)
    .refine((records) => new Set(records.map(({ id }) => id)).size === records.length, 'a record twice'),
})
export type RecordChange = z.infer<typeof recordsBody>['records'][number]

/**
 * Outcome of one change. `changed`: another PC has written the record since; `record` is its present content, `null`
 * if it is not there. A PC whose answer was lost finds its own body there. `full`: the office has no room.
 */
const recordOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('stored'), id: recordId, seq: z.int().positive() }),
  z.object({ outcome: z.literal('changed'), id: recordId, record: recordWire.nullable() }),
  z.object({ outcome: z.literal('full'), id: recordId }),
])
export type RecordOutcome = z.infer<typeof recordOutcome>

/** Answer of `POST /v1/records`: an outcome for each change, in their order. */
export const recordOutcomesWire = z.object({
  epoch: z.string(),
  head: count,
  outcomes: z.array(recordOutcome),
})

/**
 * Frame `records` of the stream: records were written. `from` and `head` are the numbers before and after.
 * `records` is left out of a large frame. A PC that has read up to `from` takes `records`; any other reads the list.
 */
export const recordsFrameWire = z.object({
  from: count,
  head: count,
  records: z.array(recordWire).optional(),
})
export type RecordsFrame = z.infer<typeof recordsFrameWire>
