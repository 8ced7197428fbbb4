import type { FastifyInstance } from 'fastify'
import type { RelayDevice } from '#shared/api/relay.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Auth } from '../http/auth.ts'
import { forbidden, notFound } from '../http/errors.ts'
import type { Reader } from '../store/store.ts'
import type { Writer } from '../store/write-queue.ts'
import type { Streams } from '../stream/streams.ts'
import type { Presence } from './presence.ts'

/** A PC with a stream is heard each minute; after two without it, only its connection is left. */
const THERE_MS = 150_000

/** The PCs of an office, and the end of one. */
export function addDeviceRoutes(
  app: FastifyInstance,
  deps: { auth: Auth; clock: Clock; reader: Reader; writer: Writer; streams: Streams; presence: Presence },
): void {
  const { auth, clock, reader, writer, streams, presence } = deps

  app.get('/v1/devices', async (request, reply) => {
    const { officeId, deviceId } = await auth.identify(request)
    const devices = (await reader.devices(officeId)).map(
      ({ id, name, isAdmin, pairedMs, seenMs, isStreaming, acked, publicKey, hasKeyring }): RelayDevice => {
        const times = [presence.seenAt(id), seenMs].filter((at) => at !== null)
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
    // A PC may leave by itself.
    if (!isAdmin && id !== deviceId) throw forbidden()
    const { isRevoked } = await writer.write('revokeDevice', { id, officeId, now: clock.now() })
    if (!isRevoked) throw notFound()
    return reply.code(204).send()
  })
}
