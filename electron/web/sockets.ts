import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import {
  BRIDGE_PATH,
  callFrame,
  type HostFrame,
  MAX_FRAME_BYTES,
  PANEL_BRIDGE_PATH,
  type ServerFrame,
} from '#shared/bridge/frames.ts'
import type { Place, Route } from '#shared/bridge/route.ts'
import type { Router } from '../core/bridge/router.ts'
import type { Destination } from '../core/instance/hand-over-wire.ts'
import type { Strangers } from '../core/instance/strangers.ts'
import type { Log } from '../core/runtime/log.ts'
import { beatIn, lastBeat } from '../host-parts.ts'
import { isOurHost, isOurOrigin, sessionIdOf } from './checks.ts'
import { newSecret, type Sessions } from './sessions.ts'

/**
 * Limit of unsent bytes. A window that reads nothing is disconnected beyond it. It reconnects and requests a
 * snapshot.
 */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024

/** Milliseconds that a route waits for a window that is about to open. It would be a surprise in a later window. */
const ROUTE_WAITS_MS = 30_000

export interface Sockets {
  /**
   * Sends a route to the window that was used last.
   * @returns false if there is no window; the next window to open then gets the route
   */
  openRoute(place: Place): boolean
  hasWindow(): boolean
  /**
   * Tells every page that the host restarts.
   * @param moving data that a page at this destination needs to follow
   */
  announceMove(moving: (destination: Destination) => HostFrame['moving']): void
  close(): void
}

export interface SocketsDeps {
  router: Router
  /** Router for the pages of the quick-lookup panel. */
  panelRouter: Router
  sessions: Sessions
  strangers: Strangers
  host: string
  origin: string
  log: Log
  /** Milliseconds between pings. A window that has not answered the last ping is gone. */
  pingMs: number
}

/** Page with a socket: a window of the application or a quick-lookup panel. */
interface Page {
  readonly socket: WebSocket
  readonly send: (frame: ServerFrame) => void
  readonly isPanel: boolean
  /** Increases with every use. It is 0 before the first use. */
  usedAt: number
  /** True if the window reported that its user is elsewhere. */
  isAside: boolean
  /** Route that the window last reported. */
  route: Route | null
}

/** Serves the bridge's messages, one WebSocket per window. */
export function attachSockets(
  server: Server,
  { router, panelRouter, sessions, strangers, host, origin, log, pingMs }: SocketsDeps,
): Sockets {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })

  /** Id of this run, for its pages. */
  const hostId = newSecret()
  const pages = new Set<Page>()
  let uses = 0
  let waiting: { place: Place; since: number } | null = null

  function takeWaiting(): Place | null {
    const taken = waiting && performance.now() - waiting.since < ROUTE_WAITS_MS ? waiting.place : null
    waiting = null
    return taken
  }

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const id = sessionIdOf(request.headers)
    const isPanel = request.url === PANEL_BRIDGE_PATH
    if (request.url !== BRIDGE_PATH && !isPanel) return rejectUpgrade(stream, 404)
    if (!isOurHost(request.headers, host)) return rejectUpgrade(stream, 421)
    if (!isOurOrigin(request.headers, origin)) return rejectUpgrade(stream, 403)
    if (id === null || !sessions.isOpen(id)) return rejectUpgrade(stream, 401)
    strangers.admit(request.socket)
    sockets.handleUpgrade(request, stream, head, (socket) =>
      isPanel ? void serve(socket, panelRouter, true) : serveWindow(socket, id),
    )
  })

  function serveWindow(socket: WebSocket, sessionId: string): void {
    const { send } = serve(socket, router, false)
    const route = sessions.takeRoute(sessionId)
    const place = route ? { route } : takeWaiting()
    if (place) send({ topic: 'route', payload: place })
  }

  function serve(socket: WebSocket, core: Router, isPanel: boolean): Page {
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
    const page: Page = { socket, send, isPanel, usedAt: 0, isAside: false, route: null }
    pages.add(page)
    send({ host: hostId })
    const logLostAnswer = (error: unknown) => log.error('web host: an answer could not be sent', error)
    const unsubscribe = core.subscribe(send)
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
      pages.delete(page)
      if (windowId !== null) core.call('notifications.window', lastBeat(windowId)).catch(logLostAnswer)
    })
    socket.on('message', (data, isBinary) => {
      const call = isBinary ? null : readCall(data)
      // Only our own renderer connects here. Anything else is a bug or an attack, and gets no answer.
      if (!call) return socket.close(1008)
      const beat = beatIn(call.command, call.args)
      if (beat) {
        windowId = beat.windowId
        page.isAside = beat.focused === false
        page.route = beat.route ?? null
      }
      // A page in the background sends heartbeats and refetches changes. Neither counts as a use.
      if (beat ? beat.focused === true : !page.isAside) page.usedAt = ++uses
      core
        .call(call.command, call.args)
        .then((result) => send({ id: call.id, result }))
        .catch(logLostAnswer)
    })
    return page
  }

  /** Window that was used last. If no window was used, the newest one. */
  const lastWindow = () =>
    [...pages]
      .filter(({ socket, isPanel }) => !isPanel && socket.readyState === socket.OPEN)
      .toSorted((a, b) => a.usedAt - b.usedAt)
      .at(-1)

  return {
    hasWindow: () => lastWindow() !== undefined,
    openRoute(place) {
      const last = lastWindow()
      if (last) last.send({ topic: 'route', payload: place })
      else waiting = { place, since: performance.now() }
      return last !== undefined
    },
    announceMove(moving) {
      for (const { send, isPanel, route } of pages) {
        const told = moving(isPanel ? { open: 'panel' } : route)
        if (told) send({ host: hostId, moving: told })
      }
    },
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

function rejectUpgrade(stream: Duplex, status: number): void {
  stream.on('error', () => stream.destroy())
  const answer = `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
  // Destroy the stream, because the peer may never close its half.
  stream.end(answer, () => stream.destroy())
}
