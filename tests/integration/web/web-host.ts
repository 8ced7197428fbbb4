import { mkdirSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import {
  createRouter,
  type Broadcaster,
  type CommandHandlers,
  type TransferHandlers,
  type Router,
} from '#electron/core/bridge/router.ts'
import { createPanelRouter } from '#electron/core/bridge/panel-router.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import { createSessions, type Sessions } from '#electron/web/sessions.ts'
import { createWebServer, type Patience, type WebServer } from '#electron/web/server.ts'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { temporaryDirectory } from '#tests/fakes/core-fixture.ts'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface WebHostFixture {
  server: WebServer
  router: Router & Broadcaster
  sessions: Sessions
  origin: string
  host: string
  port: number
  /** Advances the clock that tokens expire by. */
  wait(ms: number): void
  /** Request as from a browser of the right window; every header can be replaced or removed. */
  ask(
    path: string,
    options?: { method?: string; headers?: Record<string, string | undefined>; body?: string | Buffer },
  ): Promise<Answer>
  socket(headers?: Record<string, string | undefined>, path?: string): WebSocket
  cookie: string
  close(): Promise<void>
}

const CHUNK = Buffer.alloc(64 * 1024, 0x61)

/** Data received by the fake core's transfers. */
export const seen = { received: 0, aborted: false, outEnded: false }

/** The real server over a core that only answers. */
export async function startWebHost(
  patience: Partial<Patience> = {},
  { port = 0, label = 'vtest0123456789', page = '<!doctype html><title>Ventanilla</title>' } = {},
): Promise<WebHostFixture> {
  const rendererDir = await temporaryDirectory()
  writeFileSync(join(rendererDir, 'index.html'), page)
  writeFileSync(join(rendererDir, 'panel.html'), '<!doctype html><title>Consulta rápida</title>')
  mkdirSync(join(rendererDir, 'assets'))
  writeFileSync(join(rendererDir, 'assets', 'main-abc123.js'), 'export {}')
  writeFileSync(join(rendererDir, 'notice-worker.js'), '// of notifications')
  writeFileSync(join(rendererDir, '..', 'outside.txt'), 'secret')

  const handlers = new Proxy({} as CommandHandlers, { get: () => () => ok({}) })
  const transferHandlers: Partial<TransferHandlers> = {
    'lookup.history-csv': async ({ query }, signal) => {
      signal.addEventListener('abort', () => (seen.aborted = true))
      async function* bytes() {
        try {
          if (query !== 'endless') yield Buffer.from('a;b\r\n')
          else for (;;) yield CHUNK
        } finally {
          seen.outEnded = true
        }
      }
      return ok({ filename: 'histórico.csv', contentType: 'text/csv', bytes: bytes() })
    },
    'backup.read': async () => fail(appError('passphrase-wrong')),
    'lookup.plates-in-file': async (_args, body, signal) => {
      signal.addEventListener('abort', () => (seen.aborted = true))
      seen.received = 0
      for await (const chunk of body) seen.received += chunk.byteLength
      return ok({ plates: [{ vrm: '1234BCD', repaired: false }], unread: [], more: false })
    },
  }
  // Any other transfer is unknown.
  const unknown = async () => fail(appError('not-found'))
  const router = createRouter({
    handlers,
    transferHandlers: new Proxy(transferHandlers as TransferHandlers, {
      get: (known, name) => Reflect.get(known, name) ?? unknown,
    }),
    onCrash: () => appError('internal'),
  })
  let now = 1_700_000_000_000
  const sessions = createSessions(() => now)
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const server = createWebServer({
    router,
    panelRouter: createPanelRouter(router, {} as Slices),
    sessions,
    rendererDir,
    log: silent,
    patience,
  })
  const { origin, port: actual } = await server.listen(port, label)
  const host = new URL(origin).host
  const id = sessions.enter(sessions.createEntry(null, () => undefined).token)
  const cookie = `ventanilla=${id}`
  const clean = (headers: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >

  return {
    server,
    router,
    sessions,
    origin,
    host,
    port: actual,
    cookie,
    wait: (ms) => void (now += ms),
    ask: (path, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const defaults = {
          host,
          cookie,
          'sec-fetch-site': 'same-origin',
          ...(method !== 'GET' && { origin }),
        }
        const outgoing = request(
          { host: '127.0.0.1', port: actual, path, method, headers: clean({ ...defaults, ...headers }) },
          (incoming) => {
            let text = ''
            incoming.on('data', (chunk) => (text += String(chunk)))
            incoming.on('end', () =>
              resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
            )
            incoming.on('error', reject)
          },
        )
        outgoing.on('error', reject)
        outgoing.end(body)
      }),
    socket: (headers = {}, path = '/bridge') =>
      new WebSocket(`ws://127.0.0.1:${actual}${path}`, {
        headers: clean({ host, origin, cookie, ...headers }),
      }),
    close: () => server.close(),
  }
}
