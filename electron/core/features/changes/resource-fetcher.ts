import type { Procedure } from '#shared/api/procedure.ts'
import type { Signature } from '#shared/api/signature.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AnswerOutcome } from './resources.store.ts'
import type { Log } from '../../runtime/log.ts'
import { admit, type Admission } from '../../runtime/admission.ts'
import { classifyAnswer } from '../../runtime/circuit-breaker.ts'
import { toSeen, type PolledKind } from './resource.rules.ts'
import { isOfficeHours } from './schedule.rules.ts'

interface HowToRefresh {
  lane: 'background' | 'interactive'
  /** The user waits for this fetch, so it is tried at once, even while the service is down. */
  urgent?: boolean
  /** The resource has just changed, so the answer to an earlier request is discarded. */
  changed?: boolean
  /** The caller wants the present state. The answer to an earlier request is stored, and another request follows. */
  anew?: boolean
}

/** Outcome of fetching one resource. */
export type Refreshed = Result<AnswerOutcome['result'] | 'gone'>

/** Fetches resources from the service and stores the answers. There is one request at a time for each resource. */
export interface ResourceFetcher {
  refresh(kind: PolledKind, id: string, options: HowToRefresh): Promise<Refreshed>
  /** True while a request for the resource is in flight, so its data are about to be replaced. */
  isBusy(kind: string, id: string): boolean
  /** Number of requests in flight or queued. */
  readonly busy: number
  /** Number of requests in flight for longer than `SLOW_MS`. */
  readonly slow: number
  /** Stores the service's answer to an action of this PC. */
  storeOwnResource(kind: PolledKind, resource: Procedure | Signature): Promise<void>
  /** Runs the creation of a resource; see `Changes.trackCreation`. */
  trackCreation<T>(kind: PolledKind, create: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface ResourceFetcherDeps extends Admission {
  call: StoreCall
  client: Pick<ServiceClient, 'getProcedure' | 'getSignature'>
  clock: Clock
  log: Log
  random: () => number
  /** Called when rows were added, or when the data of the resource are newer. */
  onKept: (kind: PolledKind, id: string, inbox: boolean) => void
  /** Called when the requests for a resource have ended. */
  onSettled?: () => void
}

interface Flight {
  controller: AbortController
  /** Time at which the request was sent; `null` while it waits. */
  sentAt: number | null
  dirty: boolean
  /** True if the user waits for this request already. */
  urgent: boolean
  done: Promise<Refreshed>
  /** Result for the callers that joined after the request was sent. */
  next?: Promise<Refreshed>
}

/** Most consecutive answers that are discarded because the resource changed meanwhile. */
const MAX_DISCARDED = 20
/** Consecutive old answers after which an old answer is accepted: the service was restored to an earlier day. */
const STALE_ENOUGH = 3
const FIRST_PENALTY_MS = 60_000
const MAX_PENALTY_MS = 30 * 60_000
/** Time after which a request in flight no longer occupies a slot. */
const SLOW_MS = 1_000

export function createResourceFetcher(deps: ResourceFetcherDeps): ResourceFetcher {
  const { call, client, breaker, clock, log, random, onKept } = deps
  const flights = new Map<string, Flight>()
  const stale = new Map<string, number>()
  const failures = new Map<string, number>()
  const spacing = createSpacing(clock)
  /** Running creations of resources whose id is not known yet. */
  const creations: Record<PolledKind, Set<Promise<unknown>>> = { procedure: new Set(), signature: new Set() }
  let closed = false

  const get = (kind: PolledKind, id: string, signal: AbortSignal): Promise<Result<Procedure | Signature>> =>
    kind === 'procedure' ? client.getProcedure(id, signal) : client.getSignature(id, signal)

  async function run(
    kind: PolledKind,
    id: string,
    options: HowToRefresh,
    flight: Flight,
  ): Promise<Refreshed> {
    const { signal } = flight.controller
    let discarded = 0
    for (let requests = 0; ; requests++) {
      // The first request waits too, unless the user waits for it. An event also makes its resource due in background
      // polling.
      if (requests > 0 || options.changed === true || options.lane === 'background')
        await waitForSpacing(kind, id, flight)
      const isUrgent = options.urgent === true && requests === 0
      const postponed = options.lane === 'background' ? breaker.backoff(buildResourceKey(kind, id)) : null
      if (postponed) {
        // A background slot does not wait for a retry, because other resources are due.
        await call('resourceFailed', kind, id, postponed.error, postponed.retryAt)
        return fail(postponed.error)
      }
      const permit = await admit(deps, buildResourceKey(kind, id), {
        signal,
        urgent: isUrgent,
        lane: options.lane,
      })
      if (!permit) return fail(appError('cancelled'))
      flight.sentAt = clock.now()
      flight.dirty = false
      spacing.recordSent(buildResourceKey(kind, id))
      const answer = permit.report(requireSameResource(await get(kind, id, signal), id))
      if (!answer.ok) return handleFailure(kind, id, answer.error)
      await waitForCreations(kind, id, signal)
      if (signal.aborted) return fail(appError('cancelled'))
      if (flight.dirty && ++discarded < MAX_DISCARDED) continue
      const kept = await storeAnswer(kind, answer.value, 'poll')
      // The resource changed while the answer was stored. Another request follows, after the usual spacing.
      if (!flight.dirty) return ok(kept.result)
    }
  }

  /**
   * Waits for running creations before the first answer about a resource is stored, so that its row says whether this
   * PC created it.
   */
  async function waitForCreations(kind: PolledKind, id: string, signal: AbortSignal): Promise<void> {
    if (creations[kind].size === 0 || (await call('isResourceRead', kind, id))) return
    const { promise: aborted, resolve } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => resolve(), { once: true })
    await Promise.race([aborted, Promise.allSettled(creations[kind])])
  }

  /** Waits for the spacing, so that a burst of events about one resource causes one more request. */
  async function waitForSpacing(kind: PolledKind, id: string, flight: Flight): Promise<void> {
    const left = spacing.getMsLeft(buildResourceKey(kind, id))
    flight.sentAt = null
    if (left > 0) await clock.sleep(left, flight.controller.signal)
  }

  async function storeAnswer(
    kind: PolledKind,
    resource: Procedure | Signature,
    cause: 'poll' | 'own',
  ): Promise<AnswerOutcome> {
    const seen = toSeen(kind, resource)
    const key = buildResourceKey(kind, seen.id)
    const now = clock.now()
    const outcome = await call('resourceAnswered', {
      seen,
      now,
      officeHours: isOfficeHours(now),
      random: random(),
      cause,
      insist: (stale.get(key) ?? 0) >= STALE_ENOUGH,
    })
    failures.delete(key)
    if (outcome.result === 'stale') stale.set(key, (stale.get(key) ?? 0) + 1)
    else stale.delete(key)
    if (outcome.result !== 'same' && outcome.result !== 'stale')
      onKept(kind, seen.id, outcome.seqs.length > 0)
    return outcome
  }

  async function handleFailure(kind: PolledKind, id: string, error: AppError): Promise<Refreshed> {
    if (error.code === 'cancelled') return fail(error)
    if (error.code === 'not-found') {
      failures.delete(buildResourceKey(kind, id))
      const { seqs, changed } = await call('resourceGone', kind, id, clock.now(), random())
      if (changed) onKept(kind, id, true)
      return seqs.length > 0 ? ok('gone') : fail(error)
    }
    // A refusal is also an answer of the service about this resource.
    if (error.code === 'rejected' || classifyAnswer(fail(error)) === 'resource') {
      const key = buildResourceKey(kind, id)
      const times = failures.get(key) ?? 0
      failures.set(key, times + 1)
      const penalty = Math.min(FIRST_PENALTY_MS * 2 ** times, MAX_PENALTY_MS)
      await call('resourceFailed', kind, id, error, clock.now() + penalty)
      if (times === 0) onKept(kind, id, false)
    }
    return fail(error)
  }

  function startFlight(kind: PolledKind, id: string, options: HowToRefresh): Promise<Refreshed> {
    const key = buildResourceKey(kind, id)
    const flight: Flight = {
      controller: new AbortController(),
      sentAt: null,
      dirty: false,
      urgent: options.urgent === true,
      done: Promise.resolve(fail(appError('cancelled'))),
    }
    flights.set(key, flight)
    flight.done = run(kind, id, options, flight)
      .catch((error: unknown): Refreshed => {
        log.error('changes: an answer could not be kept', error)
        return fail(appError('store-failed'))
      })
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key)
        deps.onSettled?.()
      })
    return flight.done
  }

  function refresh(kind: PolledKind, id: string, options: HowToRefresh): Promise<Refreshed> {
    if (closed) return Promise.resolve(fail(appError('cancelled')))
    const flight = flights.get(buildResourceKey(kind, id))
    if (!flight) return startFlight(kind, id, options)
    if (options.urgent === true && flight.sentAt === null && !flight.urgent) {
      // The flight waits for its slot or for the service. The user does not wait, so another flight replaces it.
      flight.controller.abort()
      return startFlight(kind, id, options)
    }
    if (options.changed === true) flight.dirty = true
    if (options.anew === true && flight.sentAt !== null)
      return (flight.next ??= flight.done.then((before) =>
        before.ok ? refresh(kind, id, { ...options, anew: false }) : before,
      ))
    return flight.done
  }

  return {
    refresh,
    isBusy: (kind, id) => flights.has(`${kind} ${id}`),
    get busy() {
      return flights.size
    },
    get slow() {
      const since = clock.now() - SLOW_MS
      return [...flights.values()].filter(({ sentAt }) => sentAt !== null && sentAt <= since).length
    },
    async storeOwnResource(kind, resource) {
      const flight = flights.get(buildResourceKey(kind, resource.id))
      if (flight) flight.dirty = true
      await storeAnswer(kind, resource, 'own')
    },
    async trackCreation(kind, create) {
      const creation = create()
      creations[kind].add(creation)
      try {
        return await creation
      } finally {
        creations[kind].delete(creation)
      }
    },
    async close() {
      closed = true
      const open = [...flights.values()]
      for (const { controller } of open) controller.abort()
      await Promise.all(open.map(({ done }) => done))
    },
  }
}

