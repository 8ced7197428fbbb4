import { isLoopback } from '#shared/domain/base-address.ts'
import { Agent, ProxyAgent, type Dispatcher } from 'undici'

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
   * Dispatcher for requests to an address. `alone`: on a new connection. The peer may close a kept-alive one
   * just as we write on it, and then it is unknown whether the request arrived.
   */
  for(url: URL, alone: boolean): Promise<{ dispatcher: Dispatcher; proxied: boolean }>
  close(): Promise<void>
}

/** Connection pools, through the system's proxy where there is one. Addresses of this PC bypass it. */
export function createDispatchers(
  resolveProxy: ResolveProxy,
  { connectMs, answerMs, maxBytes }: DispatcherLimits,
): Dispatchers {
  const options = {
    // No connection limit: the rate limit and `answerMs` bound them, and a cap would let hanging ones block
    // the rest.
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    maxResponseSize: maxBytes,
    keepAliveTimeout: 10_000,
  }
  const connect = { timeout: connectMs }
  const pooled = new Agent({ ...options, connect })
  const single = new Agent({ ...options, connect, pipelining: 0 })
  const proxies = new Map<string, ProxyAgent>()

  return {
    async for(url, alone) {
      const proxy = isLoopback(url.hostname) ? null : await resolveProxy(url.href)
      if (proxy === null) return { dispatcher: alone ? single : pooled, proxied: false }
      const key = `${alone} ${proxy}`
      const known =
        proxies.get(key) ??
        new ProxyAgent({ ...options, uri: proxy, requestTls: connect, ...(alone && { pipelining: 0 }) })
      proxies.set(key, known)
      return { dispatcher: known, proxied: true }
    },
    async close() {
      await Promise.all([pooled, single, ...proxies.values()].map((agent) => agent.destroy()))
    },
  }
}
