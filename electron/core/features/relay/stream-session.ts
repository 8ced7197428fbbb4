import type * as z from 'zod'
import {
  byeWire,
  canaryWire,
  gapWire,
  heartbeatWire,
  parseCursor,
  presenceFrameWire,
  relayEventWire,
  resetWire,
} from '#shared/api/relay.ts'
import { recordsFrameWire } from '#shared/api/relay-records.ts'
import { appError } from '#shared/bridge/result.ts'
import type { IncomingEvent } from '../changes/changes.ts'
import type { Readable } from 'node:stream'
import { createParser } from 'eventsource-parser'
import {
  type Place,
  BATCH,
  endSession,
  toSessionEnd,
  misordered,
  storeGap,
  handleRefusal,
  type SessionDeps,
  type SessionEnd,
} from './session.ts'
import type { Position, RelayHttp, RelayTarget } from './relay-http.ts'
import { clampRetryDelay } from './relay.rules.ts'

/** Reads the stream until it ends. Rejects if the store fails. */
export async function streamSession(
  deps: SessionDeps,
  target: RelayTarget,
  place: Place,
  stopping: AbortSignal,
): Promise<SessionEnd> {
  const { http, clock, timings, acks, pause, onPosition, onCanary, onRecords, onPresence } = deps
  const own = new AbortController()
  const signal = AbortSignal.any([stopping, own.signal])
  let last: Position | null = null
  let head = -1
  /** Stored number at the last heartbeat that announced more events. -1 if this PC was up to date. */
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
    if (stopping.aborted) return endSession()
    // Even the headers are missing. Some networks forward an answer only when it is complete.
    if (!answer) return clock.elapsed() - heardAt < timings.firstBeatMs ? endSession() : { kind: 'buffered' }
    if (!answer.ok) return handleRefusal(answer.error, place)

    const frames = readFrames(answer.value, signal)
    let isHeard = false
    heardAt = clock.elapsed()
    for (;;) {
      if (stopping.aborted) return endSession()
      const taken = frames.takeFrames(BATCH)
      if (taken.length > 0) {
        isHeard = true
        heardAt = clock.elapsed()
        const end = await handleAll(taken)
        if (end) return end
        continue
      }
      if (frames.isOver) return endSession(appError('unreachable', { detail: 'ended' }))
      const left = heardAt + (isHeard ? timings.silenceMs : timings.firstBeatMs) - clock.elapsed()
      if (left <= 0)
        return isHeard ? endSession(appError('timeout', { detail: 'silence' })) : { kind: 'buffered' }
      acks.send(target, signal)
      await pause(Math.min(left, acks.waitMs()), frames.waitForFrame())
    }
  }

  /** Stores consecutive changes together, and handles every other frame in its order. */
  async function handleAll(frames: readonly Frame[]): Promise<SessionEnd | null> {
    let changes: IncomingEvent[] = []
    const storeEvents = async (): Promise<SessionEnd | null> => {
      if (changes.length === 0) return null
      const stored = await place.apply(changes)
      changes = []
      const end = toSessionEnd(stored)
      if (end) return end
      acks.confirmUpTo(place.cursor)
      if (head >= 0 && place.cursor.seq >= head) reportPosition()
      return null
    }
    for (const frame of frames) {
      if (frame.event === 'change') {
        const change = toIncomingEvent(frame)
        if (!change) return misordered
        changes.push(change)
        continue
      }
      const end = (await storeEvents()) ?? (await handleFrame(frame))
      if (end) return end
    }
    return storeEvents()
  }

  function reportPosition(): void {
    if (!last) return
    head = Math.max(head, place.cursor.seq)
    onPosition({ ...last, head }, place.cursor.seq >= head)
  }

  async function handleFrame({ event, data, retry }: Frame): Promise<SessionEnd | null> {
    switch (event) {
      case 'hb': {
        const position = parseData(heartbeatWire, data)
        return position && handleHeartbeat(position)
      }
      case 'gap': {
        const gap = parseData(gapWire, data)
        return gap ? storeGap(place, acks, gap) : misordered
      }
      case 'reset': {
        const position = parseData(resetWire, data)
        if (position) await place.adopt(position)
        return endSession()
      }
      case 'canary': {
        const canary = parseData(canaryWire, data)
        if (canary) onCanary(canary)
        return null
      }
      case 'records':
        onRecords(parseData(recordsFrameWire, data))
        return null
      case 'presence': {
        const presence = parseData(presenceFrameWire, data)
        if (presence) onPresence(presence)
        return null
      }
      case 'bye':
        return {
          kind: 'ended',
          graceful: parseData(byeWire, data) !== null,
          ...(retry !== null && { retryMs: clampRetryDelay(retry) }),
        }
      default:
        // Frame of a newer version.
        return null
    }
  }

  function handleHeartbeat(position: Position): SessionEnd | null {
    const { epoch, seq } = place.cursor
    // The relay has another or a shorter list. The next connection gets its position.
    if (position.epoch !== epoch || position.head < seq) return misordered
    last = position
    head = position.head
    const isBehind = seq < head
    // Two heartbeats announced more events and none arrived between them, so the stream is stuck.
    if (isBehind && behindAt === seq) return endSession(appError('timeout', { detail: 'stuck' }))
    behindAt = isBehind ? seq : -1
    acks.queueAck(place.cursor)
    reportPosition()
    return null
  }
}

