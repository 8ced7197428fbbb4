import type { Clock } from '#shared/server/clock.ts'

/** A clock that can be advanced. */
export interface VirtualClock extends Clock {
  /** Lead over the machine's clock, in milliseconds. */
  aheadMs(): number
  /**
   * Advances time and runs the timers that fall due, one after another and in order.
   * @param settle waits until the work they started has finished
   * @returns number of timers run
   */
  advance(ms: number, settle: () => Promise<void>): Promise<number>
}

/** Stops a timer that reschedules itself immediately from running for ever. */
const MAX_TIMERS = 100_000

interface Timer {
  readonly at: number
  readonly run: () => void
  cancel: () => void
}

/** A virtual clock over another one, with its lead kept. */
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
      for (let timer = earliest(until); timer !== undefined && count < MAX_TIMERS; timer = earliest(until)) {
        ahead += Math.max(timer.at - now(), 0)
        fire(timer)
        count++
        await settle()
      }
      ahead += Math.max(until - now(), 0)
      // The remaining timers waited on the machine's time: they are due sooner now.
      for (const timer of timers) {
        timer.cancel()
        arm(timer)
      }
      return count
    },
  }
}
