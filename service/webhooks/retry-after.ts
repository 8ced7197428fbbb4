type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Wait that a response asks for in `Retry-After`, in milliseconds: seconds, or an HTTP date. `null` without
 * one, or with one in the past.
 *
 * A date is counted from the response's own `Date`, so that neither a receiver whose clock is wrong nor a
 * virtual clock that is ahead changes the wait.
 * @param nowMs used when the response has no `Date`
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const text = headers['retry-after']
  if (typeof text !== 'string') return null
  const { date } = headers
  const answeredMs = typeof date === 'string' ? Date.parse(date) : Number.NaN
  const fromMs = Number.isNaN(answeredMs) ? nowMs : answeredMs
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - fromMs
  return waitMs > 0 ? waitMs : null
}
