type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * The wait that an answer asks for in `Retry-After`, in milliseconds: seconds, or a date of HTTP. `null` without one,
 * or with one that is past.
 *
 * A date is counted from the answer's own `Date`, so that neither a receiver whose clock is wrong nor a virtual clock
 * that is ahead changes the wait.
 * @param nowMs used when the answer has no `Date`
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
