import type { AppError, ErrorCode } from '#shared/bridge/result.ts'
import { NOTHING_SENT } from './failures.ts'

const REFUSED: ReadonlySet<ErrorCode> = new Set([
  // Refused by the service, or never sent: it had no effect.
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
 * True if a failed request was certainly not carried out. Everything after the first byte sent is uncertain:
 * a timeout, a reset, a 5xx, an unreadable answer, a redirect that may mean "done, see there".
 */
export function wasNotDone({ code, detail }: AppError): boolean {
  if (REFUSED.has(code)) return true
  return (code === 'unreachable' || code === 'timeout') && detail !== undefined && NOTHING_SENT.has(detail)
}
