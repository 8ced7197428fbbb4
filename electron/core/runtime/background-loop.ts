import type { LoopName } from '#shared/domain/health.ts'
import type { Clock } from './clock.ts'
import { StoreError } from '../store/store-error.ts'
import type { Log } from './log.ts'
import type { PartWatch, Supervisor } from './supervisor.ts'

/** Repeated work, one round at a time. A round starts when it is due, or when the loop is woken. */
export interface BackgroundLoop {
  start(): void
  /** Starts the next round at once, or right after the round under way. */
  wake(): void
  /** Waits within a round for `ended` or the timeout. Waking ends the wait too. */
  pause(ms: number, ended?: Promise<unknown>): Promise<void>
  /** Resolves once the round under way is over. */
  stop(): Promise<void>
}

export interface BackgroundLoopDeps {
  name: LoopName
  clock: Clock
  log: Log
  supervisor: Supervisor
  /**
   * Runs one round.
   * @returns milliseconds until the next round; `Infinity` if only waking starts it
   */
  round: () => Promise<number>
  /** Called if this PC slept, or if its clock was changed. */
  onJump?: () => void
  /** Longest time of a round without a pause, in milliseconds. Default: `PATIENCE_MS`. */
  patienceMs?: number
}

/** Retry delay of a failed round, in milliseconds. */
const AGAIN_MS = 5_000
const JUMP_MS = 30_000
/** Longest delay of a timer, in milliseconds. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1
const PATIENCE_MS = 60_000
const STOP_MS = 5_000

export function createBackgroundLoop(deps: BackgroundLoopDeps): BackgroundLoop {
  const { name, clock, log, supervisor, round, onJump, patienceMs = PATIENCE_MS } = deps
  const stopping = new AbortController()
  let nap = new AbortController()
  let woken = false
  let loop: Promise<void> | null = null
  let reporting: PartWatch | null = null
  /** Number of the loop's step, for its supervisor. The loop is idle between rounds. */
  let step = 0
  let working = false

  async function run(watch: PartWatch): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = false
      let wait = AGAIN_MS
      try {
        wait = await runRound()
        watch.reportWorking()
      } catch (error) {
        if (stopping.signal.aborted) break
        log.error(`${name}: a round failed`, error)
        if (!isOfStore(error)) watch.report('failing')
      }
      await pause(wait)
    }
  }

  async function runRound(): Promise<number> {
    step++
    working = true
    try {
      return await round()
    } finally {
      working = false
    }
  }

  async function pause(ms: number, ended?: Promise<unknown>): Promise<void> {
    if (ms <= 0 || woken || stopping.signal.aborted) return
    const inside = working
    const began = clock.now()
    const mine = new AbortController()
    nap = mine
    working = false
    const slept = clock.sleep(Math.min(ms, MAX_TIMEOUT_MS), mine.signal)
    try {
      await (ended ? Promise.race([slept, ended]) : slept)
    } finally {
      mine.abort()
      step++
      working = inside
    }
    const passed = clock.now() - began
    if (passed < -JUMP_MS || passed > ms + JUMP_MS) jumped()
  }

  function jumped(): void {
    try {
      onJump?.()
    } catch (error) {
      log.error(`${name}: a jump of the clock could not be followed`, error)
    }
  }

  const wake = () => {
    woken = true
    nap.abort()
  }

  return {
    start() {
      if (loop || stopping.signal.aborted) return
      reporting = supervisor.watch(name, { current: () => (working ? step : null), patienceMs })
      loop = run(reporting)
    },
    wake,
    pause,
    async stop() {
      stopping.abort()
      wake()
      reporting?.end()
      // Limit the wait: a round that never ends must not block the stop of its owner.
      await Promise.race([loop, clock.sleep(STOP_MS)])
    },
  }
}

/** True if the store is closed or its thread died. The store reports that itself, once for all its users. */
const isOfStore = (error: unknown): boolean =>
  error instanceof StoreError && (error.kind === 'closed' || error.kind === 'died')
