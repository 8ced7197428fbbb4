import type { AppError, ErrorCode } from '#shared/bridge/result.ts'

/** Errors reported by the service itself: the `detail` of the others is a code of the network or of ours. */
const TOLD_BY_SERVICE: ReadonlySet<ErrorCode> = new Set([
  'rejected',
  'procedure-rejected',
  'procedure-conflict',
  'signing-rejected',
  'document-rejected',
  'not-found',
  'rate-limited',
  'service-failed',
])

/** The service's own words about a failure, to be quoted; `undefined` if there are none. */
export const serviceWords = (error: AppError | undefined): string | undefined =>
  error && TOLD_BY_SERVICE.has(error.code) ? error.detail : undefined
