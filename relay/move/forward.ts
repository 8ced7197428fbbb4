import {
  Agent as HttpAgent,
  type ClientRequest,
  request as httpRequest,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RETRY_AFTER_S } from '../http/errors.ts'
import type { Metrics } from '../ops/metrics.ts'
import { HOPS, hopsOf } from './elsewhere.ts'

export interface Forward {
  /** Answers a request with what the relay that the office is at says, as it comes. */
  send(request: FastifyRequest, reply: FastifyReply, to: string): void
  /** Ends answers that have begun, such as streams; what is still to be answered is finished. */
  stop(): void
}

/** Limits in milliseconds. The inbox answers within three seconds, and a page is waited for 25. */
const CONNECT_MS = 3_000
const INBOX_MS = 8_000
const FIRST_BYTE_MS = 40_000
/** A stream has a heartbeat each 15 seconds. */
const SILENCE_MS = 60_000

/** Of one connection, and what a proxy in front said: this relay says for whom it asks itself. */
const NOT_PASSED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  HOPS,
])

/** Headers as they came, doubled ones too, without those of the connection. */
export function passedHeaders(rawHeaders: readonly string[], alsoNot: readonly string[] = []): string[] {
  const named = rawHeaders
    .flatMap((name, index) =>
      index % 2 === 0 && name.toLowerCase() === 'connection' ? (rawHeaders[index + 1] ?? '').split(',') : [],
    )
    .map((name) => name.trim().toLowerCase())
  const dropped = new Set([...named, ...alsoNot])
  return rawHeaders.flatMap((name, index) => {
    const lower = name.toLowerCase()
    if (index % 2 === 1 || NOT_PASSED.has(lower) || dropped.has(lower)) return []
    return [name, rawHeaders[index + 1] ?? '']
  })
}

/** A body that has been read; `undefined` if it has still to come. */
function readBody({ body, raw }: FastifyRequest): Buffer | undefined {
  if (Buffer.isBuffer(body)) return body
  if (body !== undefined && body !== null) return Buffer.from(JSON.stringify(body))
  return raw.method === 'GET' || raw.readableEnded ? Buffer.alloc(0) : undefined
}

/** Sends on what belongs to an office that has moved, until the administrator points its address at the other relay. */
export function createForward({ metrics, bodyBytes }: { metrics: Metrics; bodyBytes: number }): Forward {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  }
  const open = new Set<ServerResponse>()

  function start(request: FastifyRequest, url: URL, body: Buffer | undefined): ClientRequest {
    const length = body === undefined ? request.headers['content-length'] : String(body.length)
    const headers = [
      ...passedHeaders(request.raw.rawHeaders),
      'host',
      url.host,
      'x-forwarded-for',
      request.ip,
      HOPS,
      String(hopsOf(request) + 1),
      ...(length === undefined ? ['transfer-encoding', 'chunked'] : ['content-length', length]),
    ]
    const isSecure = url.protocol === 'https:'
    const send = isSecure ? httpsRequest : httpRequest
    const agent = agents[isSecure ? 'https:' : 'http:']
    return send(url, { method: request.method, headers, agent })
  }

  function pass(outgoing: ClientRequest, response: ServerResponse): void {
    outgoing.on('response', (incoming) => {
      metrics.forwarded('answered')
      outgoing.setTimeout(SILENCE_MS, () => outgoing.destroy())
      response.writeHead(
        incoming.statusCode ?? 502,
        passedHeaders(incoming.rawHeaders).concat(lengthOf(incoming)),
      )
      response.flushHeaders()
      incoming.pipe(response)
      // Cut short: the caller must not take it for the end.
      incoming.on('error', () => response.destroy())
    })
  }

  return {
    send(request, reply, to) {
      const { raw } = request
      const body = readBody(request)
      const address = to + (raw.url ?? '/')
      // Before the answer is taken over: a throw afterwards would leave the client without any.
      const url = URL.canParse(address) ? new URL(address) : null
      if (url === null || url.origin !== new URL(to).origin) {
        void reply.code(400).send({ code: 'bad_request', message: 'The address is not valid.' })
        return
      }
      void reply.hijack()
      const response = reply.raw
      const outgoing = start(request, url, body)
      open.add(response)
      const isInbox = request.routeOptions.url === '/in/:key'
      const limit = setTimeout(() => outgoing.destroy(), isInbox ? INBOX_MS : FIRST_BYTE_MS)
      const connecting = setTimeout(() => outgoing.destroy(), CONNECT_MS)
      outgoing.on('socket', (socket) => {
        // One that is used again is connected already.
        if (!socket.connecting) return clearTimeout(connecting)
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
      })
      outgoing.on('response', () => {
        clearTimeout(limit)
        clearTimeout(connecting)
      })
      let isTooLarge = false
      // Also when it is destroyed before there is an answer.
      outgoing.on('error', () => {
        if (response.headersSent) return void response.destroy()
        metrics.forwarded('failed')
        refuse(response, isTooLarge ? TOO_LARGE : NO_ANSWER)
      })
      outgoing.on('close', () => clearTimeout(connecting))
      response.on('close', () => {
        clearTimeout(limit)
        open.delete(response)
        outgoing.destroy()
      })
      pass(outgoing, response)
      if (body !== undefined) outgoing.end(body)
      else {
        let bytes = 0
        raw.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          isTooLarge = bytes > bodyBytes
          if (isTooLarge) outgoing.destroy()
        })
        raw.on('error', () => outgoing.destroy())
        raw.pipe(outgoing)
      }
    },
    stop() {
      for (const response of open) if (response.headersSent) response.destroy()
    },
  }
}

/** Of the answer as it came: what was passed on has none of its own. */
const lengthOf = ({ headers }: { headers: { 'content-length'?: string | undefined } }): string[] =>
  headers['content-length'] === undefined ? [] : ['content-length', headers['content-length']]

const NO_ANSWER = {
  status: 503,
  code: 'moving',
  message: 'The relay that this office is at does not answer: try again.',
}
const TOO_LARGE = { status: 413, code: 'too_large', message: 'The body is too large.' }

function refuse(response: ServerResponse, { status, ...body }: typeof NO_ANSWER): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    // What it sent has perhaps not been read.
    connection: 'close',
    ...(status === 503 && { 'retry-after': String(RETRY_AFTER_S) }),
  })
  response.end(JSON.stringify(body))
}
