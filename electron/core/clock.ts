/** Time, injected so that tests can hold it. Milliseconds everywhere; `now` is UTC epoch. */
export interface Clock {
  now(): number
  /** Resolves after `ms`, or at once when the signal aborts (the caller looks at the signal). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
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
