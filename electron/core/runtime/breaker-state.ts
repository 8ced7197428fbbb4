import type { AppError } from '#shared/bridge/result.ts'
import type { Connection } from '#shared/bridge/slices.ts'
import type { Outcome } from './outcome.ts'

/** Delays in milliseconds between attempts, of the connection and of one resource; the last one repeats. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000]
const JITTER = 0.2
/**
 * Different resources must fail for this long without an answer in between before the service counts as down.
 * Without it, opening a handful of bad plates within a second would look like an outage.
 */
export const SUSTAINED_MS = 10_000
/** Failing resources without requests are forgotten after this, in milliseconds. */
const FORGOTTEN_MS = 3_600_000

/** A resource whose last request failed on its own. */
export interface Backoff {
  readonly failures: number
  readonly failedAt: number
  readonly retryAt: number
  readonly error: AppError
}

/** State of the circuit breaker: a value, and pure functions over it. */
export interface BreakerState {
  readonly connection: Connection
  readonly failing: ReadonlyMap<string, Backoff>
  /**
   * Resources that began to fail after the service's last answer, and since when. One that was failing
   * already when another was answered has its own fault, and proves nothing about the service.
   */
  readonly streak: { readonly since: number; readonly resources: ReadonlySet<string> } | null
}

export interface Happened {
  resource: string
  now: number
  /** 0 to 1: jitter, so that resources that failed together are not retried together. */
  random: number
  /** Number of different failing resources that make the service count as down. */
  threshold: number
}

export const initialBreaker = (now: number): BreakerState => ({
  connection: { state: 'idle', since: now, attempts: 0 },
  failing: new Map(),
  streak: null,
})

export function afterOutcome(
  before: BreakerState,
  outcome: Outcome,
  error: AppError | null,
  happened: Happened,
): BreakerState {
  if (outcome === 'none' || (outcome !== 'answered' && error === null)) return before
  if (outcome === 'answered' || error === null) return afterAnswer(before, happened)
  if (outcome === 'unauthorized') return refused(before, error, happened.now)
  if (outcome === 'unreached') return { ...before, connection: down(before, error, happened, happened.now) }
  const failed = backedOff(before, error, happened)
  // The fault may be this resource's, so it does not get the connection's next attempt either.
  if (outcome === 'limited' || outcome === 'cut')
    return { ...failed, connection: down(failed, error, happened, happened.now) }
  return afterResourceFailure(before, failed, error, happened)
}

function afterAnswer({ connection, failing }: BreakerState, { resource, now }: Happened): BreakerState {
  return {
    connection:
      connection.state === 'online'
        ? { ...connection, lastContactAt: now }
        : { state: 'online', since: now, attempts: 0, lastContactAt: now },
    failing: without(failing, resource),
    streak: null,
  }
}

function refused(before: BreakerState, error: AppError, now: number): BreakerState {
  const { connection } = before
  if (connection.state === 'unauthorized') return before
  return {
    ...before,
    connection: { state: 'unauthorized', since: now, attempts: 1, ...contactOf(connection), error },
  }
}

function afterResourceFailure(
  before: BreakerState,
  failed: BreakerState,
  error: AppError,
  happened: Happened,
): BreakerState {
  const { resource, now, threshold } = happened
  const isKnownBad = before.failing.has(resource) && !before.streak?.resources.has(resource)
  if (isKnownBad) return failed
  const streak = {
    since: before.streak?.since ?? now,
    resources: new Set([...(before.streak?.resources ?? []), resource]),
  }
  const next = { ...failed, streak }
  const { state } = before.connection
  if (state === 'unauthorized') return next
  const isSustained = now - streak.since >= SUSTAINED_MS && streak.resources.size >= threshold
  return state === 'down' || isSustained
    ? { ...next, connection: down(next, error, happened, streak.since) }
    : next
}

function down({ connection }: BreakerState, error: AppError, happened: Happened, since: number): Connection {
  if (connection.state === 'unauthorized') return connection
  const isDown = connection.state === 'down'
  const attempts = isDown ? connection.attempts + 1 : 1
  return {
    state: 'down',
    since: isDown ? connection.since : since,
    attempts,
    nextAttemptAt: happened.now + delayAfter(attempts, error, happened.random),
    ...contactOf(connection),
    error,
  }
}

function backedOff(before: BreakerState, error: AppError, { resource, now, random }: Happened): BreakerState {
  const failures = (before.failing.get(resource)?.failures ?? 0) + 1
  const backoff = { failures, failedAt: now, retryAt: now + delayAfter(failures, error, random), error }
  const recent = [...before.failing].filter(([, { failedAt }]) => Math.abs(now - failedAt) < FORGOTTEN_MS)
  return { ...before, failing: new Map([...recent, [resource, backoff]]) }
}

function delayAfter(failures: number, error: AppError, random: number): number {
  const delay = RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] ?? 0
  return Math.round((error.retryAfterMs ?? delay) * (1 + JITTER * random))
}

/** Milliseconds that the resource still has to wait. A clock that was set back blocks nothing. */
export function backoffLeft({ failing }: BreakerState, resource: string, now: number): number {
  const backoff = failing.get(resource)
  return backoff === undefined || now < backoff.failedAt ? 0 : Math.max(0, backoff.retryAt - now)
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  if (!map.has(key)) return map
  const rest = new Map(map)
  rest.delete(key)
  return rest
}

const contactOf = ({ lastContactAt }: Connection) => (lastContactAt === undefined ? {} : { lastContactAt })
