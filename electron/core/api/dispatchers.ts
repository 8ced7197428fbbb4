import { isLoopback } from '#shared/domain/service-address.ts'
import type { Agent, Dispatcher, ProxyAgent } from 'undici'

/** Address of the proxy that this PC uses for an address, or `null` for none. Provided by the host. */
export type ResolveProxy = (url: string) => Promise<string | null>

export interface DispatcherLimits {
  /** Timeouts in milliseconds: to connect, and to receive headers or the next bytes. */
  connectMs: number
  answerMs: number
  /** Size limit of an answer, in bytes. */
  maxBytes: number
}

export interface Dispatchers {
  /**
   * Dispatcher for requests to an address. With `alone` the request gets a new connection: the peer may close a
   * kept-alive connection while we write on it. It is then unknown whether the request arrived.
   */
  for(url: URL, alone: boolean): Promise<{ dispatcher: Dispatcher; proxied: boolean }>
  close(): Promise<void>
}

interface Pools {
  pooled: Agent
  /** Opens a new connection for each request. */
  single: Agent
  proxy: (uri: string, alone: boolean) => ProxyAgent
}

/**
 * Connection pools, through the system's proxy if there is one. Addresses of this PC bypass the proxy. The HTTP
 * client is loaded with the first request, because evaluating it takes half of a start.
 */
export function createDispatchers(
  resolveProxy: ResolveProxy,
  { connectMs, answerMs, maxBytes }: DispatcherLimits,
): Dispatchers {
  const options = {
    // No connection limit: the rate limit and `answerMs` bound the connections. A limit would let hanging requests
    // block the rest.
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    maxResponseSize: maxBytes,
    keepAliveTimeout: 10_000,
  }
  const connect = { timeout: connectMs }
  const proxies = new Map<string, ProxyAgent>()
  let opened: Promise<Pools> | undefined

  async function open(): Promise<Pools> {
    const { Agent, ProxyAgent } = await import('undici')
    return {
      pooled: new Agent({ ...options, connect }),
      single: new Agent({ ...options, connect, pipelining: 0 }),
      proxy: (uri, alone) =>
        new ProxyAgent({ ...options, uri, requestTls: connect, ...(alone && { pipelining: 0 }) }),
    }
  }

  return {
    async for(url, alone) {
      const { pooled, single, proxy: through } = await (opened ??= open())
      const proxy = isLoopback(url.hostname) ? null : await resolveProxy(url.href)
      if (proxy === null) return { dispatcher: alone ? single : pooled, proxied: false }
      const key = `${alone} ${proxy}`
      const known = proxies.get(key) ?? through(proxy, alone)
      proxies.set(key, known)
      return { dispatcher: known, proxied: true }
    },
    async close() {
      const pools = await opened
      if (!pools) return
      const agents = [pools.pooled, pools.single, ...proxies.values()]
      await Promise.all(agents.map((agent) => agent.destroy()))
    },
  }
}
