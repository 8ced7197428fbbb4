import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, relative, sep } from 'node:path'
import type { Duplex } from 'node:stream'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer as createVite, type Plugin, type ViteDevServer } from 'vite'
import { WebSocket, WebSocketServer } from 'ws'
import {
  BRIDGE_PATH,
  ENTER_PATH,
  MAX_FRAME_BYTES,
  PANEL_BRIDGE_PATH,
  PANEL_PATH,
  TRANSFER_PATH,
  WORKER_PATH,
} from '#shared/bridge/frames.ts'
import { PAGE_PATHS } from '#shared/bridge/routes.ts'
import { developmentHeaders } from '#electron/shell/page-session.ts'
import {
  newLabel,
  isNavigation,
  isOurFetch,
  isOurHost,
  isOurOrigin,
  SESSION_COOKIE,
  sessionIdOf,
} from '#electron/web/checks.ts'
import { NOTICE_WORKER, securityHeaders, enteredPage } from '#electron/web/pages.ts'
import { createEntryMaker, openEntry } from '#electron/web/entry.ts'
import { openBrowser } from '../electron/web/open-browser.ts'
import { createSessions, newSecret } from '../electron/web/sessions.ts'
import { type Host, runHost, watchSources } from './dev-host.ts'

/**
 * `npm run dev` serves the renderer from its sources with hot module replacement. The real web host runs behind this
 * server, on the demonstration. A saved source of the host restarts the host. The page stays open and reconnects,
 * because the address of this server does not change.
 *
 * This file is not shipped. This server enters the host with a one-time entry, like a browser, and applies the checks
 * of `electron/web/checks.ts` itself.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Sources of the host and of the processes that it starts. */
const CORE_FOLDERS = ['electron', 'shared', 'service', 'relay']
/** Paths that the host answers. Every other path is a page or a source. */
const HOST_PATHS = [TRANSFER_PATH, WORKER_PATH, '/session']

export interface DevOptions {
  root?: string
  dataDir: string
  port?: number
  /** Folders with the sources of the host. A saved file there restarts the host. */
  watched?: readonly string[]
  /** Arguments passed on to the host. */
  hostArgs?: readonly string[]
  printLine: (line: string) => void
}

export interface DevServer {
  origin: string
  /** Writes a one-time entry for a browser. */
  makeEntry: ReturnType<typeof createEntryMaker>
  /** Resolves once the running host answers. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** Starts the host and the server in front of it. */
export async function startDev(options: DevOptions): Promise<DevServer> {
  const { root = ROOT, dataDir, port: wished = 0, printLine } = options
  const { watched = CORE_FOLDERS.map((folder) => join(root, folder)) } = options
  mkdirSync(dataDir, { recursive: true })
  provideBuiltPages(root)
  const sessions = createSessions()
  const server = createServer()
  const connections = new Set<Duplex>()
  server.on('connection', (connection: Duplex) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  const vite = await createRendererServer(root, server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wished, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = `${newLabel()}.localhost:${port}`
  const origin = `http://${host}`
  const core = runHost({ root, dataDir, args: options.hostArgs ?? [], printLine })
  const unwatch = watchSources(watched, () => {
    void core.restart()
  })

  const headers = developmentHeaders(securityHeaders(host), [])
  const isOpen = (message: IncomingMessage) => sessions.isOpen(sessionIdOf(message.headers))
  server.on('request', (message: IncomingMessage, response: ServerResponse) => {
    const [path = '/'] = (message.url ?? '/').split('?', 1)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const isRead = message.method === 'GET' || message.method === 'HEAD'
    if (!isOurHost(message.headers, host)) return respond(response, 421)
    if (path === ENTER_PATH && isRead) {
      const token = new URL(message.url ?? '/', origin).searchParams.get('token')
      const id = token === null || !isNavigation(message.headers) ? null : sessions.enter(token)
      if (id === null) return respond(response, 403)
      response.setHeader('set-cookie', `${SESSION_COOKIE}=${id}; HttpOnly; SameSite=Strict; Path=/`)
      return respond(response, 200, enteredPage('/consulta'))
    }
    if (isRead ? !isOurFetch(message.headers) : !isOurOrigin(message.headers, origin))
      return respond(response, 403)
    if (!isOpen(message)) return respond(response, 401)
    if (HOST_PATHS.some((own) => path === own || (own.endsWith('/') && path.startsWith(own))))
      return void core.current().then((to) => forward(message, response, to))
    if (path === '/' || PAGE_PATHS.includes(path) || path === PANEL_PATH)
      return void page(vite, path).then(
        (html) => respond(response, 200, html),
        (error: unknown) => respond(response, 500, String(error)),
      )
    // The browser asks for the notification worker at a fixed address, so Vite needs the path of its source.
    if (path === NOTICE_WORKER) message.url = '/notify/notice-worker.ts'
    vite.middlewares(message, response, () => respond(response, 404))
  })

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })
  /** One host id for the whole run: the page refuses to reconnect to a different id. */
  const hostId = newSecret()
  server.on('upgrade', (message: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (!isOurHost(message.headers, host) || !isOurOrigin(message.headers, origin) || !isOpen(message))
      return stream.destroy()
    // Vite handles every other socket.
    if (message.url !== BRIDGE_PATH && message.url !== PANEL_BRIDGE_PATH) return
    void core
      .current()
      .then((to) =>
        sockets.handleUpgrade(message, stream, head, (socket) =>
          carry(socket, message.url ?? BRIDGE_PATH, to, hostId),
        ),
      )
  })

  const log = { info: printLine, warn: printLine, error: printLine }
  return {
    origin,
    makeEntry: createEntryMaker({
      dataDir,
      sessions,
      enterUrl: (token) => `${origin}${ENTER_PATH}?token=${token}`,
      log,
    }),
    ready: async () => void (await core.current()),
    async close() {
      unwatch()
      const closed = new Promise((resolve) => server.close(resolve))
      for (const connection of connections) connection.destroy()
      await Promise.all([core.close(), vite.close(), closed])
    },
  }
}

/** Writes empty pages if there is no build. The host reads the built pages at its start, but never serves them here. */
function provideBuiltPages(root: string): void {
  for (const name of ['index.html', 'panel.html']) {
    const path = join(root, 'out', 'renderer', name)
    if (existsSync(path)) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
  }
}

function createRendererServer(root: string, server: Server): Promise<ViteDevServer> {
  return createVite({
    configFile: false,
    root: join(root, 'renderer'),
    base: '/',
    appType: 'custom',
    cacheDir: join(root, 'node_modules', '.cache', 'vite-dev'),
    logLevel: 'warn',
    plugins: [react(), storeDevtools(root)],
    server: {
      middlewareMode: true,
      hmr: { server },
      fs: { allow: [root], deny: ['**/.env*', `**${sep}.git/**`] },
      watch: { ignored: ['**/out/**', '**/test-results/**'] },
    },
    optimizeDeps: { entries: ['main.tsx', 'panel.tsx'] },
  })
}

/**
 * Connects the zustand stores to the Redux DevTools of the browser. A store has the path of its file as its name.
 * From the second store of a file on, the name has a number too. Only this server uses the plugin, so a build
 * contains none of it.
 */
function storeDevtools(root: string): Plugin {
  const folder = join(root, 'renderer')
  return {
    name: 'store-devtools',
    transform(code, id) {
      const [path = ''] = id.split('?', 1)
      if (!path.startsWith(folder)) return null
      const wrapped = code.replace(
        /^(import \{[^}]*\b)createStore\b([^}]*\} from "zustand(?:\/vanilla)?";?)$/m,
        (_, before: string, after: string) => `${before}createStore as createPlainStore${after}
import { devtools } from 'zustand/middleware'
let storeCount = 0
const storeNumber = () => (++storeCount === 1 ? '' : ' ' + storeCount)
const withTools = (state) => createPlainStore(devtools(state, { name: ${JSON.stringify(relative(folder, path))} + storeNumber() }))
const createStore = (state) => (state ? withTools(state) : withTools)
`,
      )
      return wrapped === code ? null : { code: wrapped, map: null }
    },
  }
}

