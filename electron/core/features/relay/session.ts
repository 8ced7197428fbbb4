import type * as z from 'zod'
import type { canaryWire, Gap } from '#shared/api/relay.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Acks } from './acks.ts'
import type { Place, Stored } from './place.ts'
import type { Position, RelayFailure, RelayHttp } from './relay-http.ts'

/** End of one connection to the relay. */
export type SessionEnd =
  | { kind: 'refused' }
  /** The network holds the stream back. */
  | { kind: 'buffered' }
  /** `retryMs`: the relay's own wish; `misordered`: numbers did not follow. */
  | {
      kind: 'ended'
      graceful: boolean
      retryMs?: number
      error?: AppError
      misordered?: true
    }

/** Times of the connection, in milliseconds. */
export interface RelayTimings {
  /** Silence after which a stream counts as dead: more than two heartbeats. */
  silenceMs: number
  /** A stream that has shown nothing by then is held back by the network. */
  firstBeatMs: number
  /** Longest wait of a long poll. */
  pollMs: number
  /** Time between two confirmations. */
  ackMs: number
  /** Longest time without one on a stream. */
  aliveMs: number
}

export const RELAY_TIMINGS: RelayTimings = {
  silenceMs: 40_000,
  firstBeatMs: 5_000,
  pollMs: 25_000,
  ackMs: 3_000,
  aliveMs: 60_000,
}

export interface SessionDeps {
  http: RelayHttp
  clock: Clock
  timings: RelayTimings
  acks: Acks
  /** Waits within the round of the loop. */
  pause: (ms: number, ended: Promise<unknown>) => Promise<void>
  /** The relay told where its list stands. */
  onPosition: (position: Position, caughtUp: boolean) => void
  onCanary: (canary: z.infer<typeof canaryWire>) => void
}

/** Events stored in one transaction: a long catching-up is not a write to the disk for each. */
export const BATCH = 100

export const ended = (error?: AppError): SessionEnd => ({
  kind: 'ended',
  graceful: false,
  ...(error && { error }),
})
export const misordered: SessionEnd = { kind: 'ended', graceful: false, misordered: true }

/** End of a session whose events were not stored. */
export function endOf(stored: Stored): SessionEnd | null {
  if (stored === 'stored') return null
  return stored === 'misordered' ? misordered : ended(stored)
}

/** Continues after numbers that the relay no longer has, or ends if they do not follow. */
export async function passGap(place: Place, acks: Acks, gap: Gap): Promise<SessionEnd | null> {
  if ((await place.skip(gap)) === 'misordered') return misordered
  acks.note(place.cursor)
  return null
}

/** End of a session that the relay did not let begin; with another list, the next one begins in it. */
export async function refused(error: RelayFailure, place: Place): Promise<SessionEnd> {
  if (error.code === 'relay-revoked') return { kind: 'refused' }
  if (error.position) {
    await place.adopt(error.position)
    return ended()
  }
  return ended(error)
}
