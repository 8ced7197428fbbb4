import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Proxy that passes everything on as it comes, streams too, and can stop at one request. */
export interface HoldingProxy {
  readonly url: string
  /**
   * The next request of that method and path is held for good: before it is passed on, or once it is answered.
   * @param after number of such requests that pass before it
   * @returns resolves when it is there
   */
  hold(what: string, where: 'before' | 'after', after?: number): Promise<void>
  close(): Promise<void>
}

export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  let held: { what: string; where: 'before' | 'after'; after: number; reached: () => void } | null = null
  const server = createServer((incoming, outgoing) => {
    const named = held?.what === `${incoming.method} ${incoming.url}` ? held : null
    const hold = named && named.after-- === 0 ? named : null
    if (hold) held = null
    if (hold?.where === 'before') return hold.reached()
    const { method = 'GET', headers } = incoming
    const onward = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
      if (hold) {
        answer.resume()
        return void answer.on('end', hold.reached)
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    hold: (what, where, after = 0) =>
      new Promise((resolve) => (held = { what, where, after, reached: resolve })),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
