import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, type Dispatcher, request } from 'undici'
import { guardedLookup } from '#shared/server/private-addresses.ts'

interface Sending {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Outcome of an attempt. `status` is `null` without an answer. */
export interface Answer {
  readonly status: number | null
  readonly error: string | null
  readonly isTimeout: boolean
  readonly retryAfterMs: number | null
  /** Beginning of the response body. */
  readonly response: string
}

export interface Sender {
  send(sending: Sending): Promise<Answer>
  close(): Promise<void>
}

/** Maximum number of bytes read from a response. The connection of a longer response is closed. */
const MAX_RESPONSE_BYTES = 20 * 1024

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.')
const isLinkLocal = (address: string) => /^(169\.254\.|fe[89ab])/i.test(address)

/**
 * Creates the sender of delivery attempts. An attempt is a POST without redirects, to this machine or to a host
 * that the operator allowed. The connection goes to the address that was checked, so DNS cannot change the target.
 *
 * Connecting has a time limit, and the written request has the same limit again. The number of connections to an
 * origin is not limited: with a limit, a slow subscription would delay others of that origin. The engine limits
 * deliveries in flight per subscription.
 */
export function createSender(deps: {
  timeoutMs: number
  hosts: readonly string[]
  now: () => number
}): Sender {
  const { timeoutMs, hosts, now } = deps
  const isAllowed = (address: string, host: string) =>
    isLoopback(address) || (hosts.includes(host) && !isLinkLocal(address))
  const agent = new Agent({
    connect: { lookup: guardedLookup(isAllowed), timeout: timeoutMs },
    pipelining: 1,
    // One request per connection: HTTP/2 would queue all requests to an origin on one connection.
    allowH2: false,
    keepAliveTimeout: 4_000,
    // The timer of the attempt replaces these limits, to the millisecond.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const stopping = new AbortController()

  return {
    async send({ url, body, headers }) {
      const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !isAllowed(host, host))
        return makeFailedAnswer('that address is not allowed', false)
      const limit = new AbortController()
      let timer: NodeJS.Timeout | undefined
      const dispatcher = agent.compose(
        onDispatch(() => {
          clearTimeout(timer)
          timer = setTimeout(() => limit.abort(), timeoutMs)
        }),
      )
      const signal = AbortSignal.any([limit.signal, stopping.signal])
      try {
        const answer = await request(url, { method: 'POST', body, headers, dispatcher, signal })
        return {
          status: answer.statusCode,
          error: null,
          isTimeout: false,
          retryAfterMs: readRetryAfter(answer.headers, now()),
          response: await readBeginning(answer.body),
        }
      } catch (error) {
        if (limit.signal.aborted) return makeFailedAnswer(`no answer in ${timeoutMs} ms`, true)
        const name = describeError(error)
        if (name === 'UND_ERR_CONNECT_TIMEOUT')
          return makeFailedAnswer(`no connection in ${timeoutMs} ms`, true)
        return makeFailedAnswer(name, false)
      } finally {
        clearTimeout(timer)
      }
    },
    async close() {
      stopping.abort()
      await agent.destroy()
    },
  }
}

/** Calls `run` when a request is written to its connection, and not while the request waits for a connection. */
function onDispatch(run: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        run()
        handler.onRequestStart?.(controller, context)
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    })
}

const makeFailedAnswer = (error: string, isTimeout: boolean): Answer => ({
  status: null,
  error,
  isTimeout,
  retryAfterMs: null,
  response: '',
})

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return code === 'EADDRNOTALLOWED' ? 'that address is not allowed' : code
}

/**
 * Reads the beginning of a response body. The status has arrived already, so a body that fails does not change the
 * outcome.
 */
async function readBeginning(body: Readable): Promise<string> {
  body.on('error', () => {})
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      // `break` closes the connection.
      if (size >= MAX_RESPONSE_BYTES) break
    }
  } catch {
    // Keep the part that was received.
  }
  return Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8')
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Reads `Retry-After` (seconds or an HTTP date) as milliseconds to wait. `null`: there is no such header, or its
 * time has passed.
 *
 * A date is compared with the `Date` of the response. So neither a wrong clock of the receiver nor the virtual
 * clock changes the wait.
 * @param nowMs used when the response has no `Date`
 */
function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const text = headers['retry-after']
  if (typeof text !== 'string') return null
  const { date } = headers
  const answeredMs = typeof date === 'string' ? Date.parse(date) : Number.NaN
  const fromMs = Number.isNaN(answeredMs) ? nowMs : answeredMs
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - fromMs
  return waitMs > 0 ? waitMs : null
}
