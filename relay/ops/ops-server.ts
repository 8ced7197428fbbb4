import { createServer, type Server } from 'node:http'

/** `/livez`, `/readyz` and `/metrics`, on a port of their own that only this machine reaches. */
export function createOpsServer(deps: {
  notAlive: () => string | null
  notReady: () => Promise<string | null>
  metrics: () => Promise<string>
}): Server {
  const answers: Record<string, () => Promise<{ status: number; text: string }>> = {
    '/livez': async () => asStatus(deps.notAlive()),
    '/readyz': async () => asStatus(await deps.notReady()),
    '/metrics': async () => ({ status: 200, text: await deps.metrics() }),
  }
  return createServer((request, response) => {
    const answer = answers[request.url ?? '']
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (answer === undefined || !isRead) {
      response.writeHead(404).end()
      return
    }
    answer().then(
      ({ status, text }) =>
        response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
}

const asStatus = (reason: string | null) =>
  reason === null ? { status: 200, text: 'ok\n' } : { status: 503, text: `${reason}\n` }
