import type { RelayRecord } from '#shared/api/relay-records.ts'
import type { Attention } from '../../alarm/alarm.rules.ts'
import { type Confirmation, readBrief, buildReceiptPage } from '../receipts.ts'
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
import type { Database } from './database.ts'

const OFFICE = `SELECT ${OFFICE_COLUMNS} FROM office`
const DEVICE = `SELECT ${DEVICE_COLUMNS}, is_streaming AS "isStreaming" FROM device`

/** Lists per statement. Each list may return a megabyte. */
const LISTS = 16

/** Rows of each requested list, up to its limits of rows and bytes. The first row is always included. */
const EVENTS = `
SELECT asked.list, page.* FROM unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
  WITH ORDINALITY AS asked(office_id, after, up_to, most, bytes, list)
CROSS JOIN LATERAL (
  SELECT seq, received_ms AS "receivedMs", body, extra, revises, is_probable_retry AS "isProbableRetry",
    replay_of AS "replayOf"
  FROM (
    SELECT *, sum(octet_length(body) + coalesce(octet_length(extra), 0)) OVER (ORDER BY seq) AS size,
      row_number() OVER (ORDER BY seq) AS place
    FROM (
      SELECT * FROM event
      WHERE office_id = asked.office_id AND seq > asked.after AND seq <= asked.up_to
        AND seq >= (SELECT floor FROM office WHERE id = asked.office_id)
      ORDER BY seq LIMIT asked.most
    ) AS bounded
  ) AS sized
  WHERE size <= asked.bytes OR place = 1
) AS page
ORDER BY asked.list, page.seq`

interface AskedEvents extends PageSize {
  officeId: number
  after: number
  upTo: number
}

/** Events of several lists, in the order of the requests. */
async function readEvents(database: Database, questions: readonly AskedEvents[]): Promise<StoredEvent[][]> {
  const rows = await database.query<StoredEvent & { list: number }>({
    name: 'events',
    text: EVENTS,
    values: [
      questions.map(({ officeId }) => officeId),
      questions.map(({ after }) => after),
      questions.map(({ upTo }) => upTo),
      questions.map(({ limit }) => limit),
      questions.map(({ bytes }) => bytes),
    ],
  })
  const lists = questions.map((): StoredEvent[] => [])
  for (const { list, ...event } of rows) lists[list - 1]?.push(event)
  return lists
}

/** Records of a list, up to its limits of rows and bytes. The first row is always included. */
const RECORDS = `
SELECT id, seq, body FROM (
  SELECT *, sum(coalesce(octet_length(body), 0)) OVER (ORDER BY seq) AS size, row_number() OVER (ORDER BY seq) AS place
  FROM (
    SELECT id, seq, body FROM record WHERE office_id = $1 AND seq > $2 ORDER BY seq LIMIT $3
  ) AS bounded
) AS sized
WHERE size <= $4 OR place = 1 ORDER BY seq`

/**
 * Reads of offices, PCs and lists.
 * @param inbox connections of the inbox, which reads of PCs do not delay
 */
export function createListReads(database: Database, inbox: Database): ListReads {
  const readOne = async <Row extends object>(
    name: string,
    text: string,
    value: string | number | Uint8Array,
    by = database,
  ): Promise<Row | null> => (await by.query<Row>({ name, text, values: [value] }))[0] ?? null
  // A signal of another node often names many offices.
  const events = combineCalls((questions: readonly AskedEvents[]) => readEvents(database, questions), LISTS)
  const inboxes = new Map<string, InboxRow>()
  let generation = 0

  return {
    listOffices: () => database.query<OfficeRow>({ text: `${OFFICE} ORDER BY id` }),
    findOffice: (id) => readOne<OfficeRow>('office', `${OFFICE} WHERE id = $1`, id),
    async findOfficeOfInbox(hash) {
      const key = hash.toString('latin1')
      const known = inboxes.get(key)
      if (known !== undefined) return known
      const asked = generation
      const found = await readOne<InboxRow>('inbox', `${OFFICE} WHERE inbox_hash = $1`, hash, inbox)
      // If the cache was invalidated during the read, the result may be outdated and is not cached.
      if (found !== null && asked === generation) inboxes.set(key, found)
      return found
    },
    forgetInboxes() {
      generation += 1
      inboxes.clear()
    },
    findOfficeOfAdmin: (hash) => readOne<OfficeRow>('admin', `${OFFICE} WHERE admin_hash = $1`, hash),
    findDeviceOfToken: (hash) =>
      readOne<DeviceRow>('token', `${DEVICE} WHERE token_hash = $1 AND revoked_ms IS NULL`, hash),
    findDevice: (id) => readOne<DeviceRow>('device', `${DEVICE} WHERE id = $1 AND revoked_ms IS NULL`, id),
    listDevices: (officeId) =>
      database.query<DeviceRow>({
        text: `${DEVICE} WHERE office_id = $1 AND revoked_ms IS NULL ORDER BY paired_ms, id`,
        values: [officeId],
      }),
    async countUnreadable(officeId, limit) {
      const last = await database.query<UnreadableBodies['last'][number] & { count: number }>({
        text: `SELECT received_ms AS "receivedMs", bytes, reason, beginning, count(*) OVER () AS count
          FROM quarantine WHERE office_id = $1 ORDER BY received_ms DESC LIMIT $2`,
        values: [officeId, limit],
      })
      return { count: last[0]?.count ?? 0, last }
    },
    listPlaces: (officeIds) =>
      database.query<ListPlace>({
        name: 'places',
        text: `SELECT ${PLACE_COLUMNS} FROM office WHERE id = ANY($1) ORDER BY id`,
        values: [officeIds],
      }),
    readEvents: (officeId, after, upTo, size) => events({ officeId, after, upTo, ...size }),
    readRecords: (officeId, after, { limit, bytes }) =>
      database.query<RelayRecord>({
        name: 'records',
        text: RECORDS,
        values: [officeId, after, limit, bytes],
      }),
    readKeyring: async (deviceId) =>
      (
        await readOne<{ keyring: string | null }>(
          'keyring',
          'SELECT keyring FROM device WHERE id = $1',
          deviceId,
        )
      )?.keyring ?? null,
    async listRevoked(deviceIds) {
      const rows = await database.query<{ id: string }>({
        text: 'SELECT id FROM device WHERE id = ANY($1) AND revoked_ms IS NOT NULL',
        values: [deviceIds],
      })
      return rows.map(({ id }) => id)
    },
  }
}

