const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Retry schedule of a delivery that was not accepted. */
export interface Schedule {
  /** Milliseconds to wait after each failed attempt, one per retry. */
  readonly delays: readonly number[]
  /** Largest random change of a delay, as a fraction, in both directions. */
  readonly jitter: number
  /** Minimum delay after an attempt that timed out. */
  readonly floorAfterTimeoutMs: number
}

const scaleDelays = (unit: number, ...values: number[]) => values.map((value) => value * unit)

/**
 * The specification has no retry schedule. `default` and `demo` are ours. The others are schedules that other
 * services publish.
 */
export const schedules = {
  default: {
    delays: [
      ...scaleDelays(SECOND, 5, 30),
      ...scaleDelays(MINUTE, 2, 10, 30),
      ...scaleDelays(HOUR, 2, 6, 12, 24, 24),
    ],
    jitter: 0.2,
    floorAfterTimeoutMs: MINUTE,
  },
  demo: { delays: scaleDelays(SECOND, 1, 2, 4, 8), jitter: 0, floorAfterTimeoutMs: 0 },
  'standard-webhooks': {
    delays: [5 * SECOND, ...scaleDelays(MINUTE, 5, 30), ...scaleDelays(HOUR, 2, 5, 10, 14, 20, 24)],
    jitter: 0,
    floorAfterTimeoutMs: 0,
  },
  svix: {
    delays: scaleDelays(SECOND, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000),
    jitter: 0.2,
    floorAfterTimeoutMs: MINUTE,
  },
  yousign: {
    delays: [...scaleDelays(MINUTE, 2, 6, 30), ...scaleDelays(HOUR, 1, 5, 18, 24, 48)],
    jitter: 0,
    floorAfterTimeoutMs: 0,
  },
  outpost: {
    delays: Array.from({ length: 10 }, (_, n) => 30 * SECOND * 2 ** n),
    jitter: 0,
    floorAfterTimeoutMs: 0,
  },
  'stripe-sandbox': { delays: scaleDelays(HOUR, 0.5, 1, 2), jitter: 0.1, floorAfterTimeoutMs: 0 },
  github: { delays: [], jitter: 0, floorAfterTimeoutMs: 0 },
} as const satisfies Record<string, Schedule>

export type ScheduleName = keyof typeof schedules

/** Fields of a failed attempt that decide the next delay. */
export interface Failure {
  /** Attempts so far, including the failed attempt. */
  readonly attempts: number
  readonly isTimeout: boolean
  /** Wait that the receiver asked for. */
  readonly retryAfterMs: number | null
}

/**
 * Computes the delay in milliseconds until the next attempt. `null`: there is no further attempt. A receiver may
 * ask for up to twice the delay of the schedule.
 * @param chance 0 to 1, always the same for one attempt of one delivery
 */
export function computeDelay(schedule: Schedule, failure: Failure, chance: number): number | null {
  const base = schedule.delays[failure.attempts - 1]
  if (base === undefined) return null
  const jittered = base * (1 + schedule.jitter * (2 * chance - 1))
  const asked = Math.min(failure.retryAfterMs ?? 0, 2 * base)
  const floor = failure.isTimeout ? schedule.floorAfterTimeoutMs : 0
  return Math.round(Math.max(jittered, asked, floor))
}
