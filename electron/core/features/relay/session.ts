import * as z from 'zod'
import {
  type canaryWire,
  type Gap,
  cursorText,
  type Cursor,
  eventPageWire,
  type PresenceFrame,
} from '#shared/api/relay.ts'
import { type AppError, appError } from '#shared/bridge/result.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Changes, IncomingEvent } from '../changes/changes.ts'
import type { EventOutcome } from '../changes/received-events.store.ts'
import type { Position, RelayFailure, RelayHttp, RelayTarget } from './relay-http.ts'
import { computeAdoptedSeq } from './relay.rules.ts'
import type { RecordsFrame } from '#shared/api/relay-records.ts'
import type { SealedEvents } from './sealing-keys.ts'

/** End of one connection to the relay. */
export type SessionEnd =
  | { kind: 'refused' }
  /** The network holds the stream back. */
  | { kind: 'buffered' }
  /** `retryMs`: delay that the relay asks for. `misordered`: a number was skipped. */
  | {
      kind: 'ended'
      graceful: boolean
      retryMs?: number
      error?: AppError
      misordered?: true
    }

/** Time limits of the connection, in milliseconds. */
export interface RelayTimings {
  /** Silence after which a stream counts as dead. Longer than two heartbeats. */
  silenceMs: number
  /** A stream without any data until then is being held back by the network. */
  firstBeatMs: number
  /** Maximum wait of a long poll. */
  pollMs: number
  /** Time between two confirmations. */
  ackMs: number
  /** Maximum time without a confirmation on a stream. */
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
  /** Waits inside the round of the loop. */
  pause: (ms: number, ended: Promise<unknown>) => Promise<void>
  /** Called when the relay reports the position of its list. */
  onPosition: (position: Position, caughtUp: boolean) => void
  onCanary: (canary: z.infer<typeof canaryWire>) => void
  /** Called when PCs wrote records. `null`: they must be read from the relay's list. */
  onRecords: (frame: RecordsFrame | null) => void
  /** Number of the last write of a record that this PC knows, for the wait of a long poll. */
  recordHead: () => number
  onPresence: (frame: PresenceFrame) => void
}

/** Number of events stored in one transaction. Catching up must not write to the disk for each event. */
export const BATCH = 100

export const endSession = (error?: AppError): SessionEnd => ({
  kind: 'ended',
  graceful: false,
  ...(error && { error }),
})
export const misordered: SessionEnd = { kind: 'ended', graceful: false, misordered: true }

/** End of a session whose events were not stored. */
export function toSessionEnd(stored: Stored): SessionEnd | null {
  if (stored === 'stored') return null
  return stored === 'misordered' ? misordered : endSession(stored)
}

/**
 * Continues after numbers that the relay no longer has. Ends the session if the gap does not follow the stored
 * number.
 */
export async function storeGap(place: Place, acks: Acks, gap: Gap): Promise<SessionEnd | null> {
  if ((await place.skip(gap)) === 'misordered') return misordered
  acks.confirmUpTo(place.cursor)
  return null
}

/**
 * End of a session that the relay refused to start. If the relay has another list, the next session uses that list.
 */
export async function handleRefusal(error: RelayFailure, place: Place): Promise<SessionEnd> {
  if (error.code === 'relay-revoked') return { kind: 'refused' }
  if (error.position) {
    await place.adopt(error.position)
    return endSession()
  }
  return endSession(error)
}

/** Confirms stored events to the relay, a few seconds after the first event of a burst. */
export interface Acks {
  /** Schedules the confirmation of all events up to this cursor. */
  confirmUpTo(cursor: Cursor): void
  /**
   * Call this when the relay was heard. After a minute without a confirmation, the same confirmation is sent again. A
   * stream sends nothing to the relay: without this, a sleeping PC looks connected until the network drops the
   * connection.
   */
  queueAck(cursor: Cursor): void
  /** Milliseconds until a confirmation is due; `Infinity` for none. */
  waitMs(): number
  /** Sends the due confirmation. After a failure, the next interval sends it again. */
  send(target: RelayTarget, signal: AbortSignal): void
  /** Waits for the confirmation under way. */
  waitUntilSent(): Promise<void>
}

