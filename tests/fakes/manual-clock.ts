import type { Clock } from '#electron/core/runtime/clock.ts'

export interface ManualClock extends Clock {
  /** Advances time, waking every sleeper in order, and lets their promises settle. */
  advance(ms: number): Promise<void>
  /** Sets the wall clock without advancing time: sleepers are not affected. */
  setBack(ms: number): void
}

/** Clock that a test advances. */
export function createManualClock(start = 1_700_000_000_000): ManualClock {
  let now = start
  let setBy = 0
  let sleepers: { at: number; wake: () => void }[] = []
  // Promise chains of the code under test are a few links long, without macrotasks in between.
  const settle = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve()
  }
  return {
    now: () => now,
    elapsed: () => now + setBy - start,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const abort = () => {
          sleepers = sleepers.filter((other) => other.wake !== wake)
          wake()
        }
        // A loop that ticks all day must not leave a listener per tick.
        const wake = () => {
          signal?.removeEventListener('abort', abort)
          resolve()
        }
        sleepers.push({ at: now + ms, wake })
        signal?.addEventListener('abort', abort)
      }),
    async advance(ms) {
      await settle()
      const end = now + ms
      for (;;) {
        const due = sleepers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (!due) break
        sleepers = sleepers.filter((other) => other.wake !== due.wake)
        now = Math.max(now, due.at)
        due.wake()
        await settle()
      }
      now = end
      await settle()
    },
    setBack(ms) {
      now -= ms
      setBy += ms
      // A timer counts elapsed time.
      sleepers = sleepers.map((sleeper) => ({ ...sleeper, at: sleeper.at - ms }))
    },
  }
}
