import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock } from '#renderer/replica/client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('everything that watches has the same time, and the clock stops with the last of them', () => {
  const clock = createClock(Date.now)
  vi.advanceTimersByTime(10_000)
  const stops = [clock.watch(), clock.watch()]
  expect(clock.store.getState()).toBe(Date.now())
  const told: number[] = []
  clock.store.subscribe((time) => told.push(time))
  stops[0]!()
  vi.advanceTimersByTime(3_000)
  expect(told).toHaveLength(3)
  expect(told.at(-1)).toBe(Date.now())
  stops[1]!()
  expect(vi.getTimerCount()).toBe(0)
})
