import type { Clock } from '#shared/server/clock.ts'

/** A clock that can be advanced. */
export interface VirtualClock extends Clock {
  /** Lead over the machine's clock, in milliseconds. */
  aheadMs(): number
  /**
   * Advances time by milliseconds and runs the due timers in order, one after another.
   * @param settle waits until the work that a timer started has finished
   * @returns number of timers that ran
   */
  advance(ms: number, waitUntilIdle: () => Promise<void>): Promise<number>
}

/** Maximum number of timers in one advance: a timer that reschedules itself at once would run for ever. */
const MAX_TIMERS = 100_000

interface Timer {
  readonly at: number
  readonly run: () => void
  cancel: () => void
}

/** Creates a virtual clock that runs ahead of another clock. */
export function createVirtualClock(base: Clock, startsAheadMs = 0): VirtualClock {
  let ahead = startsAheadMs
  const timers = new Set<Timer>()
  const now = () => base.now() + ahead

  function armTimer(timer: Timer): void {
    timer.cancel = base.after(Math.max(timer.at - now(), 0), () => fireTimer(timer))
  }
  function fireTimer(timer: Timer): void {
    timer.cancel()
    if (timers.delete(timer)) timer.run()
  }
  function findEarliest(until: number): Timer | undefined {
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
      armTimer(timer)
      return () => {
        timer.cancel()
        timers.delete(timer)
      }
    },
    aheadMs: () => ahead,
    async advance(ms, waitUntilIdle) {
      const until = now() + ms
      let count = 0
      await waitUntilIdle()
      for (
        let timer = findEarliest(until);
        timer !== undefined && count < MAX_TIMERS;
        timer = findEarliest(until)
      ) {
        ahead += Math.max(timer.at - now(), 0)
        fireTimer(timer)
        count++
        await waitUntilIdle()
      }
      ahead += Math.max(until - now(), 0)
      // The remaining timers are armed on the machine's time, and are due sooner now.
      for (const timer of timers) {
        timer.cancel()
        armTimer(timer)
      }
      return count
    },
  }
}
