import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#shared/server/log.ts'

/** A rejected field of the request, with the reason. */
export interface ErrorDetail {
  readonly field: string
  readonly message: string
}

/** A rejection by a handler. Any other thrown error is answered with 500, without details. */
export class HttpError extends Error {
  readonly statusCode: number
  readonly details: readonly ErrorDetail[]

  constructor(statusCode: number, message: string, details: readonly ErrorDetail[] = []) {
    super(message)
    this.statusCode = statusCode
    this.details = details
  }
}

/**
 * Builds the body of every error except 401 (assumptions.ts, `errorBody`). `details` is empty when no field is at
 * fault.
 */
export function makeErrorBody(statusCode: number, message?: string, details: readonly ErrorDetail[] = []) {
  const error = STATUS_CODES[statusCode] ?? 'Error'
  return { statusCode, message: message ?? error, error, details }
}

/** Creates the 404 that unknown routes, unknown ids and ids of other accounts share. */
export const notFound = () => new HttpError(404, 'Not Found')

/** Creates the 403 of a pre-signed link that is expired, altered or invalid. */
export const linkExpired = () => new HttpError(403, 'The link is not valid or has expired.')

const MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be sent as application/json.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
  FST_FILES_LIMIT: 'One file at a time.',
  FST_PARTS_LIMIT: 'The form has too many parts.',
  FST_FIELDS_LIMIT: 'The form has too many fields.',
  FST_REQ_FILE_TOO_LARGE: 'The file is too large.',
  FST_ERR_BAD_URL: 'The address is malformed.',
}

/** Creates the handler that converts every error to a response. */
export function createErrorHandler(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof HttpError) {
      void reply.code(error.statusCode).send(makeErrorBody(error.statusCode, error.message, error.details))
      return
    }
    const { statusCode, code } = readFrameworkError(error)
    if (statusCode >= 400 && statusCode < 500) {
      void reply.code(statusCode).send(makeErrorBody(statusCode, MESSAGES[code]))
      return
    }
    log.error(`${request.method} ${request.routeOptions.url ?? '(no route)'} failed`, error)
    void reply.code(500).send(makeErrorBody(500))
  }
}

function readFrameworkError(error: unknown): { statusCode: number; code: string } {
  if (!(error instanceof Error)) return { statusCode: 500, code: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // Only Fastify's own errors carry a status for the client. A status of another library may mean something else.
  const trusted = code.startsWith('FST_') || code === 'ECONNRESET'
  const statusCode = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  return { statusCode: trusted ? statusCode : 500, code }
}

const CLIENT_ERRORS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers malformed HTTP, slow requests and oversized headers in the same format, and hangs up. */
export function answerClientError(error: { code: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = CLIENT_ERRORS[error.code] ?? 400
  const body = JSON.stringify(makeErrorBody(status))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
}
