import { fastify, type FastifyInstance } from 'fastify'
import type { Log } from '#shared/server/log.ts'
import { answerClientError, createErrorHandler, createNotFoundError } from './errors.ts'

/**
 * Time and size limits of a request. The defaults of Fastify never cut a slow body. With Node's default checking
 * interval, a limit of 10 s fired after 30 s.
 */
export const defaultLimits = {
  headersTimeoutMs: 5_000,
  /** Covers the whole request with its body of at most 256 KB. */
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
  /** Addresses and networks of the reverse proxies, besides loopback. */
  trustedProxies: readonly string[]
  log: Log
}

/** Creates the HTTP server with the rules common to every route. */
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
    rewriteUrl: stripOrigin,
    routerOptions: { maxParamLength: limits.headerBytes },
    // Trust `X-Forwarded-For` only from the reverse proxy.
    trustProxy: ['loopback', ...trustedProxies],
    // All refusals have the same body format. While stopping, the routes refuse requests themselves.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => handleError(error, request, reply),
  })
  app.server.maxConnections = limits.connections
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(() => {
    throw createNotFoundError()
  })
  // No id contains NUL, and PostgreSQL does not accept NUL in a text.
  app.addHook('onRequest', async ({ params }) => {
    const values = Object.values((params ?? {}) as Record<string, unknown>)
    if (values.some((value) => typeof value === 'string' && value.includes('\0'))) throw createNotFoundError()
  })
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  })
  return app
}

/** Removes the origin from a URL. A client may send the absolute form, as for a proxy. */
function stripOrigin({ url = '/' }: { url?: string | undefined }): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}