function page(vite: ViteDevServer, path: string): Promise<string> {
  const file = path === PANEL_PATH ? 'panel.html' : 'index.html'
  return vite.transformIndexHtml(`/${file}`, readFileSync(join(vite.config.root, file), 'utf8'))
}

function respond(response: ServerResponse, status: number, body = ''): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body)
}

/** Headers with the host, origin and cookie that the host expects from its own pages. */
const asOurs = (headers: IncomingMessage['headers'], to: Host) => ({
  ...headers,
  host: to.host,
  cookie: to.cookie,
  ...(headers.origin !== undefined && { origin: to.origin }),
})

function forward(message: IncomingMessage, response: ServerResponse, to: Host): void {
  const asked = request(
    {
      host: '127.0.0.1',
      port: to.port,
      path: message.url,
      method: message.method,
      headers: asOurs(message.headers, to),
    },
    (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(response)
    },
  )
  asked.once('error', () => response.destroy())
  message.pipe(asked)
}

/** Relays the frames between a page and the host. When the host ends, the socket closes and the page reconnects. */
function carry(socket: WebSocket, path: string, to: Host, hostId: string): void {
  const onward = new WebSocket(`ws://127.0.0.1:${to.port}${path}`, {
    headers: { host: to.host, origin: to.origin, cookie: to.cookie },
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })
  const waiting: string[] = []
  socket.on('message', (data) => {
    if (onward.readyState === WebSocket.OPEN) onward.send(String(data))
    else waiting.push(String(data))
  })
  onward.on('open', () => {
    for (const data of waiting.splice(0)) onward.send(data)
  })
  onward.on('message', (data) => {
    const text = String(data)
    socket.send(text.startsWith('{"host":') ? JSON.stringify({ ...JSON.parse(text), host: hostId }) : text)
  })
  onward.on('error', () => socket.terminate())
  onward.on('close', () => socket.terminate())
  socket.on('error', () => onward.terminate())
  socket.on('close', () => onward.terminate())
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowNegative: true,
    allowPositionals: true,
    options: {
      'data-dir': { type: 'string', default: join(ROOT, 'node_modules', '.cache', 'dev-data') },
      port: { type: 'string', default: '0' },
      open: { type: 'boolean', default: true },
    },
  })
  const printLine = (line: string) => void process.stderr.write(`${line}\n`)
  const dev = await startDev({
    dataDir: values['data-dir'],
    port: Number(values.port),
    hostArgs: positionals,
    printLine,
  })
  await dev.ready()
  await openEntry(await dev.makeEntry(null), { open: values.open, browser: 'tab', printLine, openBrowser })
  printLine(
    `dev: ${dev.origin} (a saved file of renderer/ or shared/ changes the page; one of the core starts it again)`,
  )
  const end = () => void dev.close().then(() => process.exit(0))
  process.once('SIGINT', end).once('SIGTERM', end)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
