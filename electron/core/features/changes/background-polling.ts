import type { Sweep } from '#shared/bridge/inbox.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Log } from '../../runtime/log.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { CircuitBreaker } from '../../runtime/circuit-breaker.ts'
import type { ResourceFetcher } from './resource-fetcher.ts'
import type { PolledKind } from './resource.rules.ts'
import { isOfficeHours, estimateRoundMs } from './schedule.rules.ts'

/** Polls every open resource in the background, the longest due first, as fast as the rate cap allows. */
export interface BackgroundPolling {
  start(): void
  /** Wakes the loop: a resource may be due. */
  wake(): void
  /** Fetches every open resource once more, after a sleep, an offline period or the user's return. */
  reconcile(): Promise<void>
  /** Pauses while this PC sleeps: requests would fail as if the service were down. */
  pause(): void
  resume(): void
  /** True during a reconciliation, whose findings are better notified together. */
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
  /** Rate cap of the background lane, from which the round time is computed. */
  perSecond: number
  /** True while a relay reports every change: polling slows to a reconcile. */
  isRelayed: () => boolean
  /** Runs other timed work that is due. Resolves with the time of the next work. */
  runChores: (now: number) => Promise<number | null>
  onState: (state: Sweep) => void
  /** Called when this PC slept, or when its clock was changed. */
  onWake: () => void
  /** Called when a reconciliation has finished. */
  onCaughtUp: () => void
}

const AT_ONCE = 4
const BATCH = 8
/** Longest sleep of the single timer: a clock jump is noticed by then. */
const MAX_SLEEP_MS = 30_000
/** A resource fetched this recently is not fetched again. */
const FRESH_MS = 60_000
const STATE_EVERY_MS = 2_000
const LEAST_REST_MS = 50
const PATIENCE_MS = 5_000
/**
 * Recheck intervals while the connection is up. `FULL_MS`: every slot is taken, possibly by slow requests.
 * `LOOK_AROUND_MS`: some slots are free.
 */
const FULL_MS = 1_000
const LOOK_AROUND_MS = 250
/** Pause after an answer could not be stored. With a full disk polling is pointless. */
const UNKEPT_REST_MS = 30_000

export function createBackgroundPolling(deps: BackgroundPollingDeps): BackgroundPolling {
  const { call, fetcher, breaker, clock, log, supervisor, perSecond, isRelayed, runChores } = deps
  const { onState, onWake, onCaughtUp } = deps
  const running = new Set<Promise<unknown>>()
  let stopped = false
  let asleep = false
  // The first round finds the changes since the last run.
  let catchingUp = true
  let announced: Sweep = { open: 0, roundMs: 0, state: 'idle', lastAt: null }
  let announcedAt = -Infinity
  let unannounced = false
  /** True if an answer could not be stored. */
  let unkept = false
  const loop = createBackgroundLoop({
    name: 'sweep',
    clock,
    log,
    supervisor,
    round: pollDueResources,
    onJump: onWake,
  })

  /** @returns milliseconds until the next work */
  async function pollDueResources(): Promise<number> {
    unkept = false
    const wanted = await runChores(clock.now())
    const rows = asleep
      ? []
      : (await call('dueResources', clock.now(), BATCH + AT_ONCE, isRelayed())).filter(
          ({ kind, id }) => !fetcher.isBusy(kind, id),
        )
    await publishState(rows.length > 0)
    for (const { kind, id } of rows.slice(0, BATCH)) {
      if (isFull()) await waitForOneRequest()
      if (isFull() || stopped || unkept) break
      startRefresh(kind, id)
    }
    if (rows.length > 0) {
      await waitForOneRequest()
      return unkept ? UNKEPT_REST_MS : 0
    }
    if (running.size === 0 && !asleep) endCatchUp()
    const due = asleep ? null : await call('nextResourceDue', isRelayed())
    // Due resources in flight are being fetched already. Querying the store at once would find nothing else.
    const announceAt = unannounced ? announcedAt + STATE_EVERY_MS : Infinity
    const next = Math.min(due ?? Infinity, wanted ?? Infinity, announceAt) - clock.now()
    return Math.min(Math.max(next, LEAST_REST_MS), MAX_SLEEP_MS)
  }

  function startRefresh(kind: PolledKind, id: string): void {
    const one = fetcher
      .refresh(kind, id, { lane: 'background' })
      .then((answer) => {
        if (!answer.ok && answer.error.code === 'store-failed') unkept = true
      })
      .finally(() => running.delete(one))
    running.add(one)
  }

  /**
   * True if every slot is taken. Hanging requests do not count: the rate limit and the answer timeout bound their
   * number.
   */
  const isFull = (): boolean => running.size - fetcher.slow >= AT_ONCE

  /**
   * Waits until a request ends, but not for long. While the service is down every request waits, and timed work must
   * not wait with them.
   */
  async function waitForOneRequest(): Promise<void> {
    const isDown = breaker.state.state === 'down'
    const patience = isDown ? PATIENCE_MS : isFull() ? FULL_MS : LOOK_AROUND_MS
    if (running.size > 0) await loop.pause(patience, Promise.race(running))
  }

  function endCatchUp(): void {
    if (!catchingUp) return
    catchingUp = false
    onCaughtUp()
  }

  async function publishState(busy: boolean): Promise<void> {
    const now = clock.now()
    const state = computeState()
    unannounced = state === announced.state && now - announcedAt < STATE_EVERY_MS && now >= announcedAt
    if (unannounced) return
    announcedAt = now
    const groups = await call('openResources')
    const next: Sweep = {
      open: groups.reduce((sum, { n }) => sum + n, 0),
      roundMs: estimateRoundMs(groups, perSecond, isOfficeHours(now), isRelayed()),
      state: state === 'paused' ? state : groups.length > 0 || busy ? 'running' : 'idle',
      lastAt: await call('lastResourceCheck'),
    }
    const same =
      next.open === announced.open && next.roundMs === announced.roundMs && next.state === announced.state
    // If only the last fetch time changed, the state is published less often.
    if (same && (next.lastAt ?? 0) - (announced.lastAt ?? 0) < MAX_SLEEP_MS) return
    announced = next
    onState(next)
  }

  const computeState = (): Sweep['state'] =>
    asleep || breaker.state.state === 'down' || breaker.state.state === 'unauthorized'
      ? 'paused'
      : announced.state === 'paused'
        ? 'running'
        : announced.state

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
      // The relay has reported every change. So only fetches dated in the future, before the clock was set back, are
      // repeated.
      const before = isRelayed() ? 0 : now - FRESH_MS
      if ((await call('reconcileResources', before, now)) > 0) catchingUp = true
      loop.wake()
    },
    async stop() {
      stopped = true
      await loop.stop()
      await Promise.all(running)
    },
  }
}