/** Reads a numbered event. An unreadable event still has its number. */
function toIncomingEvent({ id, data }: Frame): IncomingEvent | null {
  const cursor = parseCursor(id)
  const parsed = parseData(relayEventWire, data)
  if (!cursor || (parsed && parsed.seq !== cursor.seq)) return null
  return {
    event: parsed?.event ?? null,
    cursor,
    receivedAt: parsed ? Date.parse(parsed.receivedAt) : null,
  }
}

function parseData<T>(schema: z.ZodType<T>, data: string): T | null {
  try {
    return schema.safeParse(JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}

/** One frame of the stream. `id` is empty if the frame has no number in the list. */
interface Frame {
  event: string
  id: string
  data: string
  /** Field `retry` of the frame, in milliseconds. */
  retry: number | null
}

/** Frames in order of arrival. Reading pauses while many frames wait, so that catching up needs little memory. */
interface Frames {
  /** Takes up to `limit` waiting frames. */
  takeFrames(limit: number): Frame[]
  readonly waiting: number
  /** True if no frame follows the waiting frames. */
  readonly isOver: boolean
  /** Resolves with the next frame, or at the end. */
  waitForFrame(): Promise<void>
}

/** Maximum size of a frame. A frame has one thin event, so a longer frame does not come from a relay. */
const MAX_FRAME = 256 * 1024
const MAX_WAITING = 2_000

function readFrames(body: Readable, signal: AbortSignal): Frames {
  const waiting: Frame[] = []
  let isOver = false
  let retry: number | null = null
  let arrived = Promise.withResolvers<void>()
  let room = Promise.withResolvers<void>()

  const wake = () => {
    arrived.resolve()
    arrived = Promise.withResolvers()
  }
  const parser = createParser({
    maxBufferSize: MAX_FRAME,
    onRetry: (ms) => (retry = ms),
    onEvent({ event = 'message', id = '', data }) {
      waiting.push({ event, id, data, retry })
      retry = null
    },
  })

  async function readStream(): Promise<void> {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of body) {
        const before = waiting.length
        parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
        if (waiting.length > before) wake()
        while (waiting.length >= MAX_WAITING && !signal.aborted) await room.promise
        if (signal.aborted) break
      }
    } catch {
      // The stream was cut or aborted, or is not an event stream. In each case it has ended.
    } finally {
      isOver = true
      body.destroy()
      wake()
    }
  }
  signal.addEventListener('abort', () => room.resolve(), { once: true })
  void readStream()

  return {
    takeFrames(limit) {
      const taken = waiting.splice(0, limit)
      if (waiting.length < MAX_WAITING) {
        room.resolve()
        room = Promise.withResolvers()
      }
      return taken
    },
    get waiting() {
      return waiting.length
    },
    get isOver() {
      return isOver
    },
    waitForFrame: () => (waiting.length > 0 || isOver ? Promise.resolve() : arrived.promise),
  }
}
