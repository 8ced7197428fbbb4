import type { AppError, ErrorCode } from '../bridge/result.ts'

/** Errors whose `detail` may be the service's own text; that of the others is technical, for support. */
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

/** Service's own message of an error, to be quoted; `null` without one. */
export const serviceQuote = ({ code, detail }: AppError): string | null =>
  detail !== undefined && QUOTED.has(code) && !/^HTTP \d+$/.test(detail) ? detail : null
