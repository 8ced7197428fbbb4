import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { RECORD_LIMITS, type RecordPage, recordsBody } from '#shared/api/relay-records.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Auth } from '../http/auth.ts'
import { createBadRequestError, HttpError } from '../http/errors.ts'
import type { TokenBuckets } from '../http/token-bucket.ts'
import type { Reader } from '../store/store.ts'
import type { Writer } from '../store/write-queue.ts'
import { describePosition, type Hub, readCursor } from './hub.ts'

export interface RecordsDeps {
  hub: Hub
  reader: Reader
  writer: Writer
  clock: Clock
  auth: Auth
  /** Limit of writes per office. */
  writes: TokenBuckets
}

const query = z.object({
  after: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** Maximum bytes of a page. */
const PAGE_BYTES = 1024 * 1024

/** Records that the PCs of an office share (docs/relay/protocol.md). */
export function addRecordsRoutes(app: FastifyInstance, deps: RecordsDeps): void {
  const { hub, reader, writer, clock, auth, writes } = deps

  /** Only PCs have the keys of records. */
  async function identifyDevice(request: FastifyRequest): Promise<number> {
    const { officeId, deviceId } = await auth.identify(request)
    if (deviceId === null) throw new HttpError(403, 'forbidden', 'Only a paired PC reads and writes records.')
    return officeId
  }

  app.get('/v1/records', async (request, reply) => {
    const officeId = await identifyDevice(request)
    const asked = query.safeParse(request.query)
    if (!asked.success) throw createBadRequestError('limit is 1..500')
    await hub.refresh(officeId)
    const { epoch, recordHead } = hub.place(officeId)
    const cursor = readCursor(asked.data.after, epoch)
    if (cursor.epoch !== epoch || cursor.seq > recordHead)
      return reply.code(409).send(describePosition(hub, officeId, clock))
    const size = { limit: asked.data.limit, bytes: PAGE_BYTES }
    const records = await reader.readRecords(officeId, cursor.seq, size)
    // Read again: the floor must not be older than the records, or a PC would miss a deletion that was just forgotten.
    await hub.refresh(officeId)
    const place = hub.place(officeId)
    return { epoch, head: place.recordHead, floor: place.recordFloor, records } satisfies RecordPage
  })

  async function writeRecords(request: FastifyRequest) {
    const officeId = await identifyDevice(request)
    const body = recordsBody.safeParse(request.body)
    if (!body.success)
      throw createBadRequestError(
        `records are 1 to ${RECORD_LIMITS.batch} different records, with id, after and body`,
      )
    if (!writes.takeToken(String(officeId)))
      throw new HttpError(429, 'too_many', 'Too many at once.', { 'retry-after': '1' })
    await hub.refresh(officeId)
    const changes = body.data.records
    const size = changes.reduce((sum, { id, body: text }) => sum + id.length + (text?.length ?? 0), 0)
    const { head, outcomes } = await writer.write(
      'writeRecords',
      { officeId, changes, now: clock.now() },
      size,
    )
    return { epoch: hub.place(officeId).epoch, head, outcomes }
  }
  app.route({
    method: 'POST',
    url: '/v1/records',
    bodyLimit: RECORD_LIMITS.batchBytes,
    handler: writeRecords,
  })
}
