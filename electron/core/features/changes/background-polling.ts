import type { Sweep } from '#shared/bridge/inbox.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Log } from '../../runtime/log/log.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { CircuitBreaker } from '../../runtime/circuit-breaker.ts'
import type { ResourceFetcher } from './resource-fetcher.ts'
import type { PolledKind } from './resource.rules.ts'
import { isOfficeHours, roundTime } from './schedule.rules.ts'

/** Polls everything open in the background, the latest first, as fast as the cap allows and no faster. */
export interface BackgroundPolling {
  start(): void
  /** Something may be due now. */
  wake(): void
  /** After a sleep, a time without connection or a person who comes back: everything is looked at once more. */
  reconcile(): Promise<void>
  /** This PC goes to sleep: what is asked now would fail, and look as if the service did. */
  pause(): void
  resume(): void
  /** A reconciliation is under way: what it finds is better told together. */
  readonly catchingUp: boolean
  stop(): Promise<void>
}

export interface BackgroundPollingDeps {
  call: StoreCall
  fetcher: Pick<ResourceFetcher, 'refresh' | 'isBusy' | 'slow'>
  breaker: Pick<CircuitBreaker, 'state'>
  clock: Clock
  log: Log
  supervisor: Supervisor
  /** The cap of the background lane: what the round time is worked out from. */
  perSecond: number
  /** Work of others that is due by the clock; answers when it is wanted again. */
  chores: (now: number) => Promise<number | null>
  onState: (state: Sweep) => void
  /** This PC slept, or its clock was changed. */
  onWake: () => void
  /** A reconciliation is over. */
  onCaughtUp: () => void
}

const AT_ONCE = 4
const BATCH = 8
/** The one timer never sleeps longer: a clock that jumps is noticed by then. */
const LONGEST_SLEEP_MS = 30_000
/** What was looked at this recently need not be again. */
const FRESH_MS = 60_000
const STATE_EVERY_MS = 2_000
const LEAST_REST_MS = 50
const PATIENCE_MS = 5_000
/** The same while the connection is up: with all the turns taken by what may only be slow, and with some free. */
const FULL_MS = 1_000
const LOOK_AROUND_MS = 250
/** With a full disk no answer can be kept, and asking on is of no use. */
const UNKEPT_REST_MS = 30_000

export function createBackgroundPolling(deps: BackgroundPollingDeps): BackgroundPolling {
  const { call, fetcher, breaker, clock, log, supervisor, perSecond, chores, onState, onWake, onCaughtUp } =
    deps
  const running = new Set<Promise<unknown>>()
  let stopped = false
  let asleep = false
  // What happened while the product was closed is found now.
  let catchingUp = true
  let told: Sweep = { open: 0, roundMs: 0, state: 'idle', lastAt: null }
  let toldAt = -Infinity
  let untold = false
  /** An answer came that could not be written down. */
  let unkept = false
  const loop = createBackgroundLoop({
    name: 'sweep',
    clock,
    log,
    supervisor,
    round: sweep,
    onJump: onWake,
  })

  /** @returns milliseconds until there is something to do again */
  async function sweep(): Promise<number> {
    unkept = false
    const wanted = await chores(clock.now())
    const rows = asleep
      ? []
      : (await call('dueResources', clock.now(), BATCH + AT_ONCE)).filter(
          ({ kind, id }) => !fetcher.isBusy(kind, id),
        )
    await tell(rows.length > 0)
    for (const { kind, id } of rows.slice(0, BATCH)) {
      if (isFull()) await oneEnds()
      if (isFull() || stopped || unkept) break
      begin(kind, id)
    }
    if (rows.length > 0) {
      await oneEnds()
      return unkept ? UNKEPT_REST_MS : 0
    }
    if (running.size === 0 && !asleep) caughtUp()
    const due = asleep ? null : await call('nextResourceDue')
    // What is due and on its way already will be looked at; asking the store at once would find nothing else.
    const tellAt = untold ? toldAt + STATE_EVERY_MS : Infinity
    const next = Math.min(due ?? Infinity, wanted ?? Infinity, tellAt) - clock.now()
    return Math.min(Math.max(next, LEAST_REST_MS), LONGEST_SLEEP_MS)
  }

  function begin(kind: PolledKind, id: string): void {
    const one = fetcher
      .refresh(kind, id, { lane: 'background' })
      .then((answer) => {
        if (!answer.ok && answer.error.code === 'store-failed') unkept = true
      })
      .finally(() => running.delete(one))
    running.add(one)
  }

  /** Those that hang do not hold up the rest: the rate limit and the time of an answer bound how many there are. */
  const isFull = (): boolean => running.size - fetcher.slow >= AT_ONCE

  /** With the service down all of them wait, and the clock's work must not wait with them. */
  async function oneEnds(): Promise<void> {
    const isDown = breaker.state.state === 'down'
    const patience = isDown ? PATIENCE_MS : isFull() ? FULL_MS : LOOK_AROUND_MS
    if (running.size > 0) await loop.pause(patience, Promise.race(running))
  }

  function caughtUp(): void {
    if (!catchingUp) return
    catchingUp = false
    onCaughtUp()
  }

  async function tell(busy: boolean): Promise<void> {
    const now = clock.now()
    const state = stateOf()
    untold = state === told.state && now - toldAt < STATE_EVERY_MS && now >= toldAt
    if (untold) return
    toldAt = now
    const groups = await call('openResources')
    const next: Sweep = {
      open: groups.reduce((sum, { n }) => sum + n, 0),
      roundMs: roundTime(groups, perSecond, isOfficeHours(now)),
      state: state === 'paused' ? state : groups.length > 0 || busy ? 'running' : 'idle',
      lastAt: await call('lastResourceCheck'),
    }
    const same = next.open === told.open && next.roundMs === told.roundMs && next.state === told.state
    // The time of the last look alone is told less often.
    if (same && (next.lastAt ?? 0) - (told.lastAt ?? 0) < LONGEST_SLEEP_MS) return
    told = next
    onState(next)
  }

  const stateOf = (): Sweep['state'] =>
    asleep || breaker.state.state === 'down' || breaker.state.state === 'unauthorized'
      ? 'paused'
      : told.state === 'paused'
        ? 'running'
        : told.state

  return {
    get catchingUp() {
      return catchingUp
    },
    start: loop.start,
    wake: loop.wake,
    pause() {
      asleep = true
      loop.wake()
    },
    resume() {
      if (!asleep) return
      asleep = false
      loop.wake()
    },
    async reconcile() {
      const now = clock.now()
      if ((await call('reconcileResources', now - FRESH_MS, now)) > 0) catchingUp = true
      loop.wake()
    },
    async stop() {
      stopped = true
      await loop.stop()
      await Promise.all(running)
    },
  }
}
