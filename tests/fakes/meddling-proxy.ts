import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Effect of the network on a request. `before`: the service never gets it; `during`: it gets half; `after`: it handles
 * it, and the answer never arrives; `half`: half of the answer arrives; `late`: the client is told that the connection
 * is gone, and only then it arrives; `lost`: all of it is sent, and never arrives; a number: that status, and the
 * service never gets it.
 */
export type Meddling = 'pass' | 'before' | 'during' | 'after' | 'half' | 'late' | 'lost' | number

export interface MeddlingProxy {
  readonly url: string
  readonly seen: string[]
  /** Sets the effect on each later request. */
  meddle(fate: (what: string) => Meddling | Promise<Meddling>): void
  /** Called when the service has answered, before the answer is passed on. */
  onAnswered(tell: ((what: string) => Promise<void>) | null): void
  close(): Promise<void>
}

const LATE_MS = 60

/** Proxy to another server with a key of its own, which alters requests as set. */
export async function startMeddlingProxy(target: string, key: string): Promise<MeddlingProxy> {
  let fate: (what: string) => Meddling | Promise<Meddling> = () => 'pass'
  let answered: ((what: string) => Promise<void>) | null = null
  const seen: string[] = []
  // A connection for each: reusing one that the service was just closing would be an unintended fault.
  const agent = new Agent({ keepAlive: false })

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const what = `${incoming.method} ${incoming.url}`
    // The supervisor's look whether the process answers is no request of the core.
    if (what !== 'GET /') seen.push(what)
    const how = what === 'GET /' ? 'pass' : await fate(what)
    if (how === 'before') return void incoming.socket?.resetAndDestroy()
    const chunks: Uint8Array[] = []
    if (typeof how === 'number') {
      incoming.resume()
      outgoing.writeHead(how, { 'content-type': 'application/json' })
      return void outgoing.end(JSON.stringify({ statusCode: how, message: `meddled: ${how}` }))
    }
    for await (const chunk of incoming) {
      chunks.push(chunk as Uint8Array)
      if (how === 'during') break
    }
    if (how === 'lost') return void incoming.socket?.resetAndDestroy()
    const body = Buffer.concat(chunks)
    if (how === 'late') {
      incoming.socket?.resetAndDestroy()
      await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    }
    const half = how === 'during' ? body.subarray(0, body.length / 2) : body
    const onward = request(
      new URL(incoming.url ?? '/', target),
      { agent, method: incoming.method, headers: { ...incoming.headers, authorization: `Bearer ${key}` } },
      (answer) => {
        const parts: Uint8Array[] = []
        answer.on('data', (part: Uint8Array) => parts.push(part))
        answer.on('end', () => {
          if (how === 'after' || how === 'late') return void outgoing.destroy()
          const whole = Buffer.concat(parts)
          void (answered?.(what) ?? Promise.resolve()).then(() => relay(whole))
        })
        const relay = (whole: Buffer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          if (how === 'half')
            return void outgoing.write(whole.subarray(0, whole.length / 2), () => outgoing.destroy())
          outgoing.end(whole)
        }
      },
    )
    onward.on('error', () => outgoing.destroy())
    if (how !== 'during') return void onward.end(half)
    onward.write(half, () => {
      onward.destroy()
      // The client may be gone by now, killed.
      incoming.socket?.resetAndDestroy()
    })
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  // As long as the service's, whose answers state it: closing earlier would be a fault too.
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    meddle: (next) => (fate = next),
    onAnswered: (tell) => (answered = tell),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
