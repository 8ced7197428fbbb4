import type { FastifyRequest } from 'fastify'
import type { Clock } from '#shared/server/clock.ts'
import { callerOf } from '../http/addresses.ts'
import { hashOf } from '../http/secrets.ts'
import { createTokenBuckets } from '../http/token-bucket.ts'
import type { Reader } from '../store/store.ts'
import { HOPS, hopsOf } from './elsewhere.ts'

/** What another relay answered. */
export interface Answer {
  status: number
  text: string
}

/**
 * Asks the relays that offices were moved to about what this one does not know: a PC that was paired there, or is just
 * being paired, may still come by this address.
 */
export interface Lookups {
  /** Address of the relay that knows this token, or `null`. */
  placeOfToken(request: FastifyRequest, token: string): Promise<string | null>
  /** What the first of them says that knows what the request is about, or `null`. */
  ask(request: FastifyRequest): Promise<Answer | null>
}

/** For a look; a claim waits for the administrator's answer there. */
const LOOK_MS = 5_000
const WAIT_MS = 40_000
const FRESH_MS = 2_000
const MAX_KNOWN = 10_000
/** Two relays that know each other's addresses ask each other once. */
const MAX_HOPS = 2

export function createLookups({ reader, clock }: { reader: Reader; clock: Clock }): Lookups {
  const perAddress = createTokenBuckets(clock, { perSecond: 2, burst: 20 })
  const known = new Map<string, string>()
  let places: { at: number; read: Promise<string[]> } | null = null

  function allPlaces(): Promise<string[]> {
    if (places === null || performance.now() - places.at > FRESH_MS)
      places = { at: performance.now(), read: reader.movedTo() }
    return places.read.catch((error: unknown) => {
      places = null
      throw error
    })
  }
  async function placesFor(request: FastifyRequest): Promise<string[]> {
    if (hopsOf(request) >= MAX_HOPS) return []
    const all = await allPlaces()
    // A request counts against the limit only if there is another relay to ask.
    return all.length > 0 && perAddress.take(callerOf(request.ip)) ? all : []
  }

  const post = async (request: FastifyRequest, url: string, init: RequestInit, ms: number) =>
    fetch(url, {
      ...init,
      headers: {
        ...init.headers,
        [HOPS]: String(hopsOf(request) + 1),
        'x-forwarded-for': request.ip,
      },
      signal: AbortSignal.timeout(ms),
    })

  return {
    async placeOfToken(request, token) {
      const key = hashOf(token).toString('latin1')
      const place = known.get(key)
      // The office may have been forgotten since.
      if (place !== undefined && (await allPlaces()).includes(place)) return place
      for (const to of await placesFor(request)) {
        const headers = { authorization: `Bearer ${token}` }
        const answer = await post(request, `${to}/v1/office`, { headers }, LOOK_MS).catch(() => null)
        await answer?.body?.cancel()
        if (answer === null || answer.status !== 200) continue
        known.set(key, to)
        const [oldest] = known.keys()
        if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
        return to
      }
      return null
    },

    async ask(request) {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request.body),
      }
      for (const to of await placesFor(request)) {
        const answer = await post(request, to + request.url, init, WAIT_MS).catch(() => null)
        if (answer === null || answer.status === 404) continue
        return { status: answer.status, text: await answer.text() }
      }
      return null
    },
  }
}
