import type { AppError, ErrorCode } from '#shared/bridge/result.ts'
import type { HostError } from '#shared/host-protocol/messages.ts'
import type { HostErrorCode } from '#shared/host-protocol/protocol.ts'

/** Codes of ours that have one of their own in the protocol. Of all others it only says that it failed. */
const CODES: Partial<Record<ErrorCode, HostErrorCode>> = {
  'invalid-plate': 'invalid-request',
  'invalid-request': 'invalid-request',
  'not-found': 'not-found',
  'rate-limited': 'rate-limited',
  locked: 'locked',
  'disk-full': 'unavailable',
  'store-locked': 'unavailable',
  'store-lost': 'unavailable',
  'store-failed': 'unavailable',
  'store-stopped': 'unavailable',
}

/** An error as it crosses to the extension: without detail. */
export const hostErrorOf = ({ code, retryAfterMs }: AppError): HostError => ({
  code: CODES[code] ?? 'failed',
  ...(code === 'rate-limited' && retryAfterMs !== undefined && { retryAfterMs }),
})
