import { fastify, type FastifyInstance } from 'fastify'
import type { Log } from '#shared/server/log.ts'
import { answerClientError, createErrorHandler, notFound } from './errors.ts'

/**
 * Time and size limits of a request. Fastify's defaults never cut a slow body, and with Node's default checking
 * interval a limit of 10 s fired after 30 s.
 */
export const defaultLimits = {
  headersTimeoutMs: 5_000,
  /** For a whole request with its body, of 256 KB at most. */
  requestTimeoutMs: 10_000,
  connectionsCheckingIntervalMs: 1_500,
  keepAliveTimeoutMs: 65_000,
  bodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  connections: 12_000,
}

export type Limits = typeof defaultLimits

export interface AppDeps {
  limits: Limits
  /** Addresses and networks of proxies in front, besides this machine's own. */
  trustedProxies: readonly string[]
  log: Log
}

/** HTTP server with the rules common to every address. */
export function createApp({ limits, trustedProxies, log }: AppDeps): FastifyInstance {
  const handleError = createErrorHandler(log)
  const app = fastify({
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    bodyLimit: limits.bodyBytes,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
      maxHeaderSize: limits.headerBytes,
    },
    rewriteUrl: pathOf,
    routerOptions: { maxParamLength: limits.headerBytes },
    // A proxy says for whom it asks; the same header from any other caller means nothing.
    trustProxy: ['loopback', ...trustedProxies],
    // One body for every refusal; while stopping, the routes say so themselves.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => handleError(error, request, reply),
  })
  app.server.maxConnections = limits.connections
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  // Nothing here has such a name, and PostgreSQL takes no text with it.
  app.addHook('onRequest', async ({ params }) => {
    const values = Object.values((params ?? {}) as Record<string, unknown>)
    if (values.some((value) => typeof value === 'string' && value.includes('\0'))) throw notFound()
  })
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  })
  return app
}

/** A client may send the whole address, as it does to a proxy: all that counts here is what follows the name. */
function pathOf({ url = '/' }: { url?: string | undefined }): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}
