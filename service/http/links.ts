import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#shared/server/clock.ts'
import { listeningUrl } from '#shared/server/listening-url.ts'

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

/**
 * Pre-signed links: the path, and a token with its expiry and a signature for this path. Nothing is stored:
 * each response makes a new one, and the old ones expire.
 */
export interface Links {
  /** `path?token=…`, valid for the download time. */
  sign(path: string): string
  /** The same, without expiry. */
  signForEver(path: string): string
  /** True if the token is for this path and has not expired. */
  check(path: string, token: unknown): boolean
}

const TOKEN = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/

export function createLinks(deps: { secret: Buffer; clock: Clock; ttlMs: number }): Links {
  const { secret, clock, ttlMs } = deps
  const signature = (path: string, until: string) =>
    createHmac('sha256', secret).update(`${until} ${path}`).digest()

  const withToken = (path: string, untilMs: number) => {
    const until = untilMs.toString(36)
    return `${path}?token=${until}.${signature(path, until).toString('base64url')}`
  }
  return {
    sign: (path) => withToken(path, clock.now() + ttlMs),
    signForEver: (path) => withToken(path, Number.MAX_SAFE_INTEGER),
    check(path, token) {
      const [, until, given] = typeof token === 'string' ? (TOKEN.exec(token) ?? []) : []
      if (until === undefined || given === undefined) return false
      const isOurs = timingSafeEqual(Buffer.from(given, 'base64url'), signature(path, until))
      return isOurs && clock.now() < Number.parseInt(until, 36)
    },
  }
}
