import type { AppError, ErrorCode } from '../bridge/result.ts'

/** Errors whose `detail` may be what the service wrote; that of the others is a technical word for support. */
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

/** What the service itself said of the error, to be quoted; `null` when it said nothing. */
export const serviceQuote = ({ code, detail }: AppError): string | null =>
  detail !== undefined && QUOTED.has(code) && !/^HTTP \d+$/.test(detail) ? detail : null
