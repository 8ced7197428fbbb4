import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { fastify, type FastifyInstance } from 'fastify'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import { type Authenticate, type Gate, sendUnauthorized } from './auth.ts'
import { answerClientError, createErrorHandler, HttpError, notFound } from './errors.ts'

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

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes a JSON body: UTF-8 and nothing else (RFC 8259). Invalid bytes are rejected, not replaced: a name
 * with a U+FFFD in it would be stored as if written so.
 */
function decodeJson(contentType: string, bytes: Buffer): string {
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8'
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) throw new HttpError(415, 'The body must be in UTF-8.')
  try {
    return decoder.decode(bytes)
  } catch {
    throw new HttpError(400, 'The body is not valid UTF-8.')
  }
}

/** A name with its colon, any other string, or an object's brace. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g

/**
 * First name that occurs twice in an object, or `null`: `JSON.parse` silently keeps the last.
 * @param text JSON that has been parsed without an error
 */
function repeatedName(text: string): string | null {
  const open: Set<string>[] = []
  for (const [token, quoted, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (quoted !== undefined && colon !== undefined) {
      const name: string = JSON.parse(quoted)
      const names = open.at(-1)
      if (names?.has(name)) return name
      names?.add(name)
    }
  }
  return null
}

/** Methods that an address accepts, in order; none for an unknown address. */
type MethodsOf = (url: string) => readonly string[]

/** Collects the routes as they are added, for the `Allow` of a 405. Call it before any of them. */
function collectMethods(app: FastifyInstance): MethodsOf {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = patterns.get(url) ?? {
      pattern: new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`),
      methods: new Set<string>(),
    }
    for (const each of [method].flat()) known.methods.add(each)
    patterns.set(url, known)
  })
  return (url) => {
    const [path = ''] = url.split('?')
    const found = [...patterns.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted()
  }
}

interface OpenBody {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Bytes of the connection when data last arrived, and that time. */
  bytes: number
  movedAt: number
  /** The same at the start of the current window. */
  windowBytes: number
  windowAt: number
  /** Time of the response, which may come before the body has ended. */
  answeredAt: number | null
}

const slow = () => Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/**
 * Cuts bodies that stop or arrive too slowly, as `clientError` like Node's own limits. Node's
 * `requestTimeout` bounds the whole request instead, so that a large file on a slow line could never arrive.
 *
 * Time counts only while the body is being read, so that a slow service never cuts its own callers.
 */
function cutSlowBodies(server: Server, limits: Limits, clock: Pick<Clock, 'now'>): void {
  const open = new Set<OpenBody>()
  const minimum = (limits.bodyBytesPerSecond * limits.bodyWindowMs) / 1_000

  function isTooSlow(body: OpenBody, now: number): boolean {
    const { bytesRead } = body.request.socket
    if (body.answeredAt !== null) return now - body.answeredAt > limits.lingerMs
    if (body.request.readableFlowing !== true) {
      Object.assign(body, { bytes: bytesRead, movedAt: now, windowBytes: bytesRead, windowAt: now })
      return false
    }
    if (bytesRead > body.bytes) Object.assign(body, { bytes: bytesRead, movedAt: now })
    else if (now - body.movedAt > limits.bodyIdleMs) return true
    if (now - body.windowAt < limits.bodyWindowMs) return false
    if (bytesRead - body.windowBytes < minimum) return true
    Object.assign(body, { windowBytes: bytesRead, windowAt: now })
    return false
  }

  function sweep(): void {
    const now = clock.now()
    for (const body of open) {
      const { request, response } = body
      if (request.complete || request.socket.destroyed) open.delete(body)
      else if (isTooSlow(body, now)) {
        open.delete(body)
        if (response.headersSent) request.socket.destroy()
        else server.emit('clientError', slow(), request.socket)
      }
    }
  }
  const timer = setInterval(sweep, limits.connectionsCheckingIntervalMs).unref()
  server.once('close', () => clearInterval(timer))

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    const [now, bytes] = [clock.now(), socket.bytesRead]
    const body: OpenBody = {
      request,
      response,
      bytes,
      movedAt: now,
      windowBytes: bytes,
      windowAt: now,
      answeredAt: null,
    }
    open.add(body)
    response.once('finish', () => (body.answeredAt = clock.now()))
    request.once('close', () => open.delete(body))
  })
}

/**
 * Time and size limits of a request. A body has no total time limit: it must keep arriving
 * (`bodyIdleMs`) and at a minimum rate, measured over each window. Fastify's defaults never cut a slow body,
 * and Node's default checking interval would make a limit of 10 s fire at 30 s.
 */
export const defaultLimits = {
  headersTimeoutMs: 5_000,
  bodyIdleMs: 10_000,
  bodyWindowMs: 10_000,
  bodyBytesPerSecond: 8 * 1024,
  /** For the rest of a body answered before its end. */
  lingerMs: 10_000,
  connectionsCheckingIntervalMs: 2_000,
  keepAliveTimeoutMs: 65_000,
  bodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
}

export type Limits = typeof defaultLimits
