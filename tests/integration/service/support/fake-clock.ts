import type { Clock } from '#shared/server/clock.ts'

export interface FakeClock extends Clock {
  /** Advances time, running what falls due in order. */
  advance(ms: number): void
}

export function createFakeClock(startMs = Date.parse('2026-11-20T13:05:00Z')): FakeClock {
  let now = startMs
  const timers = new Set<{ at: number; run: () => void }>()
  return {
    now: () => now,
    after(delayMs, run) {
      const timer = { at: now + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        timers.delete(due)
        now = Math.max(now, due.at)
        due.run()
      }
      now = end
    },
  }
}
