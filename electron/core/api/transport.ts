import { Agent, type Dispatcher } from 'undici'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { statusFailure, transportFailure } from './failures.ts'
import { readJson } from './read-json.ts'

/** The account's address and key, read for every request: both can change while the product runs. */
export interface ServiceTarget {
  /** http(s) address of the service, with no trailing slash. */
  baseUrl: string
  apiKey: string
}

export interface TransportLimits {
  /** Milliseconds until a connection is made, and until a whole answer has arrived. */
  connectMs: number
  answerMs: number
  /** Bytes and nesting of an answer. */
  maxBytes: number
  maxDepth: number
}

export interface ServiceRequest {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  signal?: AbortSignal
}

/** One request to the service: a JSON value out of a 2xx, or the error that it means. Never throws. */
export interface Transport {
  request(request: ServiceRequest): Promise<Result<unknown>>
  close(): Promise<void>
}

const MAX_REDIRECTS = 3

/**
 * HTTP with every limit that a stranger at the other end makes necessary. The key goes to the configured origin
 * alone: a redirect elsewhere is refused, not followed without it, because whatever answers there is not the
 * service.
 */
export function createTransport(
  target: () => Promise<ServiceTarget | null>,
  { connectMs, answerMs, maxBytes, maxDepth }: TransportLimits,
): Transport {
  const agent = new Agent({
    connections: 8,
    connect: { timeout: connectMs },
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    maxResponseSize: maxBytes,
    keepAliveTimeout: 10_000,
  })

  async function exchange(
    url: URL,
    { baseUrl, apiKey }: ServiceTarget,
    request: ServiceRequest,
    signal: AbortSignal,
    redirects: number,
  ): Promise<Result<unknown>> {
    if (url.origin !== new URL(baseUrl).origin)
      return fail(appError('redirect-refused', { detail: url.origin }))
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      signal,
    })
    const location = header(answer, 'location')
    if (answer.statusCode >= 300 && answer.statusCode < 400 && location !== undefined) {
      await answer.body.dump()
      if (redirects === 0 || request.method !== 'GET' || !URL.canParse(location, url.href)) {
        return fail(appError('redirect-refused'))
      }
      return exchange(new URL(location, url), { baseUrl, apiKey }, request, signal, redirects - 1)
    }
    return interpret(answer, await answer.body.text())
  }

  function interpret(answer: Dispatcher.ResponseData, text: string): Result<unknown> {
    const encoding = header(answer, 'content-encoding')
    // We asked for none: bytes that claim one would be a way around the size limit.
    const readable = encoding === undefined || encoding === 'identity'
    const json = readable ? readJson(text, maxDepth) : ({ kind: 'not-json' } as const)
    const { statusCode } = answer
    if (statusCode < 200 || statusCode > 299) {
      const body = json.kind === 'value' ? json.value : undefined
      return fail(statusFailure(statusCode, body, header(answer, 'retry-after'), Date.now()))
    }
    if (json.kind === 'too-deep') return fail(appError('answer-too-deep'))
    if (json.kind === 'not-json') {
      return fail(appError('bad-answer', { detail: header(answer, 'content-type') ?? 'not JSON' }))
    }
    return ok(json.value)
  }

  return {
    async request(request) {
      const account = await target()
      if (!account) return fail(appError('service-stopped'))
      const deadline = AbortSignal.timeout(answerMs)
      const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline
      try {
        const url = new URL(account.baseUrl + request.path)
        return await exchange(url, account, request, signal, MAX_REDIRECTS)
      } catch (error) {
        if (request.signal?.aborted) return fail(appError('cancelled'))
        return fail(deadline.aborted ? appError('timeout') : transportFailure(error))
      }
    },
    close: () => agent.destroy(),
  }
}

function header(answer: Dispatcher.ResponseData, name: string): string | undefined {
  const value = answer.headers[name]
  return Array.isArray(value) ? value[0] : value
}
