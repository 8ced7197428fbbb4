import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listeningUrl } from '#shared/server/lifecycle.ts'

/**
 * `{base_url}` as the caller wrote it, so that the links of a response lead to the same server: its `Host`,
 * and the `X-Forwarded-Proto` of a proxy in front that speaks TLS. A forged header changes only the response
 * to its own request.
 */
export type BaseUrlOf = (request: FastifyRequest) => string

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

export const createBaseUrlOf =
  (app: FastifyInstance): BaseUrlOf =>
  ({ headers: { host, 'x-forwarded-proto': proto } }) => {
    if (host === undefined || !HOST.test(host)) return listeningUrl(app)
    // The first proxy of a chain is the one that the caller connected to.
    const [first = ''] = typeof proto === 'string' ? proto.split(',') : []
    return `${first.trim().toLowerCase() === 'https' ? 'https' : 'http'}://${host}`
  }
