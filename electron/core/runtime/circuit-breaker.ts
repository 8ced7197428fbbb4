import type { AppError, Result } from '#shared/bridge/result.ts'
import type { Connection } from '#shared/bridge/slices.ts'
import { NOTHING_SENT } from '../api/failures.ts'
import type { Clock } from './clock.ts'

/**
 * Evidence of one answer about the service.
 * - `answered`: the service works, whatever it answered.
 * - `resource`: this resource failed, which proves nothing about others.
 * - `unreached`: no request arrives.
 * - `cut`: the connection was cut, by the network or because of this very request.
 * - `limited`: the service asks every client to wait.
 * - `unauthorized`: the key was refused.
 * - `none`: the request was cancelled, or there is no account to make it with.
 */
export type Outcome = 'answered' | 'resource' | 'unreached' | 'cut' | 'limited' | 'unauthorized' | 'none'

const ANSWERED: ReadonlySet<AppError['code']> = new Set(['not-found', 'rejected'])
const RESOURCE: ReadonlySet<AppError['code']> = new Set([
  'timeout',
  'service-failed',
  'bad-answer',
  'wrong-plate',
  'wrong-service',
  'answer-too-large',
  'answer-too-deep',
  'redirect-refused',
])

export function classifyAnswer(answer: Result<unknown>): Outcome {
  if (answer.ok) return 'answered'
  const { code, detail } = answer.error
  if (ANSWERED.has(code)) return 'answered'
  if (detail !== undefined && NOTHING_SENT.has(detail)) return 'unreached'
  if (RESOURCE.has(code)) return 'resource'
  if (code === 'cancelled' || code === 'no-account') return 'none'
  if (code === 'unauthorized') return 'unauthorized'
  if (code === 'rate-limited') return 'limited'
  return code === 'unreachable' && detail !== undefined ? 'cut' : 'unreached'
}

/** Delays in milliseconds between attempts of the connection and of one resource. The last delay repeats. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000]
const JITTER = 0.2
/**
 * Time in milliseconds that different resources must fail, without an answer in between, before the service counts as
 * down. Without this limit, opening a few bad plates within a second would look like an outage.
 */
export const SUSTAINED_MS = 10_000
/** A failing resource without requests is forgotten after this time, in milliseconds. */
const FORGOTTEN_MS = 3_600_000

/** A resource whose last request failed on its own. */
interface Backoff {
  readonly failures: number
  readonly failedAt: number
  readonly retryAt: number
  readonly error: AppError
}

/** State of the circuit breaker. Pure functions compute the next state. */
interface BreakerState {
  readonly connection: Connection
  readonly failing: ReadonlyMap<string, Backoff>
  /**
   * Resources that began to fail after the service's last answer, and the time of the first failure. A resource that
   * failed already when another was answered has its own fault. It proves nothing about the service.
   */
  readonly streak: { readonly since: number; readonly resources: ReadonlySet<string> } | null
}

interface Happened {
  resource: string
  now: number
  /** Random number from 0 to 1 for the jitter: resources that failed together are not retried together. */
  random: number
  /** Number of different failing resources that make the service count as down. */
  threshold: number
}

const createInitialState = (now: number): BreakerState => ({
  connection: { state: 'idle', since: now, attempts: 0 },
  failing: new Map(),
  streak: null,
})

function applyOutcome(
  before: BreakerState,
  outcome: Outcome,
  error: AppError | null,
  happened: Happened,
): BreakerState {
  if (outcome === 'none' || (outcome !== 'answered' && error === null)) return before
  if (outcome === 'answered' || error === null) return goOnline(before, happened)
  if (outcome === 'unauthorized') return goUnauthorized(before, error, happened.now)
  if (outcome === 'unreached') return { ...before, connection: goDown(before, error, happened, happened.now) }
  const failed = addBackoff(before, error, happened)
  // The resource may be the cause, so it must not get the connection's next attempt either.
  if (outcome === 'limited' || outcome === 'cut')
    return { ...failed, connection: goDown(failed, error, happened, happened.now) }
  return applyResourceFailure(before, failed, error, happened)
}

function goOnline({ connection, failing }: BreakerState, { resource, now }: Happened): BreakerState {
  return {
    connection:
      connection.state === 'online'
        ? { ...connection, lastContactAt: now }
        : { state: 'online', since: now, attempts: 0, lastContactAt: now },
    failing: omitKey(failing, resource),
    streak: null,
  }
}

