import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'

/**
 * Pre-signed links: the path, and a token that says until when it is good and that it was made here for this
 * path. Nothing is stored: each answer makes a fresh one, and the old ones end by themselves.
 */
export interface Links {
  /** `path?token=…`, good for as long as downloads are. */
  sign(path: string): string
  /** The same without an end. */
  signForEver(path: string): string
  /** Whether the token is of this path and has not expired. */
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
