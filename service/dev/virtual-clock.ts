import type { Clock } from '../clock.ts'

/** A clock that can be put forward. */
export interface VirtualClock extends Clock {
  /** How far it is ahead of the machine's. */
  aheadMs(): number
  /**
   * Moves time on and runs what falls due on the way, one after another and in order.
   * @param settle waits until what was set off has come to rest
   * @returns how many timers ran
   */
  advance(ms: number, settle: () => Promise<void>): Promise<number>
}

/** Something that sets itself again for at once would run for ever. */
const MOST_TIMERS = 100_000

interface Timer {
  readonly at: number
  readonly run: () => void
  cancel: () => void
}

/** A clock ahead of another one by as much as it has been put forward. */
export function createVirtualClock(base: Clock, startsAheadMs = 0): VirtualClock {
  let ahead = startsAheadMs
  const timers = new Set<Timer>()
  const now = () => base.now() + ahead

  function arm(timer: Timer): void {
    timer.cancel = base.after(Math.max(timer.at - now(), 0), () => fire(timer))
  }
  function fire(timer: Timer): void {
    timer.cancel()
    if (timers.delete(timer)) timer.run()
  }
  function earliest(until: number): Timer | undefined {
    let first: Timer | undefined
    for (const timer of timers)
      if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer
    return first
  }

  return {
    now,
    after(delayMs, run) {
      const timer: Timer = { at: now() + delayMs, run, cancel: () => {} }
      timers.add(timer)
      arm(timer)
      return () => {
        timer.cancel()
        timers.delete(timer)
      }
    },
    aheadMs: () => ahead,
    async advance(ms, settle) {
      const until = now() + ms
      let count = 0
      await settle()
      for (let timer = earliest(until); timer !== undefined && count < MOST_TIMERS; timer = earliest(until)) {
        ahead += Math.max(timer.at - now(), 0)
        fire(timer)
        count++
        await settle()
      }
      ahead += Math.max(until - now(), 0)
      // What is left was waiting for the machine's time: it is nearer now.
      for (const timer of timers) {
        timer.cancel()
        arm(timer)
      }
      return count
    },
  }
}