function goUnauthorized(before: BreakerState, error: AppError, now: number): BreakerState {
  const { connection } = before
  if (connection.state === 'unauthorized') return before
  return {
    ...before,
    connection: { state: 'unauthorized', since: now, attempts: 1, ...getContact(connection), error },
  }
}

function applyResourceFailure(
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
    ? { ...next, connection: goDown(next, error, happened, streak.since) }
    : next
}

function goDown(
  { connection }: BreakerState,
  error: AppError,
  happened: Happened,
  since: number,
): Connection {
  if (connection.state === 'unauthorized') return connection
  const isDown = connection.state === 'down'
  const attempts = isDown ? connection.attempts + 1 : 1
  return {
    state: 'down',
    since: isDown ? connection.since : since,
    attempts,
    nextAttemptAt: happened.now + computeDelay(attempts, error, happened.random),
    ...getContact(connection),
    error,
  }
}

function addBackoff(
  before: BreakerState,
  error: AppError,
  { resource, now, random }: Happened,
): BreakerState {
  const failures = (before.failing.get(resource)?.failures ?? 0) + 1
  const backoff = { failures, failedAt: now, retryAt: now + computeDelay(failures, error, random), error }
  const recent = [...before.failing].filter(([, { failedAt }]) => Math.abs(now - failedAt) < FORGOTTEN_MS)
  return { ...before, failing: new Map([...recent, [resource, backoff]]) }
}

function computeDelay(failures: number, error: AppError, random: number): number {
  const delay = RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] ?? 0
  return Math.round((error.retryAfterMs ?? delay) * (1 + JITTER * random))
}

/** Milliseconds that the resource still has to wait. A clock that was set back does not block it. */
function getBackoffMsLeft({ failing }: BreakerState, resource: string, now: number): number {
  const backoff = failing.get(resource)
  return backoff === undefined || now < backoff.failedAt ? 0 : Math.max(0, backoff.retryAt - now)
}

function omitKey<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  if (!map.has(key)) return map
  const rest = new Map(map)
  rest.delete(key)
  return rest
}

const getContact = ({ lastContactAt }: Connection) => (lastContactAt === undefined ? {} : { lastContactAt })

/** Permission for one request. Report the answer, or release the permit if no request was made. */
export interface Permit {
  /** True if the resource's last request failed. A retry must not use the slots of other requests. */
  readonly isRetry: boolean
  /** Reports the outcome, and returns the answer. Only the first report of a permit counts. */
  report<R extends Result<unknown>>(answer: R): R
  /** Releases the permit without an outcome. Does nothing after a report. */
  release(): void
}

interface AcquireOptions {
  signal: AbortSignal
  /**
   * True if the user waits for the answer. The request then waits neither for the resource's backoff nor for the
   * connection.
   */
  urgent: boolean
}

/**
 * Circuit breaker of one account, with a separate backoff for each resource. While the connection is down, one
 * request at a time is tried. The first answer releases the others. A failing resource delays only its own requests.
 */
