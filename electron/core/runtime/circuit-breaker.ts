import type { AppError, Result } from '#shared/bridge/result.ts'
import type { Connection } from '#shared/bridge/slices.ts'
import type { Clock } from './clock.ts'
import {
  afterOutcome,
  backoffLeft,
  initialBreaker,
  type Backoff,
  type BreakerState,
} from './breaker-state.ts'
import { outcomeOf } from './outcome.ts'

/** Permission to make one request. It is settled with the answer, or released when no request was made. */
export interface Permit {
  /** The resource's last request failed: this one is a retry, which must not take the slots of others. */
  readonly isRetry: boolean
  /** Reports the outcome, and returns the answer. Only the first report of a permit counts. */
  settle<R extends Result<unknown>>(answer: R): R
  /** Releases it without an outcome. Does nothing once settled. */
  release(): void
}

interface AcquireOptions {
  signal: AbortSignal
  /** The user waits for it: it waits neither for its own backoff nor for the connection. */
  urgent: boolean
}

/**
 * Circuit breaker of one account, with a backoff of its own for each resource. While the connection is down
 * one request at a time is tried, and the first answer releases the others. A resource that fails on its own
 * only delays itself.
 */
export interface CircuitBreaker {
  readonly state: Connection
  /** Backoff of a resource, with the time of its next attempt; `null` while it may be requested. */
  backoff(resource: string): Backoff | null
  /** @returns `null` once `signal` aborts */
  acquire(resource: string, options: AcquireOptions): Promise<Permit | null>
  /** Reports the outcome of a request made without a permit. */
  report<R extends Result<unknown>>(resource: string, answer: R): R
  /** Retries every waiting request at once: the user asked for it, or the key changed. */
  retryNow(): void
  /** Aborts with the next `retryNow`: for waits outside the breaker. */
  readonly retrying: AbortSignal
  /** Restores the time of the service's last answer, from an earlier run. */
  contactedAt(at: number): void
}

export interface CircuitBreakerDeps {
  clock: Clock
  onChange: (state: Connection) => void
  /** See `AccountAssumptions.failingResourcesForDown`. */
  threshold: number
  random?: () => number
}

interface Waiter {
  resource: string
  go: (permit: Permit | null) => void
}

/** Interval between publications of `lastContactAt` alone, in milliseconds. */
const CONTACT_EVERY_MS = 10_000

/** Requests without any answer for this long are published: a request times out much later. */
const SILENCE_MS = 6_000

