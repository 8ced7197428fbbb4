import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import { BRIDGE_PATH, callFrame, MAX_FRAME_BYTES, type ServerFrame } from '#shared/bridge/frames.ts'
import type { Router } from '../core/bridge/router.ts'
import type { Strangers } from '../core/instance/strangers.ts'
import type { Log } from '../core/runtime/log/log.ts'
import { lastBeat, windowIn } from '../window-beat.ts'
import { isOurHost, isOurOrigin, sessionIdOf } from './checks.ts'
import type { Sessions } from './sessions.ts'

/** A tab that reads nothing is cut here: it reconnects and requests a snapshot. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024

export interface Sockets {
  close(): void
}

export interface SocketsDeps {
  router: Router
  sessions: Sessions
  strangers: Strangers
  host: string
  origin: string
  log: Log
  /** Milliseconds between pings; a window that has not answered the last one is gone. */
  pingMs: number
}

/** Serves the bridge's messages, one WebSocket per window. */
export function attachSockets(
  server: Server,
  { router, sessions, strangers, host, origin, log, pingMs }: SocketsDeps,
): Sockets {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const id = sessionIdOf(request.headers)
    if (request.url !== BRIDGE_PATH) return turnAway(stream, 404)
    if (!isOurHost(request.headers, host)) return turnAway(stream, 421)
    if (!isOurOrigin(request.headers, origin)) return turnAway(stream, 403)
    if (id === null || !sessions.isOpen(id)) return turnAway(stream, 401)
    strangers.admit(request.socket)
    sockets.handleUpgrade(request, stream, head, (socket) => serve(socket, id))
  })

  function serve(socket: WebSocket, sessionId: string): void {
    let alive = true
    let windowId: string | null = null
    const send = (frame: ServerFrame) => {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > MAX_UNSENT_BYTES) {
        log.warn('web host: a window reads nothing and is cut')
        return socket.terminate()
      }
      socket.send(JSON.stringify(frame))
    }
    const lost = (error: unknown) => log.error('web host: an answer could not be sent', error)
    const unsubscribe = router.subscribe(send)
    const pulse = setInterval(() => {
      if (!alive) return socket.terminate()
      alive = false
      socket.ping()
    }, pingMs)
    socket.on('pong', () => {
      alive = true
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearInterval(pulse)
      unsubscribe()
      if (windowId !== null) router.call('notifications.window', lastBeat(windowId)).catch(lost)
    })
    socket.on('message', (data, isBinary) => {
      const call = isBinary ? null : readCall(data)
      // Only our own renderer connects here: anything else is a bug or an attack, and gets no answer.
      if (!call) return socket.close(1008)
      windowId = windowIn(call.command, call.args) ?? windowId
      router
        .call(call.command, call.args)
        .then((result) => send({ id: call.id, result }))
        .catch(lost)
    })
    const route = sessions.takeRoute(sessionId)
    if (route) send({ topic: 'route', payload: { route } })
  }

  return {
    close() {
      for (const socket of sockets.clients) {
        socket.close(1001)
        setTimeout(() => socket.terminate(), 200).unref()
      }
      sockets.close()
    },
  }
}

function readCall(data: RawData) {
  try {
    const parsed = callFrame.safeParse(JSON.parse(String(data)))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function turnAway(stream: Duplex, status: number): void {
  stream.on('error', () => stream.destroy())
  const answer = `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
  // The peer may never close its half.
  stream.end(answer, () => stream.destroy())
}
