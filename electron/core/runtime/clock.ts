/** Time, injected so that tests can hold it. Milliseconds everywhere; `now` is UTC epoch. */
export interface Clock {
  now(): number
  /** Milliseconds that passed since some moment: never set back, and it may stand still while this PC sleeps. */
  elapsed(): number
  /** Resolves after `ms`, or at once when the signal aborts (the caller looks at the signal). */
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
