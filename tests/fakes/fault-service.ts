import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { freePort } from './free-port.ts'

export interface SeenRequest {
  method: string
  path: string
  authorization: string | undefined
  headers: IncomingHttpHeaders
  body: string
  at: number
}

export type Responder = (request: SeenRequest, response: ServerResponse) => void | Promise<void>

/** Real HTTP server that answers as a test sets, byte by byte, and records its requests. */
export interface FaultService {
  readonly url: string
  readonly seen: SeenRequest[]
  /** Sets the responder of all later requests. */
  answer(responder: Responder): void
  /** Cuts connections once opened, or once a request begins (its body is not read), or never. */
  cut(when: 'connected' | 'asked' | 'never'): void
  /** Refuses connections, like a machine that is off; `up` brings it back on the same port. */
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

export async function startFaultService(first: Responder = reducedReports()): Promise<FaultService> {
  let responder = first
  const seen: SeenRequest[] = []
  const server = createServer((request, response) => void handle(request, response))

  let cut: 'connected' | 'asked' | 'never' = 'never'
  server.on('connection', (socket) => {
    if (cut === 'connected') socket.resetAndDestroy()
  })

  async function handle(request: IncomingMessage, response: ServerResponse) {
    let body = ''
    if (cut === 'asked') {
      seen.push(seenOf(request, body))
      return void request.socket.resetAndDestroy()
    }
    for await (const chunk of request) body += String(chunk)
    const one = seenOf(request, body)
    // The supervisor's look whether the process answers is no request of the core.
    if (one.path === '/' && one.authorization === undefined) return void response.writeHead(404).end()
    seen.push(one)
    await responder(one, response)
  }

  const port = await freePort()
  await listen(server, port)
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
      if (!server.listening) resolve()
    })
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    answer: (next) => (responder = next),
    cut: (when) => (cut = when),
    down: close,
    up: () => listen(server, port),
    close,
  }
}

const seenOf = ({ method = '', url = '', headers }: IncomingMessage, body: string): SeenRequest => ({
  method,
  path: url,
  authorization: headers.authorization,
  headers,
  body,
  at: performance.now(),
})

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

export function json(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof value === 'string' ? value : JSON.stringify(value))
}

/**
 * Reduced reports like the service's: 201 `processing`, and the result of `result(vrm)` from the `looks`th look on.
 */
export function reducedReports(
  result: (vrm: string, id: string) => unknown = (vrm, id) => ({
    id,
    vrm,
    type: 'reduced',
    status: 'completed',
    transferabilityStatus: 'transferable',
    registryExtractedData: {
      vrm,
      vin: 'VSSZZZ5FZHR000417',
      brand: 'SEAT',
      model: 'León 1.5 TSI FR',
      firstRegistrationDate: '14/03/2018',
    },
  }),
  looks = 1,
): Responder {
  const reports = new Map<string, { vrm: string; looks: number }>()
  return ({ method, path, body }, response) => {
    if (method === 'POST') {
      const { vrm } = JSON.parse(body) as { vrm: string }
      const id = `rep_${reports.size + 1}`
      reports.set(id, { vrm, looks: 0 })
      return json(response, 201, { id, vrm, type: 'reduced', status: 'processing' })
    }
    const id = path.split('/').at(-1) ?? ''
    const report = reports.get(id)
    if (!report) return json(response, 404, { statusCode: 404, message: 'Not Found' })
    if (++report.looks < looks)
      return json(response, 200, { id, vrm: report.vrm, type: 'reduced', status: 'processing' })
    json(response, 200, result(report.vrm, id))
  }
}
