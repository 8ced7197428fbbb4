import type { CircuitBreaker, Permit } from './circuit-breaker.ts'
import type { RateLimiter } from './rate-limiter.ts'

export interface Admission {
  breaker: CircuitBreaker
  /** Limiter of the interactive lane, for requests that the user waits for. */
  limiter: RateLimiter
  /** Limiter of the background lane: retries of failing resources take its slots, never interactive ones. */
  background: RateLimiter
}

export interface AdmitOptions {
  signal: AbortSignal
  /** The user waits for it. */
  urgent: boolean
  lane?: 'interactive' | 'background'
}

/**
 * Waits until one request may be sent: for the backoff of its resource, the connection, and the rate limit.
 * @returns `null` once `signal` aborts, and then nothing is held
 */
export async function admit(
  { breaker, limiter, background }: Admission,
  resource: string,
  { signal, urgent, lane = 'interactive' }: AdmitOptions,
): Promise<Permit | null> {
  const permit = await breaker.acquire(resource, { signal, urgent })
  if (!permit) return null
  const isScheduled = lane === 'background' || (permit.isRetry && !urgent)
  const from = isScheduled ? background : limiter
  await from.slot(signal, urgent ? 'urgent' : 'scheduled')
  if (!signal.aborted) return permit
  permit.release()
  return null
}
