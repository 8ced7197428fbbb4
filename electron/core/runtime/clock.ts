/** Injected time, so that tests can control it. Milliseconds everywhere; `now` is UTC epoch. */
export interface Clock {
  now(): number
  /** Monotonic milliseconds from an arbitrary origin; they may stand still while this PC sleeps. */
  elapsed(): number
  /** Resolves after `ms`, or at once when the signal aborts (the caller checks the signal). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done)
    }),
}
