import { fastify, type FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import { type Authenticate, type Gate, sendUnauthorized } from './auth.ts'
import { answerClientError, createErrorHandler, notFound } from './errors.ts'
import type { Limits } from './limits.ts'

/** The HTTP server with what holds for every address: limits, the gate, and one format of errors. */
export function createApp(deps: {
  limits: Limits
  log: Log
  authenticate: Authenticate
  gate: Gate
}): FastifyInstance {
  const { limits, log, authenticate, gate } = deps
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
  app.removeContentTypeParser('application/json')
  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Calls that need no body are often sent with the header of one.
    if (body === '') done(null, undefined)
    else void parseJson(request, body.toString(), done)
  })
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  app.addHook('onRequest', gate.check)
  return app
}
