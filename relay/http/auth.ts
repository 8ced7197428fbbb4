import type { FastifyRequest } from 'fastify'
import type { Clock } from '#shared/server/clock.ts'
import type { OfficeState, Reader } from '../store/store.ts'
import { getCallerKey } from './addresses.ts'
import { createForbiddenError, HttpError, createOfficeLeftError, createUnauthorizedError } from './errors.ts'
import { hashSecret } from '../office/secrets.ts'
import { createTokenBuckets } from './token-bucket.ts'

/** The caller: a PC of an office, or the holder of the administrator token (`deviceId` is `null`). */
export interface Identity {
  officeId: number
  deviceId: string | null
  isAdmin: boolean
}

interface Found {
  identity: Identity
  state: OfficeState | null
}

export interface Auth {
  /** Throws 401, or 429 if the caller's address has failed too often. A valid token is never refused. */
  identify(request: FastifyRequest): Promise<Identity>
  /** Identifies the caller, and throws 403 unless it is an administrator. */
  identifyAdmin(request: FastifyRequest): Promise<Identity>
  /** Counts a refusal that the route is about to send. Throws 429 if there were too many. */
  countRefusal(request: FastifyRequest): void
}

/** The bearer token of the request, or `undefined`. */
const readBearer = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1]

const BEARER = /^Bearer ([\x21-\x7e]{1,200})$/i

export function createAuth(deps: {
  reader: Reader
  clock: Clock
  /** Called for each authenticated request of a PC. */
  onSeen: (deviceId: string) => void
  onRefused: () => void
}): Auth {
  const { reader, clock, onSeen, onRefused } = deps
  const refusals = createTokenBuckets(clock, { perSecond: 20, burst: 60 })

  function countRefusal({ ip }: FastifyRequest): void {
    onRefused()
    if (!refusals.takeToken(getCallerKey(ip)))
      throw new HttpError(429, 'too_many', 'Too many refusals.', { 'retry-after': '5' })
  }

  async function findIdentity(hash: Buffer): Promise<Found | null> {
    const device = await reader.findDeviceOfToken(hash)
    if (device !== null) {
      const { id, officeId, isAdmin, officeState } = device
      if (officeState === null) onSeen(id)
      return { identity: { officeId, deviceId: id, isAdmin }, state: officeState }
    }
    const office = await reader.findOfficeOfAdmin(hash)
    if (office === null) return null
    const { id, state } = office
    return { identity: { officeId: id, deviceId: null, isAdmin: true }, state }
  }

  async function identify(request: FastifyRequest): Promise<Identity> {
    const token = readBearer(request)
    const found = token === undefined ? null : await findIdentity(hashSecret(token))
    if (found === null) {
      countRefusal(request)
      throw createUnauthorizedError()
    }
    if (found.state !== null) throw createOfficeLeftError()
    return found.identity
  }

  return {
    identify,
    async identifyAdmin(request) {
      const identity = await identify(request)
      if (!identity.isAdmin) throw createForbiddenError()
      return identity
    },
    countRefusal,
  }
}
