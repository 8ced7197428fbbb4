import type { FastifyRequest } from 'fastify'
import type { Clock } from '#shared/server/clock.ts'
import { throwElsewhere } from '../move/elsewhere.ts'
import type { Lookups } from '../move/lookups.ts'
import type { OfficeState, Reader } from '../store/store.ts'
import { callerOf } from './addresses.ts'
import { ElsewhereError, forbidden, HttpError, unauthorized } from './errors.ts'
import { hashOf } from './secrets.ts'
import { createTokenBuckets } from './token-bucket.ts'

/** Who asks: a PC of an office, or the holder of its administrator's token (`deviceId` null). */
export interface Identity {
  officeId: number
  deviceId: string | null
  isAdmin: boolean
}

interface Found {
  identity: Identity
  state: OfficeState | null
  movedTo: string | null
}

export interface Auth {
  /** Throws 401, or 429 when that address has tried too often. A valid token is never refused. */
  identify(request: FastifyRequest): Promise<Identity>
  /** The same, and 403 if it does not administer. */
  identifyAdmin(request: FastifyRequest): Promise<Identity>
  /** The office whose administrator's token it is, wherever it is: a move is the only thing to ask it for then. */
  identifyMover(request: FastifyRequest): Promise<number>
  /** Counts a refusal that is about to be given; throws 429 instead when there were too many. */
  countRefusal(request: FastifyRequest): void
}

/** What looks like a bearer token; `undefined` without one. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1]

const BEARER = /^Bearer ([\x21-\x7e]{1,200})$/i

export function createAuth(deps: {
  reader: Reader
  lookups: Lookups
  clock: Clock
  /** A PC was heard of. */
  onSeen: (deviceId: string) => void
  onRefused: () => void
}): Auth {
  const { reader, lookups, clock, onSeen, onRefused } = deps
  const refusals = createTokenBuckets(clock, { perSecond: 20, burst: 60 })

  function countRefusal({ ip }: FastifyRequest): void {
    onRefused()
    if (!refusals.take(callerOf(ip)))
      throw new HttpError(429, 'too_many', 'Too many refusals.', { 'retry-after': '5' })
  }

  async function find(hash: Buffer): Promise<Found | null> {
    const device = await reader.deviceOfToken(hash)
    if (device !== null) {
      const { id, officeId, isAdmin, officeState, movedTo } = device
      if (officeState === null) onSeen(id)
      return { identity: { officeId, deviceId: id, isAdmin }, state: officeState, movedTo }
    }
    const office = await reader.officeOfAdmin(hash)
    if (office === null) return null
    const { id, state, movedTo } = office
    return { identity: { officeId: id, deviceId: null, isAdmin: true }, state, movedTo }
  }

  async function identify(request: FastifyRequest): Promise<Identity> {
    const token = bearerOf(request)
    const found = token === undefined ? null : await find(hashOf(token))
    if (found !== null) {
      const { identity, state, movedTo } = found
      return state === null ? identity : throwElsewhere(request, { state, movedTo })
    }
    const place = token === undefined ? null : await lookups.placeOfToken(request, token)
    if (place !== null) throw new ElsewhereError(place)
    countRefusal(request)
    throw unauthorized()
  }

  return {
    identify,
    async identifyMover(request) {
      const token = bearerOf(request)
      const found = token === undefined ? null : await find(hashOf(token))
      if (found === null) {
        countRefusal(request)
        throw unauthorized()
      }
      // It cannot be undone by a PC, and hands over every secret of the office.
      if (found.identity.deviceId !== null) throw forbidden()
      return found.identity.officeId
    },
    async identifyAdmin(request) {
      const identity = await identify(request)
      if (!identity.isAdmin) throw forbidden()
      return identity
    },
    countRefusal,
  }
}
