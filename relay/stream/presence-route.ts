import type { FastifyInstance } from 'fastify'
import { presenceBody } from '#shared/api/relay.ts'
import type { Auth } from '../http/auth.ts'
import { createBadRequestError, HttpError } from '../http/errors.ts'
import type { TokenBuckets } from '../http/token-bucket.ts'
import type { Store } from '../store/store.ts'
import type { Streams } from './streams.ts'

export interface PresenceRouteDeps {
  auth: Auth
  streams: Pick<Streams, 'sendPresence'>
  store: Pick<Store, 'sendPresence'>
  /** Limits of posts per PC and per office. */
  posts: { ofDevice: TokenBuckets; ofOffice: TokenBuckets }
}

/** `POST /v1/presence`: passes what a PC tells on to the streams of the other PCs. Nothing is stored. */
export function addPresenceRoute(app: FastifyInstance, deps: PresenceRouteDeps): void {
  const { auth, streams, store, posts } = deps
  app.post('/v1/presence', async (request, reply) => {
    const { officeId, deviceId } = await auth.identify(request)
    if (deviceId === null) throw new HttpError(403, 'forbidden', 'Only a paired PC posts a presence.')
    const given = presenceBody.safeParse(request.body)
    if (!given.success) throw createBadRequestError('body is a sealed text of at most 2,000 characters')
    if (!posts.ofDevice.takeToken(deviceId) || !posts.ofOffice.takeToken(String(officeId)))
      throw new HttpError(429, 'too_many', 'Too many at once.', { 'retry-after': '1' })
    const posted = { officeId, deviceId, body: given.data.body }
    streams.sendPresence(posted)
    await store.sendPresence(posted)
    return reply.code(204).send()
  })
}
