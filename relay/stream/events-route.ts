import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ackBody, parseCursor } from '#shared/api/relay.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Auth } from '../http/auth.ts'
import { createBadRequestError, HttpError, createNotFoundError } from '../http/errors.ts'
import type { TokenBuckets } from '../http/token-bucket.ts'
import type { Reader } from '../store/store.ts'
import type { Writer } from '../store/write-queue.ts'
import { readCursor, type Hub, type Page, describePosition } from './hub.ts'
import type { Waits } from './waits.ts'

export interface EventsDeps {
  hub: Hub
  reader: Reader
  writer: Writer
  clock: Clock
  auth: Auth
  waits: Waits
  replays: TokenBuckets
}

const createIntegerSchema = (max: number, otherwise: number) =>
  z.coerce.number().int().min(0).max(max).default(otherwise)
const query = z.object({
  after: z.string().max(40).optional(),
  limit: createIntegerSchema(500, 100).refine((limit) => limit > 0),
  wait: createIntegerSchema(25, 0),
  /** Last record that the PC has read: a later one ends the wait too. */
  recordSeq: z.coerce.number().int().min(0).optional(),
})

/** The list in pages, with long polling. Pages are complete without any stream. */
export function addEventsRoutes(app: FastifyInstance, deps: EventsDeps): void {
  const { hub, reader, writer, clock, auth, waits, replays } = deps

  app.get('/v1/events', async (request, reply) => {
    const { officeId } = await auth.identify(request)
    const asked = query.safeParse(request.query)
    if (!asked.success) throw createBadRequestError('limit is 1..500, wait 0..25, and recordSeq a number')
    const { after, limit, wait, recordSeq = Infinity } = asked.data
    await hub.refresh(officeId)
    const cursor = readCursor(after, hub.place(officeId).epoch)
    if (!hub.has(officeId, cursor)) return reply.code(409).send(describePosition(hub, officeId, clock))
    let page = await hub.after(officeId, cursor.seq, limit)
    if (wait > 0 && isEmpty(page) && hub.place(officeId).recordHead <= recordSeq) {
      await waits.until((wake) => hub.listen(officeId, cursor.seq, wake), wait * 1_000, request.raw)
      page = await hub.after(officeId, cursor.seq, limit)
    }
    // The PC may have been revoked during the wait.
    if (wait > 0) await auth.identify(request)
    return reply
      .type('application/json; charset=utf-8')
      .send(serializePage(describePosition(hub, officeId, clock), page))
  })

  app.post('/v1/ack', async (request, reply) => {
    const { officeId, deviceId } = await auth.identify(request)
    if (deviceId === null) throw new HttpError(403, 'forbidden', 'Only a paired PC confirms events.')
    const body = ackBody.safeParse(request.body)
    const cursor = body.success ? parseCursor(body.data.cursor) : null
    if (cursor === null) throw createBadRequestError('cursor is not one')
    await hub.refresh(officeId)
    if (!hub.has(officeId, cursor)) return reply.code(409).send(describePosition(hub, officeId, clock))
    const { recordSeq = 0 } = body.data ?? {}
    if (recordSeq > hub.place(officeId).recordHead) throw createBadRequestError('recordSeq is past the head')
    // A repeated confirmation only shows that the PC is alive. It needs no commit.
    const device = await reader.findDevice(deviceId)
    if (device?.acked === cursor.seq && device.recordAcked >= recordSeq) return reply.code(204).send()
    await writer.write('ack', { officeId, deviceId, seq: cursor.seq, recordSeq, now: clock.now() })
    return reply.code(204).send()
  })

  app.post<{ Params: { seq: string } }>('/v1/events/:seq/replay', async (request, reply) => {
    const { officeId } = await auth.identify(request)
    if (!/^[1-9]\d{0,14}$/.test(request.params.seq)) throw createNotFoundError()
    if (!replays.takeToken(String(officeId)))
      throw new HttpError(429, 'too_many', 'Too many at once.', { 'retry-after': '5' })
    const seq = Number(request.params.seq)
    const event = await writer.write('replay', { officeId, seq, now: clock.now() })
    if (event === null) throw createNotFoundError()
    return reply.code(201).send({ seq: event.seq, replayOf: seq })
  })
}

const isEmpty = ({ entries, gap }: Page) => entries.length === 0 && gap === null

/** Builds the JSON from events that are already encoded. */
function serializePage(position: object, { entries, gap }: Page): string {
  const head = JSON.stringify(position).slice(0, -1)
  const gapField = gap === null ? '' : `,"gap":${JSON.stringify(gap)}`
  return `${head},"events":[${entries.map(({ json }) => json).join(',')}]${gapField}}`
}
