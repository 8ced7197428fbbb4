import type { FastifyInstance } from 'fastify'
import type { Auth } from '../http/auth.ts'
import { unavailable } from '../http/errors.ts'
import { cursorOf } from './cursor.ts'
import type { Hub } from './hub.ts'
import type { Streams } from './streams.ts'

/** `GET /v1/stream`: the list kept open, as server-sent events. */
export function addStreamRoute(
  app: FastifyInstance,
  deps: { auth: Auth; hub: Hub; streams: Streams; isStopping: () => boolean },
): void {
  const { auth, hub, streams, isStopping } = deps
  app.get<{ Querystring: { after?: string } }>(
    '/v1/stream',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { officeId, deviceId } = await auth.identify(request)
      if (isStopping()) throw unavailable('stopping', 'The relay is stopping.')
      await hub.refresh(officeId)
      // What a browser or a library resumes with is newer than the address that it was given.
      const resumed = request.headers['last-event-id']
      const cursor = cursorOf(
        typeof resumed === 'string' ? resumed : request.query.after,
        hub.place(officeId).epoch,
      )
      reply.hijack()
      // The client left while it was looked up, and "close" has been emitted: nothing would ever end the stream.
      if (reply.raw.destroyed) return
      streams.open({ officeId, deviceId }, { seq: cursor.seq, isKnown: hub.has(officeId, cursor) }, reply.raw)
    },
  )
}
