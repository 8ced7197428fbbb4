import { fastify, type FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import { createGroupCommit } from './db/group-commit.ts'
import type { Db } from './db/open.ts'
import { type ApiKey, createAuthenticator, createGate, sendUnauthorized } from './http/auth.ts'
import { answerClientError, createErrorHandler, notFound } from './http/errors.ts'
import { defaultLimits, type Limits } from './http/limits.ts'
import type { Log } from './log.ts'
import { addReportRoutes } from './reports/routes.ts'
import { createReportSettler } from './reports/settler.ts'
import { createReportStore } from './reports/store.ts'

export interface ServiceDeps {
  /** Opened by `openDb`; the caller closes it after the service. */
  db: Db
  clock: Clock
  log: Log
  newId: () => string
  apiKeys: readonly ApiKey[]
  /** How long the registry takes to answer a report. */
  reportDelayMs: number
  limits?: Partial<Limits>
}

/**
 * The service over a store: every endpoint, and the timers that settle what is due. Not listening yet.
 * Closing it finishes the requests under way and stops the timers.
 */
export function createService(deps: ServiceDeps): FastifyInstance {
  const { db, clock, log, newId, apiKeys, reportDelayMs } = deps
  const limits = { ...defaultLimits, ...deps.limits }
  const authenticate = createAuthenticator(apiKeys)
  const gate = createGate(authenticate)
  const handleError = createErrorHandler(log)

  const app = fastify({
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    bodyLimit: limits.bodyBytes,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
      maxHeaderSize: limits.headerBytes,
    },
    // An id of any length is an id that does not exist (404), not another kind of error.
    routerOptions: { maxParamLength: limits.headerBytes },
    exposeHeadRoutes: false,
    // Unknown body fields are ignored, whatever they are called.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    clientErrorHandler: answerClientError,
    // An address that cannot be decoded is answered before any hook runs, so the key is checked here too.
    frameworkErrors(error, request, reply) {
      if (authenticate(request.headers.authorization) === null) sendUnauthorized(reply)
      else handleError(error, request, reply)
    },
  })
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  app.addHook('onRequest', gate.check)

  const reports = createReportStore(db)
  const settler = createReportSettler({ reports, clock, log })
  addReportRoutes(app, {
    reports,
    settler,
    clock,
    newId,
    reportDelayMs,
    write: createGroupCommit(db),
    accountOf: gate.accountOf,
  })
  app.addHook('onReady', async () => settler.start())
  app.addHook('onClose', async () => settler.stop())
  return app
}
