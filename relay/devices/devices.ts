import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { RelayDevice } from '#shared/api/relay.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Auth } from '../http/auth.ts'
import { createBadRequestError, createForbiddenError, createNotFoundError } from '../http/errors.ts'
import type { Reader } from '../store/store.ts'
import type { Writer } from '../store/write-queue.ts'
import type { Seen } from '../store/writes.ts'
import type { Streams } from '../stream/streams.ts'

/**
 * Last time that each PC was heard. Written to the store periodically, because a commit per request would cost too
 * much.
 */
export interface Presence {
  recordSeen(deviceId: string): void
  /** `null`: not heard since this process started. */
  getSeenAt(deviceId: string): number | null
  /** PCs whose last time is not in the store yet. */
  listUnwritten(): Seen[]
  /** Marks times as written. A PC that was heard again meanwhile stays unwritten. */
  markWritten(seen: readonly Seen[]): void
}

/** @param isStreaming true if the PC has a stream in this process */
export function createPresence(
  clock: Pick<Clock, 'now'>,
  isStreaming: (deviceId: string) => boolean,
): Presence {
  const lastSeen = new Map<string, number>()
  const unwritten = new Set<string>()
  /** PCs that the store has as streaming. */
  const streaming = new Set<string>()
  return {
    recordSeen(deviceId) {
      lastSeen.set(deviceId, clock.now())
      unwritten.add(deviceId)
    },
    getSeenAt: (deviceId) => lastSeen.get(deviceId) ?? null,
    listUnwritten() {
      for (const deviceId of streaming) if (!isStreaming(deviceId)) unwritten.add(deviceId)
      return [...unwritten].map((deviceId) => ({
        deviceId,
        at: lastSeen.get(deviceId) ?? 0,
        isStreaming: isStreaming(deviceId),
      }))
    },
    markWritten(seen) {
      for (const { deviceId, at, isStreaming: streams } of seen) {
        if (lastSeen.get(deviceId) === at) unwritten.delete(deviceId)
        if (streams) streaming.add(deviceId)
        else streaming.delete(deviceId)
      }
    },
  }
}

/** A streaming PC is heard every minute. After this time without it, its connection is considered dead. */
const THERE_MS = 150_000

/** Routes that list and revoke the PCs of an office. */
export function addDeviceRoutes(
  app: FastifyInstance,
  deps: { auth: Auth; clock: Clock; reader: Reader; writer: Writer; streams: Streams; presence: Presence },
): void {
  const { auth, clock, reader, writer, streams, presence } = deps

  app.get('/v1/devices', async (request, reply) => {
    const { officeId, deviceId } = await auth.identify(request)
    const devices = (await reader.listDevices(officeId)).map(
      ({ id, name, isAdmin, pairedMs, seenMs, isStreaming, acked, publicKey, hasKeyring }): RelayDevice => {
        const times = [presence.getSeenAt(id), seenMs].filter((at) => at !== null)
        const seen = times.length === 0 ? null : Math.max(...times)
        return {
          id,
          name,
          admin: isAdmin,
          self: id === deviceId,
          pairedAt: new Date(pairedMs).toISOString(),
          seenAt: seen === null ? null : new Date(seen).toISOString(),
          acked,
          publicKey,
          hasKeyring,
          streaming:
            (streams.isStreaming(id) || isStreaming) && seen !== null && clock.now() - seen < THERE_MS,
        }
      },
    )
    return reply.send({ devices })
  })

  app.delete<{ Params: { id: string } }>('/v1/devices/:id', async (request, reply) => {
    const { officeId, deviceId, isAdmin } = await auth.identify(request)
    const { id } = request.params
    // A PC may revoke itself.
    if (!isAdmin && id !== deviceId) throw createForbiddenError()
    const { isRevoked } = await writer.write('revokeDevice', { id, officeId, now: clock.now() })
    if (!isRevoked) throw createNotFoundError()
    return reply.code(204).send()
  })
}

const query = z.object({
  from: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** Route that lists which PC confirmed which event and when. */
export function addReceiptRoutes(app: FastifyInstance, deps: { auth: Auth; reader: Reader }): void {
  const { auth, reader } = deps
  app.get('/v1/receipts', async (request, reply) => {
    const { officeId } = await auth.identifyAdmin(request)
    const asked = query.safeParse(request.query)
    if (!asked.success) throw createBadRequestError('from is a number of an event and limit 1..500')
    return reply.send(await reader.listReceipts(officeId, asked.data.from, asked.data.limit))
  })
}
