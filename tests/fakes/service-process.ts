import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../out/main/service.js', import.meta.url))

export interface ServiceProcess {
  readonly url: string
  readonly key: string
  readonly pid: number
  stop(): Promise<void>
  /** Kills it as the system does. */
  kill(): Promise<void>
}

/** The built service, in memory by default, configured like the operator's own environment. */
export async function startServiceProcess(key: string, args: string[] = []): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [entry, '--port=0', '--report-delay-ms=100', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, SERVICE_API_KEYS: `${key}=B12345674` },
  })
  const gone = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    gone.then(([code]) => Promise.reject(new Error(`the service ended (${String(code)})`))),
  ])
  const { listening } = JSON.parse(line) as { listening: string }
  return {
    url: listening,
    key,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Effect of the network on a request. */
export type Cut =
  /** The service gets it and answers; the answer never arrives. */
  | 'answer'
  /** The service never gets it, without an error. */
  | 'request'

export interface CuttingProxy {
  readonly url: string
  readonly seen: string[]
  /** Cuts later requests with that method and path; `null` lets everything through. */
  cut(what: { match: string; where: Cut } | null): void
  close(): Promise<void>
}

/** Proxy to another server, which cuts requests when told to. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let rule: { match: string; where: Cut } | null = null
  const seen: string[] = []

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const what = `${incoming.method} ${incoming.url}`
    // The supervisor's look whether the process answers is no request of the core.
    if (what !== 'GET /') seen.push(what)
    const where = rule !== null && what.startsWith(rule.match) ? rule.where : null
    if (where === 'request') {
      incoming.resume()
      incoming.on('end', () => outgoing.destroy())
      return
    }
    const url = new URL(incoming.url ?? '/', target)
    const onward = request(
      url,
      // Keeps the requested host, so that links in answers lead through here too.
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        if (where === 'answer') {
          answer.resume()
          answer.on('end', () => outgoing.destroy())
          return
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }

  const server = createServer(pass)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    cut: (what) => (rule = what),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
