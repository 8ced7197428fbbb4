import type { Sweep } from '#shared/bridge/news.ts'
import type { Clock } from '../clock.ts'
import type { StoreCall } from '../db/client.ts'
import type { Log } from '../log/log.ts'
import type { ConnectionGate } from '../sync/connection.ts'
import type { Refresher } from './refresher.ts'
import { isOfficeHours, roundTime } from './schedule.ts'

/** Looks at everything open in the background, the latest first, as fast as the cap allows and no faster. */
export interface Sweeper {
  start(): void
  /** Something may be due now. */
  poke(): void
  /** After a sleep, a time without connection or a person who comes back: everything is looked at once more. */
  reconcile(): Promise<void>
  /** A reconciliation is under way: what it finds is better told together. */
  readonly catchingUp: boolean
  stop(): Promise<void>
}

export interface SweeperDeps {
  call: StoreCall
  refresher: Pick<Refresher, 'refresh' | 'isBusy'>
  gate: Pick<ConnectionGate, 'state'>
  clock: Clock
  log: Log
  /** The cap of the background lane: what the round time is worked out from. */
  perSecond: number
  /** Work of others that is due by the clock; answers when it is wanted again. */
  chores: (now: number) => Promise<number | null>
  onState: (state: Sweep) => void
  /** This PC slept, or its clock was changed. */
  onWake: () => void
}

const AT_ONCE = 4
const BATCH = 8
/** The one timer never sleeps longer: a clock that jumps is noticed by then. */
const LONGEST_SLEEP_MS = 30_000
const JUMP_MS = 30_000
/** What was looked at this recently need not be again. */
const FRESH_MS = 60_000
const STATE_EVERY_MS = 2_000
const LEAST_REST_MS = 50
const PATIENCE_MS = 5_000

export function createSweeper(deps: SweeperDeps): Sweeper {
  const { call, refresher, gate, clock, log, perSecond, chores, onState, onWake } = deps
  const running = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  let nap = new AbortController()
  let poked = false
  // What happened while the product was closed is found now.
  let catchingUp = true
  let loop: Promise<void> = Promise.resolve()
  let told: Sweep = { open: 0, roundMs: 0, state: 'idle', lastAt: null }
  let toldAt = -Infinity
  let untold = false

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        poked = false
        const next = await sweep()
        await rest(next)
      } catch (error) {
        if (stopping.signal.aborted) return
        log.error('changes: the sweep stumbled', error)
        await sleep(5_000)
      }
    }
  }

  /** @returns when there is something to do again */
  async function sweep(): Promise<number> {
    const wanted = await chores(clock.now())
    const rows = (await call('dueResources', clock.now(), BATCH + AT_ONCE)).filter(
      ({ kind, id }) => !refresher.isBusy(kind, id),
    )
    await tell(rows.length > 0)
    for (const { kind, id } of rows.slice(0, BATCH)) {
      if (running.size >= AT_ONCE) await oneEnds()
      if (running.size >= AT_ONCE || stopping.signal.aborted) break
      const one = refresher.refresh(kind, id, { lane: 'background' }).finally(() => running.delete(one))
      running.add(one)
    }
    if (rows.length > 0) {
      await oneEnds()
      return clock.now()
    }
    if (running.size === 0) catchingUp = false
    const due = await call('nextResourceDue')
    // What is due and on its way already will be looked at; asking the store at once would find nothing else.
    const tellAt = untold ? toldAt + STATE_EVERY_MS : Infinity
    return Math.max(Math.min(due ?? Infinity, wanted ?? Infinity, tellAt), clock.now() + LEAST_REST_MS)
  }

  /** With the service down all of them wait, and the clock's work must not wait with them. */
  async function oneEnds(): Promise<void> {
    if (running.size === 0) return
    await Promise.race([...running, sleep(PATIENCE_MS)])
    nap.abort()
  }

  async function rest(until: number): Promise<void> {
    const now = clock.now()
    const ms = Math.min(Math.max(until - now, 0), LONGEST_SLEEP_MS)
    if (ms === 0 || poked) return
    await sleep(ms)
    const late = clock.now() - now - ms
    if (Math.abs(late) > JUMP_MS) onWake()
  }

  async function sleep(ms: number): Promise<void> {
    nap = new AbortController()
    if (poked || stopping.signal.aborted) return
    await clock.sleep(ms, nap.signal)
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
    gate.state.state === 'down' || gate.state.state === 'unauthorized'
      ? 'paused'
      : told.state === 'paused'
        ? 'running'
        : told.state

  const poke = () => {
    poked = true
    nap.abort()
  }

  return {
    get catchingUp() {
      return catchingUp
    },
    start() {
      loop = run()
    },
    poke,
    async reconcile() {
      const now = clock.now()
      catchingUp = (await call('reconcileResources', now - FRESH_MS, now)) > 0
      poke()
    },
    async stop() {
      stopping.abort()
      poke()
      await loop
      await Promise.all(running)
    },
  }
}
