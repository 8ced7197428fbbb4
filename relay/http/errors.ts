import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#shared/server/log.ts'
import { StoreBusyError } from '../store/write-queue.ts'

/** Refusal by a handler, with the body `{code, message}`. Any other error becomes a 500 without details. */
export class HttpError extends Error {
  readonly statusCode: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>

  constructor(statusCode: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.headers = headers
  }
}

/** Value of `retry-after`, in seconds. */
const RETRY_AFTER_S = 2

export const createUnavailableError = (code: string, message: string) =>
  new HttpError(503, code, message, { 'retry-after': String(RETRY_AFTER_S) })
/**
 * Error for an office that was exported. The status is 503 and not 410: its address may lead to the new relay a
 * moment later, and a sender stops calling an address that is gone.
 */
export const createOfficeLeftError = () =>
  createUnavailableError(
    'left',
    'This office has left this relay: its address must lead to the relay that has it now.',
  )
export const createNotFoundError = () => new HttpError(404, 'not_found', 'There is nothing here.')
export const createBadRequestError = (message: string) => new HttpError(400, 'bad_request', message)
export const createForbiddenError = () =>
  new HttpError(403, 'forbidden', 'This is for an administrator of the office.')
export const createUnauthorizedError = () =>
  new HttpError(401, 'unauthorized', 'A valid token is needed.', { 'www-authenticate': 'Bearer' })

/** Creates the only conversion of errors to responses. */
export function createErrorHandler(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    // The client disconnected in the middle of its body: nobody reads a response.
    if (request.raw.destroyed && !request.raw.complete) {
      reply.hijack()
      reply.raw.destroy()
      return
    }
    const { statusCode, code, message, headers } = readError(error)
    // Log the route and not the URL: the URL of an inbox is a secret.
    if (statusCode === 500)
      log.error(`${request.method} ${request.routeOptions.url ?? '(no route)'} failed`, error)
    void reply.code(statusCode).headers(headers).send({ code, message })
  }
}

/** Messages for bodies that Fastify rejected, by error code. */
const REASONS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'There is no body: leave out content-type, or send {}.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not JSON.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as application/json.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as content-length says.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
}

function readError(error: unknown): Pick<HttpError, 'statusCode' | 'code' | 'message' | 'headers'> {
  if (error instanceof HttpError) return error
  if (error instanceof StoreBusyError) return createUnavailableError('busy', `Try again: ${error.message}.`)
  const known = error instanceof Error && 'code' in error && 'statusCode' in error ? error : null
  const statusCode = Number(known?.statusCode ?? 500)
  if (known !== null && String(known.code).startsWith('FST_') && statusCode >= 400 && statusCode < 500) {
    const code = statusCode === 413 ? 'too_large' : 'bad_request'
    const reason = REASONS[String(known.code)] ?? STATUS_CODES[statusCode] ?? 'Error'
    // The rest of the body is not read, so the connection cannot be reused.
    return new HttpError(statusCode, code, reason, { connection: 'close' })
  }
  return new HttpError(500, 'internal', 'Internal error.')
}

const CLIENT_ERRORS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers malformed HTTP, slow requests and oversized headers in the same format, and closes the connection. */
export function answerClientError(error: { code: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = CLIENT_ERRORS[error.code] ?? 400
  const body = JSON.stringify({ code: 'bad_request', message: STATUS_CODES[status] })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
}