export interface CircuitBreaker {
  readonly state: Connection
  /** Backoff of a resource, with the time of its next attempt. `null` if the resource may be requested. */
  backoff(resource: string): Backoff | null
  /**
   * Waits for permission to send one request.
   * @returns `null` once `signal` aborts
   */
  acquire(resource: string, options: AcquireOptions): Promise<Permit | null>
  /** Reports the outcome of a request made without a permit. */
  report<R extends Result<unknown>>(resource: string, answer: R): R
  /** Retries every waiting request at once, because the user asked or the key changed. */
  retryNow(): void
  /** Aborts at the next `retryNow`. For waits outside the breaker. */
  readonly retrying: AbortSignal
  /** Restores the time of the service's last answer, from an earlier run. */
  setLastContact(at: number): void
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

/** Report the silence if requests get no answer for this long. A request times out much later. */
const SILENCE_MS = 6_000

export function createCircuitBreaker({
  clock,
  onChange,
  threshold,
  random = Math.random,
}: CircuitBreakerDeps): CircuitBreaker {
  let state: BreakerState = createInitialState(clock.now())
  let waiting: Waiter[] = []
  let probe: Permit | null = null
  let timer: AbortController | null = null
  /** True if the next attempt is due. A timer sets it, because the clock may have been set back meanwhile. */
  let due = true
  /** Aborts every backoff under way. */
  let skip = new AbortController()

  /** Permits of requests under way. */
  const asked = new Set<Permit>()
  let silence: AbortController | null = null
  let silentSince: number | undefined

  const getConnection = (): Connection =>
    silentSince === undefined || state.connection.state !== 'online'
      ? state.connection
      : { ...state.connection, silentSince }

  /**
   * Restarts the timer that detects silence. One timer serves all requests: any answer shows that the service is
   * there.
   */
  function restartSilenceTimer(): void {
    silence?.abort()
    silence = null
    const wasSilent = silentSince !== undefined
    silentSince = undefined
    if (wasSilent) onChange(getConnection())
    if (asked.size === 0) return
    const mine = new AbortController()
    const since = clock.now()
    silence = mine
    void clock.sleep(SILENCE_MS, mine.signal).then(() => {
      if (mine.signal.aborted || state.connection.state !== 'online') return
      silentSince = since
      onChange(getConnection())
    })
  }

  const isHeld = () => state.connection.state === 'down' || state.connection.state === 'unauthorized'

  function setState(next: BreakerState): void {
    const { connection: before } = state
    const { connection } = next
    const isContactOnly = before.state === 'online' && connection.state === 'online'
    const elapsed = (connection.lastContactAt ?? 0) - (before.lastContactAt ?? 0)
    if (isContactOnly && elapsed >= 0 && elapsed < CONTACT_EVERY_MS) {
      // Keep the published time, so that the next interval starts from it.
      state = { ...next, connection: before }
      return
    }
    state = next
    if (connection !== before) onChange(getConnection())
  }

  function applyAnswer(resource: string, answer: Result<unknown>): void {
    const outcome = classifyAnswer(answer)
    const error: AppError | null = answer.ok ? null : answer.error
    const before = state.connection
    if (outcome === 'answered') restartSilenceTimer()
    setState(applyOutcome(state, outcome, error, { resource, now: clock.now(), random: random(), threshold }))
    if (outcome === 'answered') {
      timer?.abort()
      releaseAll()
    } else if (state.connection.state === 'unauthorized') timer?.abort()
    else if (state.connection !== before) scheduleProbe(state.connection.nextAttemptAt ?? 0)
  }

  function createPermit(resource: string): Permit {
    let isOpen = true
    const close = () => {
      isOpen = false
      asked.delete(permit)
      if (asked.size === 0) restartSilenceTimer()
      if (probe !== permit) return
      probe = null
      releaseProbe()
    }
    const permit: Permit = {
      isRetry: state.failing.has(resource),
      report(answer) {
        if (isOpen) {
          applyAnswer(resource, answer)
          close()
        }
        return answer
      },
      release() {
        if (isOpen) close()
      },
    }
    asked.add(permit)
    if (asked.size === 1) restartSilenceTimer()
    return permit
  }

  /** Releases the next probe if it is due. */
  function releaseProbe(): void {
    if (state.connection.state !== 'down' || !due || probe) return
    // Prefer another resource: a resource that is known to fail proves little about the service.
    const next = waiting.find(({ resource }) => !state.failing.has(resource)) ?? waiting[0]
    if (!next) return
    waiting = waiting.filter((one) => one !== next)
    next.go(createProbe(next.resource))
  }

  const createProbe = (resource: string): Permit => (probe = createPermit(resource))

  function releaseAll(): void {
    const all = waiting
    waiting = []
    for (const { go, resource } of all) go(createPermit(resource))
  }

  function scheduleProbe(at: number): void {
    timer?.abort()
    due = false
    const mine = new AbortController()
    timer = mine
    void clock.sleep(Math.max(0, at - clock.now()), mine.signal).then(() => {
      if (mine.signal.aborted) return
      due = true
      releaseProbe()
    })
  }

  function waitForTurn(resource: string, signal: AbortSignal): Promise<Permit | null> {
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
      releaseProbe()
    })
  }

  return {
    get state() {
      return getConnection()
    },

    backoff: (resource) =>
      getBackoffMsLeft(state, resource, clock.now()) > 0 ? (state.failing.get(resource) ?? null) : null,

    async acquire(resource, { signal, urgent }) {
      if (urgent) return signal.aborted ? null : createPermit(resource)
      const left = getBackoffMsLeft(state, resource, clock.now())
      const { signal: skipped } = skip
      if (left > 0) await clock.sleep(left, AbortSignal.any([signal, skipped]))
      if (signal.aborted) return null
      return isHeld() && !skipped.aborted ? waitForTurn(resource, signal) : createPermit(resource)
    },

    report(resource, answer) {
      applyAnswer(resource, answer)
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

    setLastContact(at) {
      const { connection } = state
      if (connection.state === 'idle' && connection.lastContactAt === undefined)
        setState({ ...state, connection: { ...connection, lastContactAt: at } })
    },
  }
}
