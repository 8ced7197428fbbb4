import type { CircuitBreaker, Permit } from './circuit-breaker.ts'
import type { RateLimiter } from './rate-limiter.ts'

export interface Admission {
  breaker: CircuitBreaker
  /** What a person waits for, and what follows from it. */
  limiter: RateLimiter
  /** What nobody waits for: retries of what fails take its slots, and never those of others. */
  background: RateLimiter
}

export interface AdmitOptions {
  signal: AbortSignal
  /** A person waits for it. */
  urgent: boolean
  lane?: 'interactive' | 'background'
}

/**
 * Waits until one request may leave: for the backoff of its resource, for the connection, and for the rate limit.
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
