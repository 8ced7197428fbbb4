/** Injected time, so that tests can control it. All values are milliseconds. `now` is UTC epoch time. */
export interface Clock {
  now(): number
  /** Monotonic milliseconds from an arbitrary origin. The value may stand still while this PC sleeps. */
  elapsed(): number
  /** Resolves after `ms`, or at once if the signal aborts. The caller checks the signal. */
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
