import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Moment = 'before' | 'after'

/** What stands between two programs, and may do something before a call is passed on, or before its answer is. */
export interface Between {
  url: string
  /** Calls so far, such as `PUT /v1/move-in`. */
  calls: string[]
  /** A call that it rejects for is not passed on, and not answered. */
  onCall: (call: string, moment: Moment) => Promise<void>
}

/** Passes every call on as it comes. */
export async function startBetween(to: string): Promise<Between> {
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url?.split('?')[0]}`
    between.calls.push(call)
    void between.onCall(call, 'before').then(
      () => {
        const { method, headers } = request
        const outgoing = httpRequest(to + request.url, { method, headers, agent: false }, (answer) => {
          void between.onCall(call, 'after').then(() => {
            response.writeHead(answer.statusCode ?? 0, answer.headers).flushHeaders()
            answer.pipe(response)
            answer.on('close', () => response.destroy())
          })
        })
        outgoing.on('error', () => response.destroy())
        response.on('close', () => outgoing.destroy())
        request.pipe(outgoing)
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const between: Between = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    onCall: async () => {},
  }
  return between
}