export interface AckDeps {
  http: Pick<RelayHttp, 'ask'>
  clock: Pick<Clock, 'elapsed'>
  everyMs: number
  /** Maximum time between two confirmations. */
  aliveMs: number
}

export function createAcks({ http, clock, everyMs, aliveMs }: AckDeps): Acks {
  let pending: Cursor | null = null
  let dueAt = 0
  let sending: Promise<void> | null = null
  let sentAt = clock.elapsed()

  const waitMs = () => (pending === null || sending ? Infinity : Math.max(0, dueAt - clock.elapsed()))

  async function postAck(cursor: Cursor, target: RelayTarget, signal: AbortSignal): Promise<void> {
    const body = { cursor: cursorText(cursor) }
    const request = { method: 'POST', path: '/v1/ack', body, token: target.token, signal } as const
    const answer = await http.ask(target.address, request, z.unknown())
    // Retry with the next interval, unless a later cursor has arrived meanwhile.
    if (!answer.ok && answer.error.retryable) pending ??= cursor
  }

  function confirmUpTo(cursor: Cursor): void {
    if (pending === null && !sending) dueAt = clock.elapsed() + everyMs
    pending = cursor
  }

  return {
    confirmUpTo,
    queueAck(cursor) {
      if (pending === null && !sending && clock.elapsed() - sentAt >= aliveMs) confirmUpTo(cursor)
    },
    waitMs,
    send(target, signal) {
      if (pending === null || waitMs() > 0) return
      const cursor = pending
      pending = null
      sending = postAck(cursor, target, signal).finally(() => {
        sending = null
        sentAt = clock.elapsed()
        dueAt = clock.elapsed() + everyMs
      })
    },
    waitUntilSent: () => sending ?? Promise.resolve(),
  }
}

/** `misordered`: a number was skipped. An error: events cannot be decrypted at present. */
export type Stored = 'stored' | 'misordered' | AppError

/** Position of this PC in the relay's list. It advances only when events are stored. */
export interface Place {
  readonly cursor: Cursor
  apply(events: readonly IncomingEvent[]): Promise<Stored>
  skip(gap: Gap): Promise<'stored' | 'misordered'>
  /**
   * Continues in the relay's present list.
   * @returns false if the cursor already belongs to that list
   */
  adopt(position: Position): Promise<boolean>
}

export interface PlaceDeps {
  call: StoreCall
  clock: Clock
  changes: Pick<Changes, 'applyEvents'>
  sealedEvents: Pick<SealedEvents, 'open'>
  /** Called with the number of new stored events, and the relay's times of the first and the last event. */
  onStored: (events: number, firstAt: number | null, lastAt: number | null) => void
  /** Called when numbers were lost. Every open resource is then due. */
  onMissed: () => void
}

const OLD: ReadonlySet<EventOutcome> = new Set(['known', 'misordered'])