export function createCircuitBreaker({
  clock,
  onChange,
  threshold,
  random = Math.random,
}: CircuitBreakerDeps): CircuitBreaker {
  let state: BreakerState = initialBreaker(clock.now())
  let waiting: Waiter[] = []
  let probe: Permit | null = null
  let timer: AbortController | null = null
  /** The next attempt is due. Set by the timer: the clock may have been set back meanwhile. */
  let due = true
  /** Ends every backoff under way. */
  let skip = new AbortController()

  /** Permits of requests under way. */
  const asked = new Set<Permit>()
  let silence: AbortController | null = null
  let silentSince: number | undefined

  const view = (): Connection =>
    silentSince === undefined || state.connection.state !== 'online'
      ? state.connection
      : { ...state.connection, silentSince }

  /** Waits for an answer from now on. One timer for all requests: any answer shows that the service is there. */
  function listen(): void {
    silence?.abort()
    silence = null
    const wasSilent = silentSince !== undefined
    silentSince = undefined
    if (wasSilent) onChange(view())
    if (asked.size === 0) return
    const mine = new AbortController()
    const since = clock.now()
    silence = mine
    void clock.sleep(SILENCE_MS, mine.signal).then(() => {
      if (mine.signal.aborted || state.connection.state !== 'online') return
      silentSince = since
      onChange(view())
    })
  }

  const isHeld = () => state.connection.state === 'down' || state.connection.state === 'unauthorized'

  function apply(next: BreakerState): void {
    const { connection: before } = state
    const { connection } = next
    const isContactOnly = before.state === 'online' && connection.state === 'online'
    const elapsed = (connection.lastContactAt ?? 0) - (before.lastContactAt ?? 0)
    if (isContactOnly && elapsed >= 0 && elapsed < CONTACT_EVERY_MS) {
      // The published time stays the same, so that the next interval starts from it.
      state = { ...next, connection: before }
      return
    }
    state = next
    if (connection !== before) onChange(view())
  }

  function note(resource: string, answer: Result<unknown>): void {
    const outcome = outcomeOf(answer)
    const error: AppError | null = answer.ok ? null : answer.error
    const before = state.connection
    if (outcome === 'answered') listen()
    apply(afterOutcome(state, outcome, error, { resource, now: clock.now(), random: random(), threshold }))
    if (outcome === 'answered') {
      timer?.abort()
      releaseAll()
    } else if (state.connection.state === 'unauthorized') timer?.abort()
    else if (state.connection !== before) plan(state.connection.nextAttemptAt ?? 0)
  }

  function permitFor(resource: string): Permit {
    let isOpen = true
    const close = () => {
      isOpen = false
      asked.delete(permit)
      if (asked.size === 0) listen()
      if (probe !== permit) return
      probe = null
      tryNext()
    }
    const permit: Permit = {
      isRetry: state.failing.has(resource),
      settle(answer) {
        if (isOpen) {
          note(resource, answer)
          close()
        }
        return answer
      },
      release() {
        if (isOpen) close()
      },
    }
    asked.add(permit)
    if (asked.size === 1) listen()
    return permit
  }

  /** Releases the next probe, if it is due. */
  function tryNext(): void {
    if (state.connection.state !== 'down' || !due || probe) return
    // A resource known to fail proves little about the service.
    const next = waiting.find(({ resource }) => !state.failing.has(resource)) ?? waiting[0]
    if (!next) return
    waiting = waiting.filter((one) => one !== next)
    next.go(asProbe(next.resource))
  }

  const asProbe = (resource: string): Permit => (probe = permitFor(resource))

  function releaseAll(): void {
    const all = waiting
    waiting = []
    for (const { go, resource } of all) go(permitFor(resource))
  }

  function plan(at: number): void {
    timer?.abort()
    due = false
    const mine = new AbortController()
    timer = mine
    void clock.sleep(Math.max(0, at - clock.now()), mine.signal).then(() => {
      if (mine.signal.aborted) return
      due = true
      tryNext()
    })
  }

  function park(resource: string, signal: AbortSignal): Promise<Permit | null> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        resource,
        go(permit) {
          signal.removeEventListener('abort', leave)
          resolve(permit)
        },
      }
      const leave = () => {
        waiting = waiting.filter((other) => other !== waiter)
        resolve(null)
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(waiter)
      tryNext()
    })
  }

  return {
    get state() {
      return view()
    },

    backoff: (resource) =>
      backoffLeft(state, resource, clock.now()) > 0 ? (state.failing.get(resource) ?? null) : null,

    async acquire(resource, { signal, urgent }) {
      if (urgent) return signal.aborted ? null : permitFor(resource)
      const left = backoffLeft(state, resource, clock.now())
      const { signal: skipped } = skip
      if (left > 0) await clock.sleep(left, AbortSignal.any([signal, skipped]))
      if (signal.aborted) return null
      return isHeld() && !skipped.aborted ? park(resource, signal) : permitFor(resource)
    },

    report(resource, answer) {
      note(resource, answer)
      return answer
    },

    retryNow() {
      timer?.abort()
      due = true
      skip.abort()
      skip = new AbortController()
      releaseAll()
    },

    get retrying() {
      return skip.signal
    },

    contactedAt(at) {
      const { connection } = state
      if (connection.state === 'idle' && connection.lastContactAt === undefined)
        apply({ ...state, connection: { ...connection, lastContactAt: at } })
    },
  }
}
