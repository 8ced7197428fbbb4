import type { Procedure } from '#shared/api/procedure.ts'
import type { Signature } from '#shared/api/signature.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AnswerOutcome } from './resources.store.ts'
import type { Log } from '../../runtime/log.ts'
import { admit, type Admission } from '../../runtime/admission.ts'
import { outcomeOf } from '../../runtime/circuit-breaker.ts'
import { seenOf, type PolledKind } from './resource.rules.ts'
import { isOfficeHours } from './schedule.rules.ts'

interface HowToRefresh {
  lane: 'background' | 'interactive'
  /** The user waits for it: it is tried at once, also while the service is down. */
  urgent?: boolean
  /** Just changed: the answer to an earlier request is discarded. */
  changed?: boolean
  /** Wants the present state: an earlier request's answer is kept, and another request follows. */
  anew?: boolean
}

/** Outcome of fetching one resource. */
export type Refreshed = Result<AnswerOutcome['result'] | 'gone'>

/** Fetches resources from the service and stores the answers: one request at a time for each. */
export interface ResourceFetcher {
  refresh(kind: PolledKind, id: string, how: HowToRefresh): Promise<Refreshed>
  /** True while a request for it is in flight: its data are about to be replaced. */
  isBusy(kind: string, id: string): boolean
  /** Number of requests in flight or queued. */
  readonly busy: number
  /** Number of requests in flight for long. */
  readonly slow: number
  /** Stores the service's answer to an action of this PC. */
  keepOwn(kind: PolledKind, resource: Procedure | Signature): Promise<void>
  /** Runs the creation of a resource; see `Changes.creating`. */
  creating<T>(kind: PolledKind, create: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface ResourceFetcherDeps extends Admission {
  call: StoreCall
  client: Pick<ServiceClient, 'getProcedure' | 'getSignature'>
  clock: Clock
  log: Log
  random: () => number
  /** Rows were added, or its data are newer. */
  onKept: (kind: PolledKind, id: string, inbox: boolean) => void
  /** No request for it is in flight any more. */
  onSettled?: () => void
}

interface Flight {
  controller: AbortController
  /** Time its request was sent. */
  sentAt: number | null
  dirty: boolean
  /** The user waits for it already. */
  urgent: boolean
  done: Promise<Refreshed>
  /** Result for the callers that joined after its request was sent. */
  next?: Promise<Refreshed>
}

/** Consecutive answers that may be discarded because of a change meanwhile. */
const MAX_DISCARDED = 20
/** Consecutive old answers after which the service is believed: it was restored to an earlier day. */
const STALE_ENOUGH = 3
const FIRST_PENALTY_MS = 60_000
const MAX_PENALTY_MS = 30 * 60_000
/** A request in flight for longer no longer occupies a slot. */
const SLOW_MS = 1_000

export function createResourceFetcher(deps: ResourceFetcherDeps): ResourceFetcher {
  const { call, client, breaker, clock, log, random, onKept } = deps
  const flights = new Map<string, Flight>()
  const stale = new Map<string, number>()
  const failures = new Map<string, number>()
  const spacing = createSpacing(clock)
  /** Creations whose id is not known yet. */
  const creations: Record<PolledKind, Set<Promise<unknown>>> = { procedure: new Set(), signature: new Set() }
  let closed = false

  const get = (kind: PolledKind, id: string, signal: AbortSignal): Promise<Result<Procedure | Signature>> =>
    kind === 'procedure' ? client.getProcedure(id, signal) : client.getSignature(id, signal)

  async function run(kind: PolledKind, id: string, how: HowToRefresh, flight: Flight): Promise<Refreshed> {
    const { signal } = flight.controller
    let discarded = 0
    for (let requests = 0; ; requests++) {
      // The first waits too unless the user does: an event makes its resource due in background polling as well.
      if (requests > 0 || how.changed === true || how.lane === 'background') await spaced(kind, id, flight)
      const isUrgent = how.urgent === true && requests === 0
      const postponed = how.lane === 'background' ? breaker.backoff(keyOf(kind, id)) : null
      if (postponed) {
        // In the background no slot waits for a retry: others are due.
        await call('resourceFailed', kind, id, postponed.error, postponed.retryAt)
        return fail(postponed.error)
      }
      const permit = await admit(deps, keyOf(kind, id), { signal, urgent: isUrgent, lane: how.lane })
      if (!permit) return fail(appError('cancelled'))
      flight.sentAt = clock.now()
      flight.dirty = false
      spacing.sent(keyOf(kind, id))
      const answer = permit.report(sameResource(await get(kind, id, signal), id))
      if (!answer.ok) return failed(kind, id, answer.error)
      await creationsEnd(kind, id, signal)
      if (signal.aborted) return fail(appError('cancelled'))
      if (flight.dirty && ++discarded < MAX_DISCARDED) continue
      const kept = await keep(kind, answer.value, 'poll')
      // Changed while it was stored: another request follows, at its distance like every other.
      if (!flight.dirty) return ok(kept.result)
    }
  }

  /** The first answer about a resource waits while this PC may be creating it: its row says whose doing it is. */
  async function creationsEnd(kind: PolledKind, id: string, signal: AbortSignal): Promise<void> {
    if (creations[kind].size === 0 || (await call('isResourceRead', kind, id))) return
    const { promise: aborted, resolve } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => resolve(), { once: true })
    await Promise.race([aborted, Promise.allSettled(creations[kind])])
  }

  /** A burst of events about one resource is one request after the first. */
  async function spaced(kind: PolledKind, id: string, flight: Flight): Promise<void> {
    const left = spacing.left(keyOf(kind, id))
    flight.sentAt = null
    if (left > 0) await clock.sleep(left, flight.controller.signal)
  }

  async function keep(
    kind: PolledKind,
    resource: Procedure | Signature,
    cause: 'poll' | 'own',
  ): Promise<AnswerOutcome> {
    const seen = seenOf(kind, resource)
    const key = keyOf(kind, seen.id)
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

  async function failed(kind: PolledKind, id: string, error: AppError): Promise<Refreshed> {
    if (error.code === 'cancelled') return fail(error)
    if (error.code === 'not-found') {
      failures.delete(keyOf(kind, id))
      const { seqs, changed } = await call('resourceGone', kind, id, clock.now(), random())
      if (changed) onKept(kind, id, true)
      return seqs.length > 0 ? ok('gone') : fail(error)
    }
    // A refusal is also an answer of the service about this resource.
    if (error.code === 'rejected' || outcomeOf(fail(error)) === 'resource') {
      const key = keyOf(kind, id)
      const times = failures.get(key) ?? 0
      failures.set(key, times + 1)
      const penalty = Math.min(FIRST_PENALTY_MS * 2 ** times, MAX_PENALTY_MS)
      await call('resourceFailed', kind, id, error, clock.now() + penalty)
      if (times === 0) onKept(kind, id, false)
    }
    return fail(error)
  }

  function begin(kind: PolledKind, id: string, how: HowToRefresh): Promise<Refreshed> {
    const key = keyOf(kind, id)
    const flight: Flight = {
      controller: new AbortController(),
      sentAt: null,
      dirty: false,
      urgent: how.urgent === true,
      done: Promise.resolve(fail(appError('cancelled'))),
    }
    flights.set(key, flight)
    flight.done = run(kind, id, how, flight)
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

  function refresh(kind: PolledKind, id: string, how: HowToRefresh): Promise<Refreshed> {
    if (closed) return Promise.resolve(fail(appError('cancelled')))
    const flight = flights.get(keyOf(kind, id))
    if (!flight) return begin(kind, id, how)
    if (how.urgent === true && flight.sentAt === null && !flight.urgent) {
      // It waits for its slot or for the service: the user does not.
      flight.controller.abort()
      return begin(kind, id, how)
    }
    if (how.changed === true) flight.dirty = true
    if (how.anew === true && flight.sentAt !== null)
      return (flight.next ??= flight.done.then((before) =>
        before.ok ? refresh(kind, id, { ...how, anew: false }) : before,
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
    async keepOwn(kind, resource) {
      const flight = flights.get(keyOf(kind, resource.id))
      if (flight) flight.dirty = true
      await keep(kind, resource, 'own')
    },
    async creating(kind, create) {
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

const keyOf = (kind: PolledKind, id: string): string => `${kind} ${id}`

/** Rejects an answer about another resource, which must not be stored under this id. */
function sameResource<T extends { id: string }>(answer: Result<T>, id: string): Result<T> {
  if (!answer.ok || answer.value.id === id) return answer
  return fail(appError('bad-answer', { detail: 'the answer is about another one' }))
}

/** Time between two requests about one resource that events cause. */
export const SPACING_MS = 500

/** Times of the last requests about each resource, so that a burst of events is not one request each. */
interface RequestSpacing {
  sent(key: string): void
  /** Milliseconds until the next request about it. */
  left(key: string): number
}

/** Entries after which old ones are dropped. */
const MANY = 200

export function createSpacing({ elapsed }: Pick<Clock, 'elapsed'>): RequestSpacing {
  const last = new Map<string, number>()

  const left = (at: number): number => {
    const ms = at + SPACING_MS - elapsed()
    return ms > 0 && ms <= SPACING_MS ? ms : 0
  }

  return {
    sent(key) {
      // Set again, so that the map is ordered by time.
      last.delete(key)
      last.set(key, elapsed())
      if (last.size <= MANY) return
      for (const [old, at] of last) {
        if (left(at) > 0) break
        last.delete(old)
      }
    },
    left: (key) => left(last.get(key) ?? -Infinity),
  }
}
