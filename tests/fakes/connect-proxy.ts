import { createServer, type IncomingHttpHeaders } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Real office proxy: CONNECT only, resolves names by itself, with selectable failures. */
export interface ConnectProxy {
  readonly url: string
  /** Received CONNECT requests, with everything that the proxy could read. */
  readonly asked: { to: string; headers: IncomingHttpHeaders }[]
  /** A status refuses; `hangs up` and `says nothing` do as named. */
  mood: 'works' | 'hangs up' | 'says nothing' | 403 | 407 | 502
  /** Lets the unanswered connections through. */
  letThrough(): void
}

/** @param resolve returns the address to connect to for a name */
export async function startConnectProxy(resolve: (to: string) => string | undefined): Promise<ConnectProxy> {
  const sockets = new Set<Socket>()
  const waiting: (() => void)[] = []
  const server = createServer((_request, response) => void response.writeHead(405).end())
  server.on('connection', (socket) => sockets.add(socket))
  server.on('connect', (request, socket, head) => {
    const to = request.url ?? ''
    proxy.asked.push({ to, headers: request.headers })
    socket.on('error', () => undefined)
    if (proxy.mood === 'hangs up') return void socket.destroy()
    const real = resolve(to)
    const wait = proxy.mood === 'says nothing'
    if (real === undefined || typeof proxy.mood === 'number') {
      const status = typeof proxy.mood === 'number' ? proxy.mood : 502
      const wants = status === 407 ? 'Proxy-Authenticate: NTLM\r\n' : ''
      return void socket.end(`HTTP/1.1 ${status} No\r\n${wants}Content-Length: 0\r\n\r\n`)
    }
    const { hostname, port } = new URL(real)
    const goOn = () => {
      const onward = connect(Number(port), hostname, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        onward.write(head)
        onward.pipe(socket).pipe(onward)
      })
      sockets.add(onward)
      onward.on('error', () => socket.destroy())
    }
    if (wait) waiting.push(goOn)
    else goOn()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const proxy: ConnectProxy = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    mood: 'works',
    letThrough: () => waiting.splice(0).forEach((goOn) => goOn()),
  }
  return proxy
}
