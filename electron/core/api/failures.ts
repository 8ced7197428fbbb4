import { errorBodySchema } from '#shared/api/endpoints.ts'
import { appError, type AppError, type ErrorCode } from '#shared/bridge/result.ts'

/** Maps an HTTP status other than 2xx to our error. `body` is only read for the service's own message. */
export function statusFailure(
  status: number,
  body: unknown,
  retryAfter: string | undefined,
  now: number,
): AppError {
  const detail = serviceMessage(body)
  const extra = {
    ...(detail !== undefined && { detail }),
    ...retryAfterMs(retryAfter, now),
  }
  if (status === 401) return appError('unauthorized')
  if (status === 404) return appError('not-found', extra)
  if (status === 408) return appError('timeout', extra)
  if (status === 429) return appError('rate-limited', extra)
  if (status >= 500) return appError('service-failed', { ...extra, detail: detail ?? `HTTP ${status}` })
  // An answer that is neither success nor failure leaves the outcome unknown.
  if (status < 400) return appError('bad-answer', { detail: `HTTP ${status}` })
  return appError('rejected', { ...extra, status, detail: detail ?? `HTTP ${status}` })
}

/**
 * Maps an exception of the HTTP client to our error. It reads the code, because the classes differ between versions.
 */
export function transportFailure(error: unknown): AppError {
  const code = errorCode(error)
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return appError('answer-too-large')
  if (code.startsWith('HPE_') || code === 'UND_ERR_INVALID_ARG')
    return appError('bad-answer', { detail: code })
  if (code === 'TimeoutError' || code.endsWith('_TIMEOUT')) return appError('timeout', { detail: code })
  if (code === 'AbortError') return appError('cancelled')
  return appError('unreachable', { detail: code })
}

/** Maps an exception of a request through a proxy. A request that the proxy refused never reached the service. */
export function proxyFailure(error: unknown): AppError {
  const failure = transportFailure(error)
  const [, status] = /Proxy response \((\d+)\)/.exec(error instanceof Error ? error.message : '') ?? []
  if (status === '407') return appError('proxy-login')
  if (status !== undefined) return appError('proxy-refused', { detail: `HTTP ${status}` })
  return failure.code === 'unreachable' && failure.detail !== undefined && NOTHING_SENT.has(failure.detail)
    ? appError('proxy-refused', { detail: failure.detail })
    : failure
}

/** Codes of failures before the first byte of the request left: name, connection, TLS. */
export const NOTHING_SENT: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
])

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error.cause !== undefined) return errorCode(error.cause)
  return error.name
}

function serviceMessage(body: unknown): string | undefined {
  const parsed = errorBodySchema.safeParse(body)
  if (!parsed.success) return undefined
  const { message, details } = parsed.data
  const fields = details?.map(({ field, message: about }) => `${field}: ${about}`).join('; ')
  const text = [message, fields].filter(Boolean).join(' — ')
  return text === '' ? undefined : text.slice(0, 500)
}

/** `Retry-After` in seconds or as an HTTP date (RFC 9110 10.2.3), capped at an hour. */
function retryAfterMs(header: string | undefined, now: number): { retryAfterMs?: number } {
  if (header === undefined) return {}
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  if (!Number.isFinite(seconds)) return {}
  return { retryAfterMs: Math.min(Math.max(seconds, 0), 3_600_000) }
}

const REFUSED: ReadonlySet<ErrorCode> = new Set([
  // The service refused the request, or the request was never sent: it had no effect.
  'unauthorized',
  'not-found',
  'wrong-service',
  'rejected',
  'rate-limited',
  'proxy-refused',
  'proxy-login',
  'service-stopped',
  'key-missing',
  'address-changed',
])

/**
 * True if a failed request was certainly not carried out. A failure after the first byte sent is uncertain: a
 * timeout, a reset, a 5xx, an unreadable answer, a redirect that may mean "done, see there".
 */
export function wasNotDone({ code, detail }: AppError): boolean {
  if (REFUSED.has(code)) return true
  return (code === 'unreachable' || code === 'timeout') && detail !== undefined && NOTHING_SENT.has(detail)
}
