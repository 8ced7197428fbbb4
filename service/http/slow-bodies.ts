import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Clock } from '#shared/server/clock.ts'
import type { Limits } from './limits.ts'

interface OpenBody {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Bytes of the connection when data last arrived, and that time. */
  bytes: number
  movedAt: number
  /** The same at the start of the current window. */
  windowBytes: number
  windowAt: number
  /** Time of the response, which may come before the body has ended. */
  answeredAt: number | null
}

const slow = () => Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/**
 * Cuts bodies that stop or arrive too slowly, as `clientError` like Node's own limits. Node's
 * `requestTimeout` bounds the whole request instead, so that a large file on a slow line could never arrive.
 *
 * Time counts only while the body is being read, so that a slow service never cuts its own callers.
 */
export function cutSlowBodies(server: Server, limits: Limits, clock: Pick<Clock, 'now'>): void {
  const open = new Set<OpenBody>()
  const minimum = (limits.bodyBytesPerSecond * limits.bodyWindowMs) / 1_000

  function isTooSlow(body: OpenBody, now: number): boolean {
    const { bytesRead } = body.request.socket
    if (body.answeredAt !== null) return now - body.answeredAt > limits.lingerMs
    if (body.request.readableFlowing !== true) {
      Object.assign(body, { bytes: bytesRead, movedAt: now, windowBytes: bytesRead, windowAt: now })
      return false
    }
    if (bytesRead > body.bytes) Object.assign(body, { bytes: bytesRead, movedAt: now })
    else if (now - body.movedAt > limits.bodyIdleMs) return true
    if (now - body.windowAt < limits.bodyWindowMs) return false
    if (bytesRead - body.windowBytes < minimum) return true
    Object.assign(body, { windowBytes: bytesRead, windowAt: now })
    return false
  }

  function sweep(): void {
    const now = clock.now()
    for (const body of open) {
      const { request, response } = body
      if (request.complete || request.socket.destroyed) open.delete(body)
      else if (isTooSlow(body, now)) {
        open.delete(body)
        if (response.headersSent) request.socket.destroy()
        else server.emit('clientError', slow(), request.socket)
      }
    }
  }
  const timer = setInterval(sweep, limits.connectionsCheckingIntervalMs).unref()
  server.once('close', () => clearInterval(timer))

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    const [now, bytes] = [clock.now(), socket.bytesRead]
    const body: OpenBody = {
      request,
      response,
      bytes,
      movedAt: now,
      windowBytes: bytes,
      windowAt: now,
      answeredAt: null,
    }
    open.add(body)
    response.once('finish', () => (body.answeredAt = clock.now()))
    request.once('close', () => open.delete(body))
  })
}
