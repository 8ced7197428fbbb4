import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appError } from '#shared/bridge/result.ts'
import type { Connection } from '#shared/bridge/slices.ts'
import { pollDelay, STALLED_AFTER_MS } from '#electron/core/reports/poll-schedule.ts'
import { createConnectionGate, RETRY_DELAYS_MS } from '#electron/core/sync/connection.ts'
import { createRateLimiter } from '#electron/core/sync/rate-limiter.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

const never = new AbortController().signal

describe('the interactive poll schedule', () => {
  test('every 150 ms for three seconds, then ever more slowly, and an end', () => {
    expect([0, 150, 2_999].map((elapsed) => pollDelay(elapsed, 0))).toEqual([150, 150, 150])
    expect([0, 1, 2, 3, 4, 5, 6].map((slow) => pollDelay(3_000, slow))).toEqual([
      500, 1000, 2000, 3000, 5000, 8000, 8000,
    ])
    expect(pollDelay(120_000, 20)).toBe(30_000)
    expect(pollDelay(STALLED_AFTER_MS, 99)).toBeNull()
  })
})

describe('the rate limiter', () => {
  test('never lets more than the cap through in any second, whenever the calls come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.nat(400), { minLength: 1, maxLength: 60 }),
        async (cap, gaps) => {
          const clock = createManualClock()
          const limiter = createRateLimiter(clock, cap, clock.now)
          const granted: number[] = []
          for (const gap of gaps) {
            await clock.advance(gap)
            void limiter.slot(never).then(() => granted.push(clock.now()))
          }
          await clock.advance(120_000)
          expect(granted).toHaveLength(gaps.length)
          expect(granted).toEqual(granted.toSorted((a, b) => a - b))
          for (const from of granted)
            expect(granted.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(cap)
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('the connection gate', () => {
  const setup = () => {
    const clock = createManualClock()
    const states: Connection[] = []
    const gate = createConnectionGate(
      clock,
      (state) => states.push(state),
      () => 0,
    )
    const entered: string[] = []
    const enter = (name: string, urgent = false, signal = never) =>
      void gate.enter(signal, urgent).then(() => entered.push(name))
    return { clock, states, gate, entered, enter }
  }

  test('open until something fails', async () => {
    const { clock, entered, enter, gate } = setup()
    enter('a')
    enter('b')
    await clock.advance(0)
    expect(entered).toEqual(['a', 'b'])
    gate.answered()
    expect(gate.state).toMatchObject({ state: 'online', attempts: 0 })
  })

  test('while it is down one tries at a time, in order, with growing delays', async () => {
    const { clock, entered, enter, gate } = setup()
    gate.failed(appError('unreachable'))
    for (const name of ['a', 'b', 'c']) enter(name)
    for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
      await clock.advance(delay - 1)
      expect(entered).toHaveLength(index)
      await clock.advance(1)
      expect(entered).toHaveLength(index + 1)
      gate.failed(appError('unreachable'))
      enter(entered.at(-1)!)
    }
    expect(entered.slice(0, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
    expect(gate.state.attempts).toBe(RETRY_DELAYS_MS.length + 1)
  })

  test('one success lets everybody go', async () => {
    const { clock, entered, enter, gate } = setup()
    gate.failed(appError('service-failed'))
    for (const name of ['a', 'b', 'c']) enter(name)
    await clock.advance(1_000)
    expect(entered).toEqual(['a'])
    gate.answered()
    await clock.advance(0)
    expect(entered).toEqual(['a', 'b', 'c'])
  })

  test('somebody who is waiting for the answer tries at once', async () => {
    const { clock, entered, enter, gate } = setup()
    gate.failed(appError('unreachable'))
    enter('queued')
    enter('person', true)
    await clock.advance(0)
    expect(entered).toEqual(['person'])
  })

  test('one that is given up while it tries does not block the next', async () => {
    const { clock, entered, enter, gate } = setup()
    gate.failed(appError('unreachable'))
    enter('a')
    enter('b')
    await clock.advance(1_000)
    gate.abandoned()
    await clock.advance(1)
    expect(entered).toEqual(['a', 'b'])
  })

  test('Retry-After beats the schedule', async () => {
    const { clock, entered, enter, gate } = setup()
    gate.failed(appError('rate-limited', { retryAfterMs: 90_000 }))
    enter('a')
    await clock.advance(89_999)
    expect(entered).toEqual([])
    await clock.advance(1)
    expect(entered).toEqual(['a'])
  })

  test('a clock that is set back keeps nobody waiting: the time to try had come', async () => {
    const { clock, entered, enter, gate } = setup()
    gate.failed(appError('unreachable'))
    await clock.advance(1_000)
    clock.setBack(3_600_000)
    enter('a')
    enter('b')
    await clock.advance(0)
    expect(entered).toEqual(['a'])
    gate.failed(appError('unreachable'))
    await clock.advance(2_000)
    expect(entered).toEqual(['a', 'b'])
  })

  test('a refused key lets nobody try until the person says so', async () => {
    const { clock, entered, enter, gate } = setup()
    gate.failed(appError('unauthorized'))
    enter('a')
    await clock.advance(3_600_000)
    expect(entered).toEqual([])
    gate.retryNow()
    await clock.advance(0)
    expect(entered).toEqual(['a'])
  })
})
