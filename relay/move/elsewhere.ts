import type { FastifyRequest } from 'fastify'
import { ElsewhereError, unavailable } from '../http/errors.ts'
import type { OfficeState } from '../store/store.ts'

/** Relays that a request has come through: bounded, so that two that point at each other do not send it on for ever. */
export const HOPS = 'x-relay-hops'
const MAX_HOPS = 4

export function hopsOf({ headers }: Pick<FastifyRequest, 'headers'>): number {
  const text = headers[HOPS]
  return typeof text === 'string' && /^\d$/.test(text) ? Number(text) : text === undefined ? 0 : MAX_HOPS
}

/** @throws an error that sends the request on, or a 503 while the office is at no place that could be asked */
export function throwElsewhere(
  request: Pick<FastifyRequest, 'headers'>,
  { state, movedTo }: { state: OfficeState; movedTo: string | null },
): never {
  const hops = hopsOf(request)
  // While it comes back, the relay that it was at asks this one.
  const isOpenNowhere = state === 'incoming' && hops > 0
  if (state === 'moved' && movedTo === null)
    throw unavailable(
      'left',
      'This office has left this relay: lead its address to the relay that it was imported at.',
    )
  if (movedTo === null || isOpenNowhere || hops >= MAX_HOPS)
    throw unavailable('moving', 'This office is just being moved: try again.')
  throw new ElsewhereError(movedTo)
}
