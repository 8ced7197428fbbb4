import { isLoopback } from '#shared/domain/base-address.ts'
import { Agent, ProxyAgent, type Dispatcher } from 'undici'

/** Address of the proxy that this PC uses for an address, or `null` for none. Asked of the host, which knows. */
export type ResolveProxy = (url: string) => Promise<string | null>

export interface DispatcherLimits {
  /** Milliseconds until a connection is made, and until headers or the next bytes arrive. */
  connectMs: number
  answerMs: number
  /** Bytes of an answer. */
  maxBytes: number
}

export interface Dispatchers {
  /**
   * What a request to that address goes through. `alone`: on a connection of its own. A kept-alive one may be closed
   * by the other end just as we write on it, and then nobody knows whether what we sent arrived.
   */
  for(url: URL, alone: boolean): Promise<{ dispatcher: Dispatcher; proxied: boolean }>
  close(): Promise<void>
}

/** Pools of connections, with the system's proxy where there is one. This PC's own addresses never go through it. */
export function createDispatchers(
  resolveProxy: ResolveProxy,
  { connectMs, answerMs, maxBytes }: DispatcherLimits,
): Dispatchers {
  const options = {
    // No limit of connections: the rate limit and `answerMs` bound them, and a cap would let those that hang hold up
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
