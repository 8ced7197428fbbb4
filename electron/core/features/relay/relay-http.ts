import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type * as z from 'zod'
import { cursorText, relayErrorWire, resetWire, type Cursor } from '#shared/api/relay.ts'
import { appError, fail, ok, type Result, type AppError } from '#shared/bridge/result.ts'
import { createDispatchers, type Dispatchers, type ResolveProxy } from '../../api/dispatchers.ts'
import { NOTHING_SENT, proxyFailure, transportFailure } from '../../api/failures.ts'
import { readJson } from '../../api/transport.ts'
import { createOriginBoundSecret, type SecretStore } from '../../keychain/secret-store.ts'

/** Address of a relay and this PC's token. */
export interface RelayTarget {
  address: string
  token: string
}

/** Token of this PC for its relay. It is sent only to the origin that gave it. */
export interface RelayToken {
  /** The token for an address, or the reason why there is no token. Never rejects. */
  target(address: string): Promise<Result<RelayTarget>>
  /** Rejects if the keychain fails. */
  set(address: string, token: string): Promise<void>
  delete(): Promise<void>
}

/**
 * @param secrets secrets of the account
 * @param allows false for an address that an administrator's settings forbid
 */
export function createRelayToken(
  secrets: SecretStore,
  allows: (address: string) => boolean = () => true,
): RelayToken {
  const token = createOriginBoundSecret(secrets, { name: 'relay-token', field: 'token' })
  return {
    async target(address) {
      if (!allows(address)) return fail(appError('managed'))
      const read = await token.read(address).catch(() => fail(appError('key-missing')))
      return read.ok ? ok({ address: read.value.address, token: read.value.secret }) : read
    },
    set: token.set,
    delete: token.delete,
  }
}

export interface RelayRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  /** `null` during the pairing, because the pairing creates the token. */
  token: string | null
  /** Time that the relay may wait before it answers, in milliseconds. */
  waitMs?: number
  signal: AbortSignal
}

/** Position of the relay's list, sent when the cursor does not belong to that list. */
export type Position = z.infer<typeof resetWire>

/** Refusal of a relay: its error, and the position from a 409. */
export type RelayFailure = AppError & { position?: Position }

/**
 * HTTP client for a relay, through the host's proxy. It never throws, follows no redirect, and requests no
 * compression.
 */
export interface RelayHttp {
  /** Body of a 2xx answer, checked by its schema. `null` for an answer without a body. */
  ask<T>(
    address: string,
    request: RelayRequest,
    schema: z.ZodType<T>,
  ): Promise<Result<T | null, RelayFailure>>
  /** Opens the stream of events after a cursor. Only `signal` ends the stream. */
  stream(
    address: string,
    token: string,
    after: Cursor,
    signal: AbortSignal,
  ): Promise<Result<Readable, RelayFailure>>
  close(): Promise<void>
}

export interface RelayHttpDeps {
  resolveProxy: ResolveProxy
  connectMs: number
  answerMs: number
}

/** Maximum size of an answer. A page of 500 thin events has a few hundred kilobytes. */
const MAX_BYTES = 8 * 1024 * 1024
const MAX_DEPTH = 32

export function createRelayHttp({ resolveProxy, connectMs, answerMs }: RelayHttpDeps): RelayHttp {
  // These limits exceed every wait. Each request has its own deadline, and the stream has its watchdog.
  const limits = { connectMs, answerMs: answerMs + 60_000 }
  const answers = createDispatchers(resolveProxy, { ...limits, maxBytes: MAX_BYTES })
  const streams = createDispatchers(resolveProxy, { ...limits, maxBytes: -1 })

  async function send(
    dispatchers: Dispatchers,
    address: string,
    { method, path, body, token, signal }: RelayRequest,
    accept: string,
  ): Promise<Result<Dispatcher.ResponseData, RelayFailure>> {
    const url = new URL(address + path)
    const way = await dispatchers.for(url, false).catch(() => null)
    if (!way) return fail(appError('proxy-refused', { detail: 'not an address' }))
    try {
      const answer = await way.dispatcher.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: {
          accept,
          'accept-encoding': 'identity',
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal,
      })
      if (answer.statusCode >= 200 && answer.statusCode < 300) return ok(answer)
      if (accept !== STREAM) return fail(toRelayFailure(answer.statusCode, await answer.body.text()))
      // The dispatcher of a stream has no size limit.
      answer.body.on('error', () => undefined)
      const chunks: string[] = []
      for await (const chunk of answer.body) {
        chunks.push(String(chunk))
        if (chunks.length > 16) break
      }
      return fail(toRelayFailure(answer.statusCode, chunks.join('')))
    } catch (error) {
      if (signal.aborted && !isDeadline(signal)) return fail(appError('cancelled'))
      return fail(way.proxied && !signal.aborted ? proxyFailure(error) : transportFailure(error))
    }
  }

  return {
    async ask(address, request, schema) {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(answerMs + (request.waitMs ?? 0))])
      const answer = await send(answers, address, { ...request, signal }, 'application/json')
      if (!answer.ok) return answer
      const { statusCode, body } = answer.value
      let text: string
      try {
        text = await body.text()
      } catch (error) {
        return fail(request.signal.aborted ? appError('cancelled') : transportFailure(error))
      }
      if (statusCode === 202 || statusCode === 204) if (text.trim() === '') return ok(null)
      const json = readJson(text, MAX_DEPTH)
      const parsed = json.kind === 'value' ? schema.safeParse(json.value) : null
      return parsed?.success
        ? ok(parsed.data)
        : fail(appError('bad-answer', { detail: json.kind === 'value' ? 'another form' : 'not JSON' }))
    },

    async stream(address, token, after, signal) {
      const path = `/v1/stream?after=${cursorText(after)}`
      const answer = await send(streams, address, { method: 'GET', path, token, signal }, STREAM)
      if (!answer.ok) return answer
      const { headers, body } = answer.value
      if (String(headers['content-type']).startsWith(STREAM)) return ok(body)
      body.on('error', () => undefined)
      body.destroy()
      return fail(appError('bad-answer', { detail: 'not a stream' }))
    },

    async close() {
      await Promise.all([answers.close(), streams.close()])
    },
  }
}

const STREAM = 'text/event-stream'

const isDeadline = ({ reason }: AbortSignal): boolean =>
  reason instanceof Error && reason.name === 'TimeoutError'

/** True if the failure came before any byte was sent: name resolution, connection or TLS. */
export const wasNeverSent = ({ detail }: AppError): boolean =>
  detail !== undefined && NOTHING_SENT.has(detail)

function toRelayFailure(status: number, text: string): RelayFailure {
  const json = readJson(text, MAX_DEPTH)
  const value = json.kind === 'value' ? json.value : null
  const said = relayErrorWire.safeParse(value)
  const detail = said.success ? said.data.code.slice(0, 100) : `HTTP ${status}`
  if (status === 401) return appError('relay-revoked', { detail, status })
  if (status === 403) return appError('relay-not-admin', { detail, status })
  if (status >= 300 && status < 400) return appError('redirect-refused', { detail })
  if (status === 429) return appError('rate-limited', { detail })
  if (status >= 500) return appError('service-failed', { detail, status })
  const position = resetWire.safeParse(value)
  return {
    ...appError('rejected', { detail, status }),
    ...(status === 409 && position.success && { position: position.data }),
  }
}
