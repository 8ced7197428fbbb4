import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * `{base_url}` as the caller wrote it, so that the links of an answer lead to where the question was asked: its `Host`,
 * and the `X-Forwarded-Proto` of a proxy in front that speaks TLS. A forged header changes only the answer to its own request.
 */
export type BaseUrlOf = (request: FastifyRequest) => string

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Where the service listens, for what nobody asked for (events) and for a request without a usable `Host`. */
export function listeningUrl(app: FastifyInstance): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The service listens on no port.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

export const createBaseUrlOf =
  (app: FastifyInstance): BaseUrlOf =>
  ({ headers: { host, 'x-forwarded-proto': proto } }) => {
    if (host === undefined || !HOST.test(host)) return listeningUrl(app)
    // The first of a chain of proxies is the one that the caller spoke to.
    const [first = ''] = typeof proto === 'string' ? proto.split(',') : []
    return `${first.trim().toLowerCase() === 'https' ? 'https' : 'http'}://${host}`
  }
