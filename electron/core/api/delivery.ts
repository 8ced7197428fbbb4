import type { AppError, ErrorCode } from '#shared/bridge/result.ts'
import { NOTHING_SENT } from './failures.ts'

const REFUSED: ReadonlySet<ErrorCode> = new Set([
  // The service said no, or was never asked: nothing was done.
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
 * Whether a request that failed was certainly not carried out. Everything after the first byte left is uncertain: a
 * timeout, a reset, a 5xx, an answer nobody understands, a redirect that may say "it is done, look there"
 * (architecture.md rule 6).
 */
export function wasNotDone({ code, detail }: AppError): boolean {
  if (REFUSED.has(code)) return true
  return (code === 'unreachable' || code === 'timeout') && detail !== undefined && NOTHING_SENT.has(detail)
}
