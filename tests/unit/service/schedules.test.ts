import { describe, expect, it } from 'vitest'
import { computeDelay, schedules, type Schedule } from '#service/webhooks/schedules.ts'

const S = 1_000
const M = 60 * S
const H = 60 * M
const failure = (attempts: number, more = {}) => ({ attempts, isTimeout: false, retryAfterMs: null, ...more })
const all = (schedule: Schedule) =>
  Array.from({ length: schedule.delays.length + 1 }, (_, n) => computeDelay(schedule, failure(n + 1), 0.5))

describe('retry schedules', () => {
  it.each([
    ['default', [5 * S, 30 * S, 2 * M, 10 * M, 30 * M, 2 * H, 6 * H, 12 * H, 24 * H, 24 * H, null]],
    ['demo', [1 * S, 2 * S, 4 * S, 8 * S, null]],
    ['standard-webhooks', [5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H, null]],
    ['svix', [5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 10 * H, null]],
    ['yousign', [2 * M, 6 * M, 30 * M, 1 * H, 5 * H, 18 * H, 24 * H, 48 * H, null]],
    ['github', [null]],
  ] as const)('%s', (name, expected) => {
    expect(all(schedules[name])).toEqual(expected)
  })

  it('outpost doubles from 30 s, ten times', () => {
    expect(all(schedules.outpost).slice(0, 3)).toEqual([30 * S, M, 2 * M])
    expect(all(schedules.outpost)).toHaveLength(11)
  })

  it('jitter stays within its share, to both sides', () => {
    expect(computeDelay(schedules.default, failure(1), 0)).toBe(4 * S)
    expect(computeDelay(schedules.default, failure(1), 1)).toBe(6 * S)
  })

  it('after an attempt that nobody answered in time, at least a minute', () => {
    expect(computeDelay(schedules.default, failure(1, { isTimeout: true }), 0.5)).toBe(M)
    expect(computeDelay(schedules.default, failure(4, { isTimeout: true }), 0.5)).toBe(10 * M)
    expect(computeDelay(schedules.demo, failure(1, { isTimeout: true }), 0.5)).toBe(S)
  })

  it('Retry-After is honoured between the delay and twice the delay', () => {
    const asked = (retryAfterMs: number) => computeDelay(schedules.demo, failure(2, { retryAfterMs }), 0.5)
    expect([asked(500), asked(3 * S), asked(H)]).toEqual([2 * S, 3 * S, 4 * S])
  })
})