/** @param cursor stored position */
export function createPlace(deps: PlaceDeps, { ...cursor }: Cursor): Place {
  const { call, clock, changes, sealedEvents, onStored, onMissed } = deps

  return {
    get cursor() {
      return { ...cursor }
    },

    async apply(sealed) {
      const opened = await sealedEvents.open(sealed)
      if (!opened.ok) return opened.error
      const { events, isMissed } = opened.value
      const [first, last] = [events[0]?.cursor?.seq, events.at(-1)?.cursor?.seq]
      if (isMissed && first !== undefined && last !== undefined) {
        // This comes before the cursor advances. A kill between the two causes only one unnecessary fetch.
        await call('relayUnopened', first, last, clock.now())
        onMissed()
      }
      const { outcomes, cursor: stored } = await changes.applyEvents(events)
      if (stored) Object.assign(cursor, stored)
      const fresh = events.filter((_, index) => !OLD.has(outcomes[index] ?? 'misordered'))
      onStored(fresh.length, fresh[0]?.receivedAt ?? null, fresh.at(-1)?.receivedAt ?? null)
      return outcomes.at(-1) === 'misordered' ? 'misordered' : 'stored'
    },

    async skip({ from, to }) {
      if (!(await call('relayGap', cursor.epoch, from, to, clock.now()))) return 'misordered'
      if (to > cursor.seq) {
        cursor.seq = to
        onMissed()
      }
      return 'stored'
    },

    async adopt({ epoch, floor, head }) {
      if (epoch === cursor.epoch && cursor.seq <= head) return false
      const next = { epoch, seq: computeAdoptedSeq({ floor, head }) }
      await call('relayReset', next, clock.now())
      Object.assign(cursor, next)
      onMissed()
      return true
    },
  }
}

const PAGE = 500
/**
 * Minimum time between two polls, in milliseconds. A relay, or a proxy in front of it, may answer without waiting as
 * requested.
 */
const LEAST_POLL_MS = 1_000

/** One long poll: requests events and waits for them. Rejects if the store fails. */
export async function pollSession(
  deps: SessionDeps,
  target: RelayTarget,
  place: Place,
  /** True if more events are known to exist. */
  isBehind: boolean,
  stopping: AbortSignal,
): Promise<SessionEnd> {
  const { http, clock, timings, acks, pause, onPosition } = deps
  const own = new AbortController()
  const signal = AbortSignal.any([stopping, own.signal])
  try {
    return await run()
  } finally {
    own.abort()
  }

  async function run(): Promise<SessionEnd> {
    const began = clock.elapsed()
    const waitMs = isBehind ? 0 : timings.pollMs
    let answer: Awaited<ReturnType<typeof askForPage>> | null = null
    const askForPage = () =>
      http.ask(
        target.address,
        {
          method: 'GET',
          path: `/v1/events?after=${cursorText(place.cursor)}&limit=${PAGE}&wait=${Math.floor(waitMs / 1_000)}&recordSeq=${deps.recordHead()}`,
          token: target.token,
          waitMs,
          signal,
        },
        eventPageWire,
      )
    acks.send(target, stopping)
    const deadline = clock.elapsed() + waitMs + timings.silenceMs
    const asking = askForPage().then((page) => (answer = page))
    for (
      let left = deadline - began;
      left > 0 && !answer && !stopping.aborted;
      left = deadline - clock.elapsed()
    ) {
      await pause(Math.min(left, acks.waitMs()), asking)
      acks.send(target, stopping)
    }
    const page = answer as Awaited<ReturnType<typeof askForPage>> | null
    if (stopping.aborted) return endSession()
    if (!page) return endSession(appError('timeout', { detail: 'silence' }))
    if (!page.ok) return handleRefusal(page.error, place)
    if (!page.value) return endSession(appError('bad-answer'))
    const { events, gap, ...position } = page.value
    if (position.epoch !== place.cursor.epoch) return misordered
    const end = gap && (await storeGap(place, acks, gap))
    if (end) return end
    for (let from = 0; from < events.length; from += BATCH) {
      if (stopping.aborted) return endSession()
      const batch = events.slice(from, from + BATCH).map(({ seq, event, receivedAt }) => ({
        event,
        cursor: { epoch: position.epoch, seq },
        receivedAt: Date.parse(receivedAt),
      }))
      const unstored = toSessionEnd(await place.apply(batch))
      if (unstored) return unstored
    }
    if (events.length > 0) acks.confirmUpTo(place.cursor)
    onPosition(position, place.cursor.seq >= position.head)
    const isIdle = events.length === 0 && clock.elapsed() - began < LEAST_POLL_MS
    return { kind: 'ended', graceful: true, retryMs: isIdle ? LEAST_POLL_MS : 0 }
  }
}
