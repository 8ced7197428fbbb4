import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import type { HostErrorCode } from '#shared/host-protocol/protocol.ts'
import {
  createFrameReader,
  frameHeader,
  NATIVE_ORDER,
  type ByteOrder,
  FrameError,
} from '../core/instance/message-frames.ts'
import type { Absence, Door } from './door.ts'
import { isUtf8 } from 'node:buffer'

/** Fields of a request that the host reads. It checks them by hand: loading zod and the schemas takes 19 ms. */
interface Request {
  id: number
  command: string
}

const MAX_COMMAND = 64

/**
 * Reads the request of a frame.
 * @throws `FrameError` for anything else
 */
function readRequest(body: Buffer): Request {
  const { id, command } = readObject(body)
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw new FrameError('no id')
  if (typeof command !== 'string' || command.length > MAX_COMMAND) throw new FrameError('no command')
  return { id, command }
}

/**
 * Reads a frame of the application.
 * @returns the id of the answered request, or `null` for a topic
 * @throws `FrameError` for anything else
 */
function readAnswered(body: Buffer): number | null {
  const { id, topic } = readObject(body)
  if (typeof topic === 'string') return null
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id
  throw new FrameError('neither an answer nor a topic')
}

function readObject(body: Buffer): Record<string, unknown> {
  // A browser ends the host if it receives bytes that are not text.
  if (!isUtf8(body)) throw new FrameError('no UTF-8')
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw new FrameError('no JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new FrameError('no object')
  return value as Record<string, unknown>
}

const buildOkAnswer = (id: number) => ({ id, ok: true, value: {} })
const buildErrorAnswer = (id: number, code: HostErrorCode, retryAfterMs?: number) => ({
  id,
  ok: false,
  error: { code, ...(retryAfterMs !== undefined && { retryAfterMs }) },
})
const buildConnectionTopic = (connected: boolean) => ({ topic: 'host', payload: { connected } })

export interface CarrierDeps {
  /** Streams from and to the browser. */
  input: Readable
  output: Writable
  /** Connects to the application. Resolves with the reason if there is no connection. */
  openDoor(): Promise<Door | Absence>
  startApplication(): Promise<boolean>
  /** Called when the browser has ended the connection, or sent an invalid frame. */
  onEnd(error: Error | null): void
  onDoorError(error: Error): void
  /** Milliseconds that the application may stop reading. After that it counts as hung. */
  stallMs?: number
}

export interface Carrier {
  isConnected(): boolean
  /** Connects if there is no connection. The extension is told if this changes. */
  connect(): Promise<void>
}

const STALL_MS = 10_000
/** Limit of requests without an answer. An extension that sends requests faster than they are answered must wait. */
const MAX_OPEN = 1_024
const RETRY_AFTER_MS = 1_000
/**
 * Limit of bytes waiting for one end. Above it, the other end is not read. Below it, the end of the browser's stream
 * is noticed.
 */
const MAX_HELD_BYTES = 1_048_576

interface Waiting extends Request {
  body: Buffer
}

/**
 * Carries frames between the browser and the application, unchanged. If one end is slow, the other is not read, so
 * only a few frames are in memory. Requests without an application are answered here.
 */
export function createCarrier(deps: CarrierDeps): Carrier {
  const { input, output, stallMs = STALL_MS } = deps
  const fromBrowser = createFrameReader(NATIVE_ORDER)
  /** Ids of requests that were passed on and are not answered yet. */
  const open = new Set<number>()
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let door: Socket | null = null
  let looking: Promise<void> | null = null
  /**
   * Connection state that the extension last received. An extension assumes that the application runs until it hears
   * otherwise.
   */
  let toldConnected = true
  let stall: NodeJS.Timeout | undefined
  let goneAs: HostErrorCode = 'not-running'

  function write(stream: Writable, body: Buffer, order: ByteOrder): void {
    stream.cork()
    stream.write(frameHeader(body.length, order))
    stream.write(body)
    stream.uncork()
  }

  function sendToBrowser(message: object): void {
    write(output, Buffer.from(JSON.stringify(message)), NATIVE_ORDER)
  }

  function sendConnected(connected: boolean): void {
    if (toldConnected === connected) return
    toldConnected = connected
    sendToBrowser(buildConnectionTopic(connected))
  }

  /** Reads from each end only as fast as the other end consumes. */
  function applyBackpressure(): void {
    const isBrowserSlow = output.writableLength > MAX_HELD_BYTES
    const isApplicationSlow = (door?.writableLength ?? 0) > MAX_HELD_BYTES
    if (isBrowserSlow || isApplicationSlow || waitingBytes > MAX_HELD_BYTES) input.pause()
    else input.resume()
    if (isBrowserSlow) door?.pause()
    else door?.resume()
    if (isApplicationSlow) return void (stall ??= setTimeout(giveUp, stallMs))
    clearTimeout(stall)
    stall = undefined
  }

  function giveUp(): void {
    goneAs = 'not-answering'
    door?.destroy()
  }

  function forward(request: Waiting): void {
    if (door === null) return
    open.add(request.id)
    write(door, request.body, 'LE')
  }

  function handleBody(body: Buffer): void {
    const request = { ...readRequest(body), body }
    const { id, command } = request
    if (command === 'host.start') return startApplicationFor(id)
    // Ignore a repeated request: it is answered once.
    if (open.has(id) || waiting.some((one) => one.id === id)) return
    if (open.size + waiting.length >= MAX_OPEN)
      return sendToBrowser(buildErrorAnswer(id, 'rate-limited', RETRY_AFTER_MS))
    if (door !== null) return forward(request)
    waiting.push(request)
    waitingBytes += body.length
    void connect()
  }

  function startApplicationFor(id: number): void {
    if (door !== null) return sendToBrowser(buildOkAnswer(id))
    deps.startApplication().then(
      (started) => sendToBrowser(started ? buildOkAnswer(id) : buildErrorAnswer(id, 'failed')),
      () => sendToBrowser(buildErrorAnswer(id, 'failed')),
    )
  }

  function takeWaiting(): Waiting[] {
    const taken = waiting
    waiting = []
    waitingBytes = 0
    return taken
  }

  function refuse(ids: Iterable<number>, code: HostErrorCode): void {
    for (const id of ids) sendToBrowser(buildErrorAnswer(id, code))
  }

  function connect(): Promise<void> {
    if (door !== null) return Promise.resolve()
    looking ??= deps.openDoor().then((found) => {
      looking = null
      if (typeof found === 'string') answerWaiting(found)
      // The socket has closed since, and its event will not come any more.
      else if (found.socket.destroyed) answerWaiting('unproved')
      else attachDoor(found)
      applyBackpressure()
    })
    return looking
  }

  function answerWaiting(absence: Absence): void {
    sendConnected(false)
    const ids = takeWaiting().map(({ id }) => id)
    refuse(ids, absence === 'absent' ? 'not-running' : 'not-answering')
  }

  function attachDoor({ socket, rest }: Door): void {
    const fromApplication = createFrameReader('LE')
    const isFirst = toldConnected

    function receive(chunk: Buffer): void {
      try {
        for (const body of fromApplication.push(chunk)) {
          const id = readAnswered(body)
          // Drop a late answer: the host has already answered that request itself.
          if (id === null || open.delete(id)) write(output, body, NATIVE_ORDER)
        }
        applyBackpressure()
      } catch (error) {
        deps.onDoorError(error as Error)
        socket.destroy()
      }
    }

    door = socket
    goneAs = 'not-running'
    socket.on('data', receive)
    socket.on('drain', applyBackpressure)
    socket.once('close', () => {
      door = null
      sendConnected(false)
      refuse(open, goneAs)
      open.clear()
      applyBackpressure()
    })
    sendConnected(true)
    // A connection begins with `hello`. Requests sent before the extension knew about the connection cannot be first.
    const requests = takeWaiting()
    const hello = isFirst ? 0 : requests.findIndex(({ command }) => command === 'hello')
    refuse(
      requests.splice(0, hello < 0 ? requests.length : hello).map(({ id }) => id),
      'not-running',
    )
    for (const request of requests) forward(request)
    if (rest.length > 0) receive(rest)
  }

  input.on('data', (chunk: Buffer) => {
    try {
      for (const body of fromBrowser.push(chunk)) handleBody(body)
      applyBackpressure()
    } catch (error) {
      deps.onEnd(error as Error)
    }
  })
  for (const event of ['end', 'close', 'error']) input.once(event, () => deps.onEnd(null))
  output.on('error', () => deps.onEnd(null))
  output.on('drain', applyBackpressure)

  return { isConnected: () => door !== null, connect }
}
