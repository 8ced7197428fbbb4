import { expect, test } from 'vitest'
import { computePollDelay, STALLED_AFTER_MS } from '#electron/core/features/reports/poll-schedule.rules.ts'

test('every 150 ms for three seconds, then ever more slowly, and an end', () => {
  expect([0, 150, 2_999].map((elapsed) => computePollDelay(elapsed, 0))).toEqual([150, 150, 150])
  expect([0, 1, 2, 3, 4, 5, 6].map((slow) => computePollDelay(3_000, slow))).toEqual([
    500, 1000, 2000, 3000, 5000, 8000, 8000,
  ])
  expect(computePollDelay(120_000, 20)).toBe(30_000)
  expect(computePollDelay(STALLED_AFTER_MS, 99)).toBeNull()
})