const buildResourceKey = (kind: PolledKind, id: string): string => `${kind} ${id}`

/** Rejects an answer about another resource, which must not be stored under this id. */
function requireSameResource<T extends { id: string }>(answer: Result<T>, id: string): Result<T> {
  if (!answer.ok || answer.value.id === id) return answer
  return fail(appError('bad-answer', { detail: 'the answer is about another one' }))
}

/** Least time between two requests about one resource that events cause. */
export const SPACING_MS = 500

/**
 * Times of the last requests about each resource. They keep a burst of events from causing a request for each event.
 */
interface RequestSpacing {
  recordSent(key: string): void
  /** Milliseconds until the next request about the resource may be sent. */
  getMsLeft(key: string): number
}

/** Number of entries above which old entries are dropped. */
const MANY = 200

export function createSpacing({ elapsed }: Pick<Clock, 'elapsed'>): RequestSpacing {
  const last = new Map<string, number>()

  const computeMsLeft = (at: number): number => {
    const ms = at + SPACING_MS - elapsed()
    return ms > 0 && ms <= SPACING_MS ? ms : 0
  }

  return {
    recordSent(key) {
      // Delete and set again, so that the map is ordered by time.
      last.delete(key)
      last.set(key, elapsed())
      if (last.size <= MANY) return
      for (const [old, at] of last) {
        if (computeMsLeft(at) > 0) break
        last.delete(old)
      }
    },
    getMsLeft: (key) => computeMsLeft(last.get(key) ?? -Infinity),
  }
}
