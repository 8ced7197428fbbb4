import type { AppError, ErrorCode } from '#shared/bridge/result.ts'

/** Failures that the service itself told: of the rest, `detail` is a code of the network or of ours. */
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

/** What the service said of a failure, to be quoted as its own words; `undefined` where it said nothing. */
export const serviceWords = (error: AppError | undefined): string | undefined =>
  error && TOLD_BY_SERVICE.has(error.code) ? error.detail : undefined
