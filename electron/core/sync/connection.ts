import type { Connection } from '#shared/bridge/slices.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Clock } from '../clock.ts'

/** Milliseconds between attempts while the service does not answer; the last one repeats. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000]
const JITTER = 0.2

/**
 * Whether the service answers, and whose turn it is to find out. While it does not, one question at a time is
 * tried (first in, first out: one that always fails cannot keep the others waiting) and its success lets all
 * the others go.
 */
export interface ConnectionGate {
  readonly state: Connection
  /**
   * Resolves when the caller may try. `urgent` (a person is waiting) tries at once.
   * Resolves too when `signal` aborts: look at it.
   */
  enter(signal: AbortSignal, urgent: boolean): Promise<void>
  /** The outcome of what `enter` let through, and of every later call of the same question. */
  answered(): void
  failed(error: AppError): void
  /** What `enter` let through was given up before it had an outcome. */
  abandoned(): void
  /** The person asks to try now, or the key changed: everything waiting gets its turn at once. */
  retryNow(): void
}

interface Waiter {
  go: () => void
}

export function createConnectionGate(
  clock: Clock,
  onChange: (state: Connection) => void,
  random: () => number = Math.random,
): ConnectionGate {
  let state: Connection = { state: 'idle', since: clock.now(), attempts: 0 }
  let waiting: Waiter[] = []
  let probing = false
  let timer: AbortController | null = null
  /** The time of the next attempt has come. By the timer: the clock may have been set back meanwhile. */
  let due = true

  const set = (next: Connection) => {
    state = next
    onChange(next)
  }

  const releaseAll = () => {
    const all = waiting
    waiting = []
    for (const { go } of all) go()
  }

  const releaseOne = () => {
    const first = waiting.shift()
    if (!first) return
    probing = true
    first.go()
  }

  /** Plans the next attempt, for whoever is waiting then. */
  const plan = (at: number) => {
    timer?.abort()
    due = false
    const mine = new AbortController()
    timer = mine
    void clock.sleep(Math.max(0, at - clock.now()), mine.signal).then(() => {
      if (mine.signal.aborted) return
      due = true
      if (state.state === 'down' && !probing) releaseOne()
    })
  }

  return {
    get state() {
      return state
    },

    enter(signal, urgent) {
      if (state.state === 'unauthorized' && !urgent) return park(signal)
      if (urgent || state.state === 'idle' || state.state === 'online') return Promise.resolve()
      if (due && !probing && waiting.length === 0) {
        probing = true
        return Promise.resolve()
      }
      return park(signal)
    },

    answered() {
      probing = false
      timer?.abort()
      const now = clock.now()
      if (state.state === 'online') state = { ...state, lastContactAt: now }
      else set({ state: 'online', since: now, attempts: 0, lastContactAt: now })
      releaseAll()
    },

    failed(error) {
      probing = false
      const now = clock.now()
      const { lastContactAt } = state
      const kept = lastContactAt === undefined ? {} : { lastContactAt }
      if (error.code === 'unauthorized') {
        timer?.abort()
        if (state.state !== 'unauthorized')
          set({ state: 'unauthorized', since: now, attempts: 1, ...kept, error })
        return
      }
      const down = state.state === 'down'
      const attempts = down ? state.attempts + 1 : 1
      const delay = error.retryAfterMs ?? RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length) - 1] ?? 0
      const nextAttemptAt = Math.round(now + delay * (1 + JITTER * random()))
      set({ state: 'down', since: down ? state.since : now, attempts, nextAttemptAt, ...kept, error })
      plan(nextAttemptAt)
    },

    abandoned() {
      probing = false
      if (state.state === 'down') plan(state.nextAttemptAt ?? 0)
    },

    retryNow() {
      timer?.abort()
      probing = false
      releaseAll()
    },
  }

  function park(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        go: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      const leave = () => {
        waiting = waiting.filter((other) => other !== waiter)
        resolve()
      }
      if (signal.aborted) return resolve()
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(waiter)
    })
  }
}
