import type * as z from 'zod'
import {
  byeWire,
  canaryWire,
  cursorText,
  eventPageWire,
  gapWire,
  heartbeatWire,
  parseCursor,
  relayEventWire,
  resetWire,
} from '#shared/api/relay.ts'
import { appError, type AppError } from '#shared/bridge/result.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { IncomingEvent } from '../changes/changes.ts'
import type { Acks } from './acks.ts'
import { readFrames, type Frame } from './frames.ts'
import type { Place } from './place.ts'
import type { Position, RelayFailure, RelayHttp } from './relay-http.ts'
import type { RelayTarget } from './relay-link.ts'
import { wishedDelay } from './relay.rules.ts'

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
}

export const RELAY_TIMINGS: RelayTimings = {
  silenceMs: 40_000,
  firstBeatMs: 5_000,
  pollMs: 25_000,
  ackMs: 3_000,
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
const BATCH = 100
const PAGE = 500
/** A relay, or a proxy before it, that does not wait as it was asked to is not asked again at once. */
const LEAST_POLL_MS = 1_000

const ended = (error?: AppError): SessionEnd => ({ kind: 'ended', graceful: false, ...(error && { error }) })
const misordered: SessionEnd = { kind: 'ended', graceful: false, misordered: true }

/** Reads the stream until it ends. Rejects as the store does. */
export async function streamSession(
  deps: SessionDeps,
  target: RelayTarget,
  place: Place,
  stopping: AbortSignal,
): Promise<SessionEnd> {
  const { http, clock, timings, acks, pause, onPosition, onCanary } = deps
  const own = new AbortController()
  const signal = AbortSignal.any([stopping, own.signal])
  let last: Position | null = null
  let head = -1
  /** Number at the last heartbeat that showed more to come. */
  let behindAt = -1
  let heardAt = clock.elapsed()

  try {
    return await run()
  } finally {
    own.abort()
  }

  async function run(): Promise<SessionEnd> {
    let opened: Awaited<ReturnType<RelayHttp['stream']>> | null = null
    const opening = http
      .stream(target.address, target.token, place.cursor, signal)
      .then((answer) => (opened = answer))
    await pause(timings.firstBeatMs, opening)
    const answer = opened as Awaited<ReturnType<RelayHttp['stream']>> | null
    if (stopping.aborted) return ended()
    // Not even its headers: some networks pass on an answer only when it is whole.
    if (!answer) return clock.elapsed() - heardAt < timings.firstBeatMs ? ended() : { kind: 'buffered' }
    if (!answer.ok) return refused(answer.error, place)

    const frames = readFrames(answer.value, signal)
    let isHeard = false
    heardAt = clock.elapsed()
    for (;;) {
      if (stopping.aborted) return ended()
      const taken = frames.take(BATCH)
      if (taken.length > 0) {
        isHeard = true
        heardAt = clock.elapsed()
        const end = await handleAll(taken)
        if (end) return end
        continue
      }
      if (frames.ended) return ended(appError('unreachable', { detail: 'ended' }))
      const left = heardAt + (isHeard ? timings.silenceMs : timings.firstBeatMs) - clock.elapsed()
      if (left <= 0) return isHeard ? ended(appError('timeout', { detail: 'silence' })) : { kind: 'buffered' }
      acks.send(target, signal)
      await pause(Math.min(left, acks.waitMs()), frames.next())
    }
  }

  /** Consecutive changes are stored together; every other frame in its order. */
  async function handleAll(frames: readonly Frame[]): Promise<SessionEnd | null> {
    let changes: IncomingEvent[] = []
    const store = async (): Promise<SessionEnd | null> => {
      if (changes.length === 0) return null
      const stored = await place.apply(changes)
      changes = []
      if (stored === 'misordered') return misordered
      acks.note(place.cursor)
      if (head >= 0 && place.cursor.seq >= head) tell()
      return null
    }
    for (const frame of frames) {
      if (frame.event === 'change') {
        const change = incomingOf(frame)
        if (!change) return misordered
        changes.push(change)
        continue
      }
      const end = (await store()) ?? (await handle(frame))
      if (end) return end
    }
    return store()
  }

  function tell(): void {
    if (!last) return
    head = Math.max(head, place.cursor.seq)
    onPosition({ ...last, head }, place.cursor.seq >= head)
  }

  async function handle({ event, data, retry }: Frame): Promise<SessionEnd | null> {
    switch (event) {
      case 'hb': {
        const position = read(heartbeatWire, data)
        return position && beat(position)
      }
      case 'gap': {
        const gap = read(gapWire, data)
        if (!gap || (await place.skip(gap)) === 'misordered') return misordered
        acks.note(place.cursor)
        return null
      }
      case 'reset': {
        const position = read(resetWire, data)
        if (position) await place.adopt(position)
        return ended()
      }
      case 'canary': {
        const canary = read(canaryWire, data)
        if (canary) onCanary(canary)
        return null
      }
      case 'bye':
        return {
          kind: 'ended',
          graceful: read(byeWire, data) !== null,
          ...(retry !== null && { retryMs: wishedDelay(retry) }),
        }
      default:
        // Of a later version.
        return null
    }
  }

  function beat(position: Position): SessionEnd | null {
    const { epoch, seq } = place.cursor
    // Another list, or a shorter one: the next connection tells where it stands.
    if (position.epoch !== epoch || position.head < seq) return misordered
    last = position
    head = position.head
    const isBehind = seq < head
    // Two heartbeats that show more to come and nothing between them: the stream is stuck.
    if (isBehind && behindAt === seq) return ended(appError('timeout', { detail: 'stuck' }))
    behindAt = isBehind ? seq : -1
    tell()
    return null
  }
}

/** Asks once for events, and waits for them. Rejects as the store does. */
export async function pollSession(
  deps: SessionDeps,
  target: RelayTarget,
  place: Place,
  /** More events are known to be there. */
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
    let answer: Awaited<ReturnType<typeof ask>> | null = null
    const ask = () =>
      http.ask(
        target.address,
        {
          method: 'GET',
          path: `/v1/events?after=${cursorText(place.cursor)}&limit=${PAGE}&wait=${Math.floor(waitMs / 1_000)}`,
          token: target.token,
          waitMs,
          signal,
        },
        eventPageWire,
      )
    acks.send(target, stopping)
    const deadline = clock.elapsed() + waitMs + timings.silenceMs
    const asking = ask().then((page) => (answer = page))
    for (
      let left = deadline - began;
      left > 0 && !answer && !stopping.aborted;
      left = deadline - clock.elapsed()
    ) {
      await pause(Math.min(left, acks.waitMs()), asking)
      acks.send(target, stopping)
    }
    const page = answer as Awaited<ReturnType<typeof ask>> | null
    if (stopping.aborted) return ended()
    if (!page) return ended(appError('timeout', { detail: 'silence' }))
    if (!page.ok) return refused(page.error, place)
    if (!page.value) return ended(appError('bad-answer'))
    const { events, gap, ...position } = page.value
    if (position.epoch !== place.cursor.epoch) return misordered
    if (gap && (await place.skip(gap)) === 'misordered') return misordered
    for (let from = 0; from < events.length; from += BATCH) {
      if (stopping.aborted) return ended()
      const batch = events.slice(from, from + BATCH).map(({ seq, event, receivedAt }) => ({
        event,
        cursor: { epoch: position.epoch, seq },
        receivedAt: Date.parse(receivedAt),
      }))
      if ((await place.apply(batch)) === 'misordered') return misordered
    }
    if (events.length > 0 || gap) acks.note(place.cursor)
    onPosition(position, place.cursor.seq >= position.head)
    const isIdle = events.length === 0 && clock.elapsed() - began < LEAST_POLL_MS
    return { kind: 'ended', graceful: true, retryMs: isIdle ? LEAST_POLL_MS : 0 }
  }
}

async function refused(error: RelayFailure, place: Place): Promise<SessionEnd> {
  if (error.code === 'relay-revoked') return { kind: 'refused' }
  if (error.position) {
    await place.adopt(error.position)
    return ended()
  }
  return ended(error)
}

/** A numbered event, whatever it says: one that cannot be read has its number all the same. */
function incomingOf({ id, data }: Frame): IncomingEvent | null {
  const cursor = parseCursor(id)
  const parsed = read(relayEventWire, data)
  if (!cursor || (parsed && parsed.seq !== cursor.seq)) return null
  return {
    event: parsed?.event ?? null,
    cursor,
    receivedAt: parsed ? Date.parse(parsed.receivedAt) : null,
  }
}

function read<T>(schema: z.ZodType<T>, data: string): T | null {
  try {
    return schema.safeParse(JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}
