import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { fastify, type FastifyInstance } from 'fastify'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import { type Authenticate, type Gate, sendUnauthorized } from './auth.ts'
import { answerClientError, createErrorHandler, HttpError, notFound } from './errors.ts'

/**
 * Time and size limits of a request. A body has no total time limit. Its data must keep arriving (`bodyIdleMs`), at
 * a minimum rate over each window. Fastify's defaults never cut a slow body. Node's default checking interval would
 * let a limit of 10 s fire after 30 s.
 */
export const defaultLimits = {
  headersTimeoutMs: 5_000,
  bodyIdleMs: 10_000,
  bodyWindowMs: 10_000,
  bodyBytesPerSecond: 8 * 1024,
  /** Time for the rest of a body whose response was sent early. */
  lingerMs: 10_000,
  connectionsCheckingIntervalMs: 2_000,
  keepAliveTimeoutMs: 65_000,
  bodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
}

export type Limits = typeof defaultLimits

/** Creates the HTTP server with the rules of every address: limits, authentication, one error format. */
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
      // A hook below refuses a missing `Host` with our own error body.
      requireHostHeader: false,
    },
    // A very long id gets 404, like every unknown id.
    routerOptions: { maxParamLength: limits.headerBytes },
    exposeHeadRoutes: true,
    // `__proto__` and `constructor` are ignored, as every unknown field is.
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
      // Clients often send a content type with an empty body.
      if (text === '') done(null, undefined)
      else void parseJson(request, text, (error, value) => done(error ?? checkRepeatedFields(text), value))
    } catch (error) {
      done(error instanceof Error ? error : new Error('The body cannot be read.'))
    }
  })
  app.setErrorHandler(handleError)
  const findMethods = collectMethods(app)
  app.setNotFoundHandler((request, reply) => {
    const methods = findMethods(request.url)
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
    // A DELETE without a body may declare any content type. Other methods are refused for a wrong type.
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
function checkRepeatedFields(text: string): HttpError | null {
  const field = findRepeatedName(text)
  if (field === null) return null
  return new HttpError(400, 'A field is given twice.', [{ field, message: 'It is given twice.' }])
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes a JSON body, which must be UTF-8 (RFC 8259). Invalid bytes are rejected. Replacing them would store
 * U+FFFD in a name.
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
 * Returns the first name that an object repeats, or `null`. `JSON.parse` silently keeps the last value.
 * @param text valid JSON
 */
function findRepeatedName(text: string): string | null {
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

/** Returns the sorted methods of an address. An unknown address has none. */
type FindMethods = (url: string) => readonly string[]

/**
 * Collects the methods of each route, for the `Allow` header of a 405. Call this function before any route is
 * added.
 */
function collectMethods(app: FastifyInstance): FindMethods {
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
  /** Bytes that the connection had read when data last arrived, and the time. */
  bytes: number
  movedAt: number
  /** The same two values at the start of the current window. */
  windowBytes: number
  windowAt: number
  /** Time of the response. A response may be sent before the body ends. */
  answeredAt: number | null
}

const createSlowBodyError = () =>
  Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/**
 * Cuts bodies that stop or arrive too slowly, with a `clientError` as Node's own limits do. Node's `requestTimeout`
 * limits the whole request, so a large file on a slow line would never arrive.
 *
 * Time counts only while the body is read, so a slow handler never cuts its caller.
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
        else server.emit('clientError', createSlowBodyError(), request.socket)
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
