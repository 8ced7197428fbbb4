import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import {
  ENTER_PATH,
  MOVED_PATH,
  PANEL_PATH,
  TRANSFER_PATH,
  WORKER_COMMANDS,
  WORKER_PATH,
} from '#shared/bridge/frames.ts'
import type { Place } from '#shared/bridge/route.ts'
import { PAGE_PATHS } from '#shared/bridge/routes.ts'
import type { Router } from '../core/bridge/router.ts'
import {
  isRunHost,
  newLabel,
  isNavigation,
  isOurFetch,
  isOurHost,
  isOurOrigin,
  isServiceWorker,
  SESSION_COOKIE,
  sessionIdOf,
} from './checks.ts'
import { limitStrangers } from '../core/instance/strangers.ts'
import type { Log } from '../core/runtime/log.ts'
import {
  forgetHeaders,
  IMMUTABLE,
  NOTICE_WORKER,
  panelHeaders,
  securityHeaders,
  strangeHeaders,
  workerHeaders,
  closedPage,
  enteredPage,
  movedPage,
  noRoomPage,
  notFoundPage,
  NO_ROOM_PATH,
} from './pages.ts'
import { addReturn, returnDestination, newRestart, sealAddress, type Restart } from './restart.ts'
import type { Sessions } from './sessions.ts'
import { attachSockets, type Sockets } from './sockets.ts'
import { addTransfers } from './transfers.ts'
import * as z from 'zod'

const HOME = '/consulta'

export interface WebServerDeps {
  router: Router
  panelRouter: Router
  sessions: Sessions
  /** Folder of the built renderer. */
  rendererDir: string
  log: Log
  /** True if the system opens links to this application (`ventanilla://…`). */
  opensLinks?: boolean
  patience?: Partial<Patience>
}

/** Timeouts in milliseconds. */
export interface Patience {
  /** Timeout for the headers of a request, and the interval of that check. */
  headers: number
  check: number
  /** Total time for a connection to authenticate. */
  stranger: number
  /** Interval between the pings that a window must answer. */
  ping: number
}

const PATIENCE: Patience = { headers: 10_000, check: 5_000, stranger: 10_000, ping: 15_000 }
/** Milliseconds without a byte after which a transfer fails. The core may need minutes before a transfer begins. */
const IDLE_MS = 10 * 60_000
/** Limit of unauthenticated connections. The rest of the maximum is for sessions. */
const MAX_STRANGERS = 200
const MAX_CONNECTIONS = 1_024

export interface WebServer {
  /**
   * Listens on loopback. Rejects with `EADDRINUSE` if the port is in use. Port 0 chooses a free one.
   * @param label the random host name, without its `.localhost`
   */
  listen(port: number, label: string): Promise<{ origin: string; port: number }>
  /**
   * Sends a route to the window that was used last.
   * @returns false if there is no window; the next window to open then gets the route
   */
  openRoute(place: Place): boolean
  hasWindow(): boolean
  /** Address that spends a token. */
  enterUrl(token: string): string
  /** Address of a page that tells that the disk is full. It has no secret and does not have the name of this run. */
  noRoomUrl(): string
  /**
   * Tells the windows that the host restarts.
   * @returns the data that the next process needs
   */
  announceRestart(): Restart
  /** Tells this address to the windows of the previous process, from now on. */
  welcome(restart: Restart): void
  close(): Promise<void>
}

/**
 * Serves the application to the user's own browser: its files, its socket and its transfers, protected by
 * `checks.ts`.
 */
