import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A server of updates on loopback: files in memory, ranges, and what goes wrong with it. */
export interface UpdateServerFixture {
  /** Address of its directory. */
  readonly url: string
  readonly files: Map<string, Buffer>
  readonly requests: { path: string; range: string | undefined }[]
  /** Ends the connection of the next download after so many bytes. */
  cut: number | null
  /** Whether it answers ranges. */
  ranges: boolean
  /** Answers before the files are looked at; true if it did. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean
  close(): Promise<void>
}

export async function startUpdateServer(): Promise<UpdateServerFixture> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?', 1)[0] ?? '').replace(/^\/updates\//, '')
    const { range } = request.headers
    fixture.requests.push({ path, range })
    if (fixture.intercept(request, response)) return
    const file = fixture.files.get(path)
    if (!file) return void response.writeHead(404).end()
    const from = fixture.ranges && range !== undefined ? Number(/^bytes=(\d+)-$/.exec(range)?.[1]) : 0
    const body = file.subarray(from)
    if (from > 0) response.setHeader('content-range', `bytes ${from}-${file.length - 1}/${file.length}`)
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': body.length })
    if (fixture.cut === null || !path.endsWith('.zst')) return void response.end(body)
    response.write(body.subarray(0, fixture.cut), () => request.socket.destroy())
    fixture.cut = null
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fixture: UpdateServerFixture = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/updates`,
    files: new Map(),
    requests: [],
    cut: null,
    ranges: true,
    intercept: () => false,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fixture
}
