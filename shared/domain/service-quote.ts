import type { AppError, ErrorCode } from '../bridge/result.ts'

/** Errors whose `detail` may be the service's own text. For other errors, `detail` is technical. */
const QUOTED: ReadonlySet<ErrorCode> = new Set([
  'not-found',
  'rejected',
  'rate-limited',
  'service-failed',
  'procedure-rejected',
  'procedure-conflict',
  'document-rejected',
  'signing-rejected',
])

/** Message of the service that an error quotes, or `null`. */
export const serviceQuote = ({ code, detail }: AppError): string | null =>
  detail !== undefined && QUOTED.has(code) && !/^HTTP \d+$/.test(detail) ? detail : null
