import { requestErrorText as text } from '#shared/text/extension.ts'
import type { RequestError } from '../page-messages.ts'

/** What went wrong with a request, with what to do. */
export function requestErrorWords({ code, retryAfterMs }: RequestError): string {
  if (code === 'rate-limited') return text[code](Math.max(1, Math.ceil((retryAfterMs ?? 5_000) / 1_000)))
  const known = Object.entries(text).find(([of]) => of === code)?.[1]
  return typeof known === 'string' ? known : text.other
}
