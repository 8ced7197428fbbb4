import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { PresenceFrame } from '#shared/api/relay.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Auth } from '../http/auth.ts'
import { createUnavailableError } from '../http/errors.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { PostedPresence } from '../store/store.ts'
import { readCursor, type Hub, type Page, describePosition } from './hub.ts'

/** Times of a stream, in milliseconds. */
export const defaultStreamTimes = {
  heartbeat: 15_000,
  /** A reader that takes nothing for this long is disconnected. It can resume at its position. */
  drain: 30_000,
  /** Lifetime of a stream, ±10 %, so that streams opened together do not end together. */
  age: 3_600_000,
  /** After a stop, PCs reconnect at a random time within this period. */
  spread: 10_000,
}
export type StreamTimes = typeof defaultStreamTimes

interface StreamOwner {
  officeId: number
  deviceId: string | null
}

export interface Streams {
  /** Sends the office's list from a number on, until the connection closes. */
  open(owner: StreamOwner, from: { seq: number; isKnown: boolean }, response: ServerResponse): void
  /** Sends a frame without an event number to every stream of the office. */
  broadcast(officeId: number, event: string, data: object): void
  /** Sends what a PC posted to the other PCs of its office. A slow reader misses it. */
  sendPresence(posted: PostedPresence): void
  endDeviceStreams(deviceId: string): void
  isStreaming(deviceId: string): boolean
  /** PCs with a stream. */
  listDevices(): string[]
  count(): number
  /** Largest number of bytes that one slow reader keeps in memory. */
  countBufferedBytes(): number
  /** Ends every stream. */
  stop(): void
}

type Reason = 'stopping' | 'revoked' | 'age'

interface Stream extends StreamOwner {
  write(text: string | Buffer): void
  /** Drops the text while the reader is slow. */
  writeUnlessBlocked(text: string): void
  countBufferedBytes(): number
  end(reason: Reason): void
}

const PAGE = 100
/** Number of different random durations. Node keeps one timer list per duration. */
const STEPS = 200
/** More streams of one PC are forgotten connections. The oldest is ended. */
const PER_DEVICE = 4
/** Fills the first buffer of proxies and virus scanners, so that the first frame arrives at once. */
const PADDING = `: ${' '.repeat(2_048)}\n\n`
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