/**
 * Combines the calls of one event loop turn into batches, because a round trip costs more than most answers.
 * @param run answers a batch, in its order. A failure rejects the whole batch.
 * @param most calls per batch
 */
export function combineCalls<Question, Answer>(
  run: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  batchSize: number,
): (question: Question) => Promise<Answer> {
  interface Waiting {
    question: Question
    resolve: (answer: Answer) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []

  async function answerBatch(some: readonly Waiting[]): Promise<void> {
    try {
      const answers = await run(some.map(({ question }) => question))
      for (const [index, { resolve }] of some.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }

  function answerAll(): void {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += batchSize)
      void answerBatch(all.slice(from, from + batchSize))
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(answerAll)
      waiting.push({ question, resolve, reject })
    })
}

type AlarmReads = Pick<
  Reader,
  'readAttention' | 'listDueMessages' | 'findLastEndedMessage' | 'findLastMessageMs' | 'countRaisedAlarms'
>

const ATTENTION = `
SELECT head - greatest(confirmed, floor - 1) AS waiting,
  (SELECT received_ms FROM event
   WHERE office_id = office.id AND seq > confirmed AND seq >= floor ORDER BY seq LIMIT 1) AS "waitingMs",
  confirmed_ms AS "confirmedMs", raised_ms AS "raisedMs", heard_ms AS "heardMs",
  (SELECT name FROM device WHERE id = heard_by) AS "heardBy"
FROM office LEFT JOIN alarm ON alarm.office_id = office.id WHERE office.id = $1`

export const createAlarmReads = (database: Database): AlarmReads => ({
  readAttention: async (officeId) =>
    (await database.query<Attention>({ text: ATTENTION, values: [officeId] }))[0] ?? null,
  listDueMessages: (now) =>
    database.query<DueMessage>({
      text: `SELECT id, office_id AS "officeId", channel, body, attempts FROM alarm_message
        WHERE next_ms <= $1 AND office_id IN (SELECT id FROM office WHERE state IS NULL)
        ORDER BY made_ms, ordinal`,
      values: [now],
    }),
  async findLastEndedMessage(officeId) {
    const [last] = await database.query<EndedMessage>({
      text: `SELECT ended_ms AS "endedMs", outcome, detail FROM alarm_message
        WHERE office_id = $1 AND outcome IN ('sent', 'failed') ORDER BY ended_ms DESC LIMIT 1`,
      values: [officeId],
    })
    return last ?? null
  },
  async findLastMessageMs(officeId, kind) {
    const [last] = await database.query<{ at: number | null }>({
      text: 'SELECT max(made_ms) AS at FROM alarm_message WHERE office_id = $1 AND kind = $2',
      values: [officeId, kind],
    })
    return last?.at ?? null
  },
  async countRaisedAlarms() {
    const [row] = await database.query<{ count: number }>({
      text: 'SELECT count(*) AS count FROM alarm JOIN office ON office.id = office_id WHERE state IS NULL',
    })
    return row?.count ?? 0
  },
})

interface EventRow {
  seq: number
  receivedMs: number
  body: string
}

const RECEIVED_EVENTS = `
SELECT seq, received_ms AS "receivedMs", body FROM (
  SELECT seq, received_ms, body FROM past_event WHERE office_id = $1 AND seq >= $2
  UNION ALL
  SELECT seq, event.received_ms, body FROM event JOIN office ON office.id = office_id
    WHERE office_id = $1 AND seq >= $2 AND seq >= floor
) AS known ORDER BY seq LIMIT $3`

const CONFIRMATIONS = `
SELECT device_id AS "deviceId", name, from_seq AS "from", to_seq AS "to", confirmed_ms AS "confirmedMs"
FROM device JOIN receipt ON receipt.device_id = device.id AND receipt.office_id = device.office_id
WHERE device.office_id = $1 AND to_seq >= $2 AND from_seq <= $3 ORDER BY confirmed_ms, receipt.id`

export const createReceiptReads = (database: Database): Pick<Reader, 'listReceipts'> => ({
  async listReceipts(officeId, from, limit) {
    const rows = await database.query<EventRow>({
      text: RECEIVED_EVENTS,
      values: [officeId, from, limit + 1],
    })
    const to = rows.at(-1)?.seq
    const confirmed =
      to === undefined
        ? []
        : await database.query<Confirmation>({ text: CONFIRMATIONS, values: [officeId, from, to] })
    const events = rows.map(({ seq, receivedMs, body }) => ({ seq, receivedMs, ...readBrief(body) }))
    return buildReceiptPage(events, confirmed, limit)
  },
})
