import type { Clock } from '../../runtime/clock.ts'

/** Work that follows each request at once, and never more often than an interval. */
export interface Pulse {
  request(): void
  stop(): void
}

export function createPulse(
  clock: Pick<Clock, 'sleep'>,
  everyMs: number,
  work: () => Promise<void> | void,
): Pulse {
  const stopping = new AbortController()
  const { signal } = stopping
  let isWanted = false
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    // What is requested together is done together.
    await Promise.resolve()
    while (isWanted && !signal.aborted) {
      isWanted = false
      await work()
      await clock.sleep(everyMs, signal)
    }
    isRunning = false
  }

  return {
    request() {
      isWanted = true
      if (!isRunning && !signal.aborted) void run()
    },
    stop: () => stopping.abort(),
  }
}
