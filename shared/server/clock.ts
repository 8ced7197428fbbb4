/** Only source of time in a server. Tests and the virtual clock replace it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs once after the delay; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void
}

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    after(delayMs, run) {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
  }
}
