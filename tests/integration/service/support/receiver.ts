import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

export interface Delivery {
  readonly event: string
  // oxlint-disable-next-line typescript/no-explicit-any -- each event has its own fields
  readonly data: any
  readonly bytes: string
  /** Path and query it was sent to. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

export interface TestReceiver {
  readonly url: string
  readonly received: Delivery[]
  count(): number
}

/** Receiver of events that answers as the test sets; 200 by default. */
export async function startReceiver(
  answer: (response: ServerResponse, delivery: Delivery, index: number) => unknown = (response) =>
    response.end(),
): Promise<TestReceiver> {
  const received: Delivery[] = []
  const server = createServer((request, response) => {
    let bytes = ''
    request.on('data', (chunk) => (bytes += chunk))
    request.on('end', () => {
      const delivery = { ...JSON.parse(bytes), bytes, path: request.url ?? '', headers: request.headers }
      received.push(delivery)
      void answer(response, delivery, received.length - 1)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, received, count: () => received.length }
}
