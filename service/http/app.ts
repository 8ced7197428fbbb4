import { fastify, type FastifyInstance } from 'fastify'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import { type Authenticate, type Gate, sendUnauthorized } from './auth.ts'
import { answerClientError, createErrorHandler, HttpError, notFound } from './errors.ts'
import { decodeJson, repeatedName } from './json.ts'
import type { Limits } from './limits.ts'
import { collectMethods } from './methods.ts'
import { cutSlowBodies } from './slow-bodies.ts'

/** HTTP server with the rules common to every address: limits, authentication, and one error format. */
export function createApp(deps: {
  limits: Limits
  clock: Clock
  log: Log
  authenticate: Authenticate
  gate: Gate
}): FastifyInstance {
  const { limits, clock, log, authenticate, gate } = deps
  const handleError = createErrorHandler(log)

  const app = fastify({
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    bodyLimit: limits.bodyBytes,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
      maxHeaderSize: limits.headerBytes,
      // Answered below, with the same body as every other error.
      requireHostHeader: false,
    },
    // An id of any length is an id that does not exist (404), not another kind of error.
    routerOptions: { maxParamLength: limits.headerBytes },
    exposeHeadRoutes: true,
    // Unknown body fields are ignored, whatever their name.
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
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const text = decodeJson(request.headers['content-type'] ?? '', Buffer.from(body))
      // Calls without a body are often sent with the content type of one.
      if (text === '') done(null, undefined)
      else void parseJson(request, text, (error, value) => done(error ?? refuseRepeated(text), value))
    } catch (error) {
      done(error instanceof Error ? error : new Error('The body cannot be read.'))
    }
  })
  app.setErrorHandler(handleError)
  const methodsOf = collectMethods(app)
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url)
    if (methods.length === 0) throw notFound()
    void reply.header('allow', methods.join(', '))
    throw new HttpError(405, `This address takes ${methods.join(', ')}.`)
  })
  app.addHook('onRequest', async ({ headers, raw }) => {
    if (headers.host === undefined && raw.httpVersion === '1.1')
      throw new HttpError(400, 'The Host header is missing.')
  })
  app.addHook('onRequest', gate.check)
  app.addHook('onRequest', async ({ headers, method }) => {
    // The type of a body that is not there says nothing. Other methods with a wrong type are refused: a body was meant.
    const isEmpty = headers['content-length'] === '0' || headers['content-length'] === undefined
    if (method === 'DELETE' && isEmpty && headers['transfer-encoding'] === undefined)
      delete headers['content-type']
  })
  app.addHook('preParsing', async ({ headers }) => {
    const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity'
    if (encoding !== 'identity') throw new HttpError(415, 'The body must be sent without compression.')
  })
  cutSlowBodies(app.server, limits, clock)
  return app
}

/** Rejects a repeated field: either value may be the intended one. */
function refuseRepeated(text: string): HttpError | null {
  const field = repeatedName(text)
  if (field === null) return null
  return new HttpError(400, 'A field is given twice.', [{ field, message: 'It is given twice.' }])
}