export function createWebServer(deps: WebServerDeps): WebServer {
  const { router, panelRouter, sessions, rendererDir, log, opensLinks = false } = deps
  const patience = { ...PATIENCE, ...deps.patience }
  const index = readFileSync(join(rendererDir, 'index.html'))
  const panel = readFileSync(join(rendererDir, 'panel.html'))
  const app: FastifyInstance = fastify({
    requestTimeout: 0,
    connectionTimeout: IDLE_MS,
    http: {
      headersTimeout: patience.headers,
      connectionsCheckingInterval: patience.check,
      maxHeaderSize: 16 * 1024,
    },
    keepAliveTimeout: 65_000,
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
  })
  const strangers = limitStrangers(app.server, { max: MAX_STRANGERS, patienceMs: patience.stranger })
  app.server.maxConnections = MAX_CONNECTIONS
  let host = ''
  let origin = ''
  let port = 0
  let sockets: Sockets | null = null
  let before: Restart | null = null

  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    if (!isOurHost(request.headers, host)) return redirectElsewhere(request, reply, path)
    reply.headers(securityHeaders(host))
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (path === ENTER_PATH && reads) return isNavigation(request.headers) ? undefined : refuse(reply, 403)
    if (reads ? !isOurFetch(request.headers) : !isOurOrigin(request.headers, origin))
      return refuse(reply, 403)
    if (isServiceWorker(request.headers) && path !== NOTICE_WORKER) return refuse(reply, 403)
    if (!sessions.isOpen(sessionIdOf(request.headers)))
      return answerNoSession(request, reply, path, opensLinks)
    strangers.admit(request.raw.socket)
    return undefined
  })
  /**
   * Answers a request under another host name than this run's: a window of the previous process, an old bookmark, or
   * a rebound name. The answer never contains this run's name.
   */
  function redirectElsewhere(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
    reply.headers(strangeHeaders)
    const { host: asked = '' } = request.headers
    if (before?.host === asked && path === MOVED_PATH && request.method === 'GET') {
      const nonce = /^nonce=([\w-]{16,64})$/.exec(request.url.slice(MOVED_PATH.length + 1))?.[1]
      if (nonce === undefined || !isOurFetch(request.headers)) return refuse(reply, 403)
      return closeConnection(reply).send({ address: sealAddress(before.key, nonce, origin) })
    }
    if (!isRunHost(asked, port) || !isPageOfPerson(request)) return refuse(reply, 421)
    if (path === NO_ROOM_PATH) return sendHtml(closeConnection(reply), 507, noRoomPage())
    return sendHtml(closeConnection(reply).headers(forgetHeaders), 410, movedPage(path, opensLinks))
  }
  app.setNotFoundHandler((request, reply) =>
    isPageOfPerson(request) ? sendHtml(closeConnection(reply), 404, notFoundPage()) : refuse(reply, 404),
  )
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status >= 500) log.error(`web host: ${request.method} ${request.routeOptions.url ?? ''}`, error)
    return refuse(reply, status >= 400 && status < 600 ? status : 500)
  })

  app.get<{ Querystring: { token?: string } }>(ENTER_PATH, (request, reply) => {
    const { token } = request.query
    const id = typeof token === 'string' ? sessions.enter(token) : null
    if (id === null) return sendHtml(closeConnection(reply), 403, closedPage(ENTER_PATH, opensLinks))
    void reply.header('set-cookie', `${SESSION_COOKIE}=${id}; HttpOnly; SameSite=Strict; Path=/`)
    return sendHtml(reply, 200, enteredPage(sessions.beginsWithPanel(id) ? PANEL_PATH : HOME))
  })
  app.get('/session', (_request, reply) => reply.code(204).send())
  for (const path of PAGE_PATHS) app.get(path, (_request, reply) => sendHtml(reply, 200, index))
  app.get(PANEL_PATH, (_request, reply) => sendHtml(reply.headers(panelHeaders), 200, panel))
  void app.register(fastifyStatic, {
    root: rendererDir,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      // Only files whose name has a hash of their content may be cached.
      if (path.startsWith(join(rendererDir, 'assets'))) reply.header('cache-control', IMMUTABLE)
      if (path === join(rendererDir, NOTICE_WORKER)) reply.headers(workerHeaders(origin))
    },
  })
  addWorkerCalls(app, router)
  void app.register(async (scope) => addTransfers(scope, { router, path: TRANSFER_PATH }))

  return {
    async listen(wished, label) {
      await app.ready()
      // Do not use Fastify's own listen: after `EADDRINUSE` it cannot be called again.
      await new Promise<void>((resolve, reject) => {
        app.server.once('error', reject)
        app.server.listen(wished, '127.0.0.1', () => {
          app.server.off('error', reject)
          resolve()
        })
      })
      port = (app.server.address() as AddressInfo).port
      host = `${label}.localhost:${port}`
      origin = `http://${host}`
      sockets = attachSockets(app.server, {
        router,
        panelRouter,
        sessions,
        strangers,
        host,
        origin,
        log,
        pingMs: patience.ping,
      })
      return { origin, port }
    },
    openRoute: (place) => sockets?.openRoute(place) ?? false,
    hasWindow: () => sockets?.hasWindow() ?? false,
    enterUrl: (token) => `${origin}${ENTER_PATH}?token=${token}`,
    noRoomUrl: () => `http://${newLabel()}.localhost:${port}${NO_ROOM_PATH}`,
    announceRestart() {
      const restart = newRestart(host)
      sockets?.announceMove((destination) => ({
        token: addReturn(restart, destination),
        key: restart.key,
      }))
      return restart
    },
    welcome(restart) {
      before = restart
      for (const returning of restart.returns)
        sessions.expect(returning.token, (token) => returnDestination(returning, token))
    },
    async close() {
      sockets?.close()
      const closed = new Promise((resolve) => app.server.close(resolve))
      app.server.closeAllConnections()
      await closed
      await app.close()
    },
  }
}

const sendHtml = (reply: FastifyReply, status: number, body: string | Buffer) =>
  reply.code(status).type('text/html; charset=utf-8').send(body)

const refuse = (reply: FastifyReply, status: number) =>
  closeConnection(reply).code(status).type('text/plain; charset=utf-8').send('')

/** Closes the connection after the answer. A refused request must not hold it, whatever it still sends. */
const closeConnection = (reply: FastifyReply) => reply.header('connection', 'close')

/** Answers a request without a session. A page request gets a page with instructions, a script only the status. */
function answerNoSession(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  opensLinks: boolean,
): FastifyReply {
  const isKnown = PAGE_PATHS.includes(path) || path === PANEL_PATH
  // Old browsers do not send the destination.
  const isPage = isPageOfPerson(request) || (isKnown && request.headers['sec-fetch-dest'] === undefined)
  return isPage ? sendHtml(closeConnection(reply), 401, closedPage(path, opensLinks)) : refuse(reply, 401)
}

/** True if a person sees the answer as a page. */
const isPageOfPerson = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['sec-fetch-dest'] === 'document'

/** Limit of a call in bytes. The errors of a page are the largest calls. */
const MAX_BYTES = 32 * 1024

const callSchema = z.object({ command: z.enum(WORKER_COMMANDS), args: z.unknown() })

/**
 * Serves the calls of the notification worker. The worker has no socket, so each call is a request and passes all
 * checks. It may only call `WORKER_COMMANDS`.
 */
function addWorkerCalls(app: FastifyInstance, router: Pick<Router, 'call'>): void {
  app.post(WORKER_PATH, { bodyLimit: MAX_BYTES }, async ({ body }, reply) => {
    const call = callSchema.safeParse(body)
    if (!call.success) return reply.code(400).send('')
    return router.call(call.data.command, call.data.args)
  })
}
