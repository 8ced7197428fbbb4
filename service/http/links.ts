import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#shared/server/clock.ts'
import { listeningUrl } from '#shared/server/lifecycle.ts'

/**
 * Returns the base URL that the caller used, so that links lead back to the same server. `Host` gives the name, and
 * `X-Forwarded-Proto` of a TLS proxy gives the scheme. A forged header changes only the response to its own
 * request.
 */
export type ReadBaseUrl = (request: FastifyRequest) => string

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

export const createBaseUrlReader =
  (app: FastifyInstance): ReadBaseUrl =>
  ({ headers: { host, 'x-forwarded-proto': proto } }) => {
    if (host === undefined || !HOST.test(host)) return listeningUrl(app)
    // The first proxy of a chain is the one that the caller connected to.
    const [first = ''] = typeof proto === 'string' ? proto.split(',') : []
    return `${first.trim().toLowerCase() === 'https' ? 'https' : 'http'}://${host}`
  }

/**
 * Pre-signed links. A token holds an expiry, and a signature of the path and the expiry. Nothing is stored: each
 * response signs new links, and old links expire.
 */
export interface Links {
  /** `path?token=…`, valid for the download time. */
  sign(path: string): string
  /** Returns `path?token=…` without expiry. */
  signPermanently(path: string): string
  /** True if the token is for this path and has not expired. */
  check(path: string, token: unknown): boolean
}

const TOKEN = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/

export function createLinks(deps: { secret: Buffer; clock: Clock; ttlMs: number }): Links {
  const { secret, clock, ttlMs } = deps
  const computeSignature = (path: string, until: string) =>
    createHmac('sha256', secret).update(`${until} ${path}`).digest()

  const addToken = (path: string, untilMs: number) => {
    const until = untilMs.toString(36)
    return `${path}?token=${until}.${computeSignature(path, until).toString('base64url')}`
  }
  return {
    sign: (path) => addToken(path, clock.now() + ttlMs),
    signPermanently: (path) => addToken(path, Number.MAX_SAFE_INTEGER),
    check(path, token) {
      const [, until, given] = typeof token === 'string' ? (TOKEN.exec(token) ?? []) : []
      if (until === undefined || given === undefined) return false
      const isOurs = timingSafeEqual(Buffer.from(given, 'base64url'), computeSignature(path, until))
      return isOurs && clock.now() < Number.parseInt(until, 36)
    },
  }
}