const encodeFrame = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Open streams. Each stream keeps its position, and at most one page in memory. */
export function createStreams(deps: {
  hub: Hub
  clock: Clock
  metrics: Metrics
  times: StreamTimes
  random?: () => number
}): Streams {
  const { hub, clock, metrics, times, random = Math.random } = deps
  /** Random number from 0 to 1, in steps. */
  const pickShare = () => Math.floor(random() * STEPS) / STEPS
  const all = new Set<Stream>()
  const byOffice = new Map<number, Set<Stream>>()
  const byDevice = new Map<string, Set<Stream>>()

  function open(
    { officeId, deviceId }: StreamOwner,
    from: { seq: number; isKnown: boolean },
    response: ServerResponse,
  ) {
    let { seq } = from
    /** Number of the last write of a record that the stream has announced. */
    let recordSeq = hub.place(officeId).recordHead
    let isBlocked = false
    let isEnded = false
    /** True while a page is read, or while the next page waits for its turn. */
    let isBusy = false
    let drainTimer: NodeJS.Timeout | undefined

    function write(text: string | Buffer): void {
      if (isEnded || response.write(text) || isBlocked) return
      isBlocked = true
      drainTimer = setTimeout(() => {
        metrics.countSlowStream()
        response.destroy()
      }, times.drain)
    }
    function onDrain(): void {
      clearTimeout(drainTimer)
      isBlocked = false
      sendNext()
    }

    /** Sends one page. The next page follows in another turn, so that no stream blocks the others. */
    function sendNext(): void {
      if (isBlocked || isEnded || isBusy) return
      const records = hub.recordsAfter(officeId, recordSeq)
      if (records !== null) {
        write(records.frame)
        recordSeq = records.head
      }
      const page = hub.recent(officeId, seq, PAGE)
      if (page !== null) return sendPage(page)
      isBusy = true
      hub.after(officeId, seq, PAGE).then(
        (read) => {
          isBusy = false
          if (!isEnded) sendPage(read)
        },
        // The store does not answer. The next event or heartbeat retries.
        () => (isBusy = false),
      )
    }
    function sendPage({ entries, gap }: Page): void {
      if (gap !== null) {
        write(encodeFrame('gap', gap))
        seq = gap.to
      }
      const last = entries.at(-1)
      if (last !== undefined) {
        // Usually one event: all streams share its buffer.
        write(entries.length === 1 ? last.frame : Buffer.concat(entries.map((entry) => entry.frame)))
        seq = last.seq
      }
      // Events may have arrived during the read, when `pump` returned early.
      if (seq >= hub.place(officeId).head) return
      isBusy = true
      setImmediate(() => {
        isBusy = false
        sendNext()
      })
    }

    function endStream(reason: Reason): void {
      if (isEnded) return
      const retry = reason === 'stopping' ? Math.floor(random() * times.spread) : 0
      // The unsent data of a blocked reader would keep the connection open.
      if (isBlocked) response.destroy()
      else response.end(`retry: ${retry}\n${encodeFrame('bye', { reason })}`)
      isEnded = true
    }
    const writeUnlessBlocked = (text: string) => {
      if (!isBlocked) write(text)
    }
    const sendHeartbeat = () => {
      if (isBlocked) return
      write(encodeFrame('hb', describePosition(hub, officeId, clock)))
      sendNext()
    }

    // Streams that were opened together, as after a restart, get different heartbeat phases.
    let heartbeat = setTimeout(() => {
      heartbeat = setInterval(sendHeartbeat, times.heartbeat)
      sendHeartbeat()
    }, times.heartbeat * pickShare())
    const age = setTimeout(() => endStream('age'), times.age * (0.9 + pickShare() / 5))
    const countBufferedBytes = () => response.writableLength
    const stream: Stream = {
      officeId,
      deviceId,
      write,
      writeUnlessBlocked,
      countBufferedBytes,
      end: endStream,
    }
    response.writeHead(200, HEADERS)
    response.on('drain', onDrain)
    response.on('close', () => {
      isEnded = true
      clearTimeout(heartbeat)
      clearTimeout(age)
      clearTimeout(drainTimer)
      ignore()
      removeStream(stream)
    })
    response.on('error', () => response.destroy())
    write(PADDING)
    write(encodeFrame('hb', describePosition(hub, officeId, clock)))
    const ignore = from.isKnown ? hub.listen(officeId, seq, sendNext) : () => {}
    if (from.isKnown) {
      addStream(stream)
      sendNext()
    } else {
      // The client must start again from another position.
      response.end(encodeFrame('reset', describePosition(hub, officeId, clock)))
      isEnded = true
    }
  }

  function addStream(stream: Stream): void {
    all.add(stream)
    addTo(byOffice, stream.officeId, stream)
    if (stream.deviceId === null) return
    const same = addTo(byDevice, stream.deviceId, stream)
    const [oldest] = same
    if (same.size > PER_DEVICE) oldest?.end('age')
  }

  function removeStream(stream: Stream): void {
    all.delete(stream)
    removeFrom(byOffice, stream.officeId, stream)
    if (stream.deviceId !== null) removeFrom(byDevice, stream.deviceId, stream)
  }

  return {
    open,
    broadcast(officeId, event, data) {
      for (const stream of byOffice.get(officeId) ?? []) stream.write(encodeFrame(event, data))
    },
    sendPresence({ officeId, ...frame }) {
      const text = encodeFrame('presence', frame satisfies PresenceFrame)
      for (const stream of byOffice.get(officeId) ?? [])
        if (stream.deviceId !== null && stream.deviceId !== frame.deviceId) stream.writeUnlessBlocked(text)
    },
    endDeviceStreams(deviceId) {
      for (const stream of byDevice.get(deviceId) ?? []) stream.end('revoked')
    },
    isStreaming: (deviceId) => byDevice.has(deviceId),
    listDevices: () => [...byDevice.keys()],
    count: () => all.size,
    countBufferedBytes: () => Math.max(0, ...[...all].map((stream) => stream.countBufferedBytes())),
    stop() {
      for (const stream of all) stream.end('stopping')
    },
  }
}

function addTo<K>(index: Map<K, Set<Stream>>, key: K, stream: Stream): Set<Stream> {
  const same = index.get(key) ?? new Set()
  index.set(key, same.add(stream))
  return same
}

function removeFrom<K>(index: Map<K, Set<Stream>>, key: K, stream: Stream): void {
  const same = index.get(key)
  same?.delete(stream)
  if (same?.size === 0) index.delete(key)
}

/** `GET /v1/stream`: the list as server-sent events. */
export function addStreamRoute(
  app: FastifyInstance,
  deps: { auth: Auth; hub: Hub; streams: Streams; isStopping: () => boolean },
): void {
  const { auth, hub, streams, isStopping } = deps
  app.get<{ Querystring: { after?: string } }>(
    '/v1/stream',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { officeId, deviceId } = await auth.identify(request)
      if (isStopping()) throw createUnavailableError('stopping', 'The relay is stopping.')
      await hub.refresh(officeId)
      // `last-event-id` of a browser or library is newer than the cursor in the URL.
      const resumed = request.headers['last-event-id']
      const cursor = readCursor(
        typeof resumed === 'string' ? resumed : request.query.after,
        hub.place(officeId).epoch,
      )
      reply.hijack()
      // The client disconnected during the reads, and `close` was already emitted. Nothing would ever end the stream.
      if (reply.raw.destroyed) return
      streams.open({ officeId, deviceId }, { seq: cursor.seq, isKnown: hub.has(officeId, cursor) }, reply.raw)
    },
  )
}
