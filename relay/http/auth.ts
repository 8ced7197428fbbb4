import type { FastifyRequest } from 'fastify'
import type { Clock } from '#shared/server/clock.ts'
import type { Reader } from '../store/store.ts'
import { forbidden, HttpError, unauthorized } from './errors.ts'
import { hashOf } from './secrets.ts'
import { createTokenBuckets } from './token-bucket.ts'

/** Who asks: a PC of an office, or the holder of its administrator's token (`deviceId` null). */
export interface Identity {
  officeId: number
  deviceId: string | null
  isAdmin: boolean
}

export interface Auth {
  /** Throws 401, or 429 when that address has tried too often. A valid token is never refused. */
  identify(request: FastifyRequest): Promise<Identity>
  /** The same, and 403 if it does not administer. */
  identifyAdmin(request: FastifyRequest): Promise<Identity>
  /** Counts a refusal that is about to be given; throws 429 instead when there were too many. */
  countRefusal(request: FastifyRequest): void
}

const BEARER = /^Bearer ([\x21-\x7e]{1,200})$/i

export function createAuth(deps: {
  reader: Reader
  clock: Clock
  /** A PC was heard of. */
  onSeen: (deviceId: string) => void
  onRefused: () => void
}): Auth {
  const { reader, clock, onSeen, onRefused } = deps
  const refusals = createTokenBuckets(clock, { perSecond: 20, burst: 60 })

  function countRefusal({ ip }: FastifyRequest): void {
    onRefused()
    if (!refusals.take(ip)) throw new HttpError(429, 'too_many', 'Too many refusals.', { 'retry-after': '5' })
  }

  async function find(hash: Buffer): Promise<Identity | null> {
    const device = await reader.deviceOfToken(hash)
    if (device !== null) {
      onSeen(device.id)
      return { officeId: device.officeId, deviceId: device.id, isAdmin: device.isAdmin }
    }
    const office = await reader.officeOfAdmin(hash)
    return office === null ? null : { officeId: office.id, deviceId: null, isAdmin: true }
  }

  async function identify(request: FastifyRequest): Promise<Identity> {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    const identity = token === undefined ? null : await find(hashOf(token))
    if (identity !== null) return identity
    countRefusal(request)
    throw unauthorized()
  }

  return {
    identify,
    async identifyAdmin(request) {
      const identity = await identify(request)
      if (!identity.isAdmin) throw forbidden()
      return identity
    },
    countRefusal,
  }
}
