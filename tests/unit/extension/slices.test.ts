import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { inSlices, nextTurn } from '#extension/content/scan-page.ts'

/** Work of so many milliseconds, on a clock of the test. */
function stepsOf(durations: readonly number[]) {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let done = 0
  const steps = (function* () {
    for (const duration of durations) {
      now += duration
      done++
      yield
    }
  })()
  return { steps, done: () => done }
}

const options = { isStopped: () => false, leave: () => undefined, comeBack: () => undefined, maxMs: 10_000 }

it('no slice is longer than 4 ms and the step under way, and each step is done once', async () => {
  await fc.assert(
    fc.asyncProperty(
      // Parts of 1/256 ms: sums of them are not rounded.
      fc.array(
        fc.integer({ min: 0, max: 1024 }).map((parts) => parts / 256),
        { maxLength: 300 },
      ),
      async (durations) => {
        const { steps, done } = stepsOf(durations)
        const { finished, times } = await inSlices(steps, options)
        vi.restoreAllMocks()
        expect(finished).toBe(true)
        expect(done()).toBe(durations.length)
        expect(times.longest).toBeLessThan(8)
        expect(times.total).toBeCloseTo(durations.reduce((sum, one) => sum + one, 0))
      },
    ),
    { numRuns: 30 },
  )
})

it('leaves before the page goes on, and comes back before the next slice', async () => {
  const calls: string[] = []
  const { steps } = stepsOf([6, 6, 6])
  await inSlices(steps, { ...options, leave: () => calls.push('leave'), comeBack: () => calls.push('back') })
  vi.restoreAllMocks()
  expect(calls).toEqual(['leave', 'back', 'leave', 'back', 'leave', 'back'])
})

it('stops between two slices, and gives up on work without an end', async () => {
  const endless = () => stepsOf(Array.from({ length: 1_000 }, () => 6))
  let slices = 0
  const stopped = endless()
  expect(await inSlices(stopped.steps, { ...options, isStopped: () => slices++ === 3 })).toMatchObject({
    finished: false,
  })
  expect(stopped.done()).toBe(3)
  const given = endless()
  expect(await inSlices(given.steps, { ...options, maxMs: 60 })).toMatchObject({ finished: false })
  expect(given.done()).toBe(11)
  vi.restoreAllMocks()
})

it('waits its turn without a timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  await nextTurn()
  vi.useRealTimers()
})
