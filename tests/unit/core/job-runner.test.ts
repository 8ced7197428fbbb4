import { describe, expect, test } from 'vitest'
import {
  createJobRunner,
  isStale,
  STALE_MS,
  type Job,
  type JobBody,
} from '#electron/core/runtime/job-runner.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

/** Runner whose jobs take the given steps, recording how each ended. */
function setUp() {
  const clock = createManualClock()
  const ended: string[] = []
  const errors: string[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: string, error?: unknown) => void errors.push(String(error)),
  }
  const jobs = createJobRunner<JobBody>({ name: 'test', clock, log, onEnd: (_, id) => ended.push(id) })
  return { clock, jobs, ended, errors }
}

/** Step that lasts until answered, or until its request is cut. */
function inFlight({ cut }: Job) {
  const answered = Promise.withResolvers<string>()
  const begun = Promise.withResolvers<void>()
  cut.addEventListener('abort', () => answered.resolve('cut'))
  return {
    begun: begun.promise,
    answer: () => answered.resolve('answered'),
    outcome() {
      begun.resolve()
      return answered.promise
    },
  }
}

test('a job takes steps until it is over, and is forgotten', async () => {
  const { jobs, ended } = setUp()
  let steps = 0
  jobs.start('one', () => ({ step: async () => (++steps < 3 ? 'again' : 'over') }))
  await jobs.get('one')?.done
  expect(steps).toBe(3)
  expect(ended).toEqual(['one'])
  expect(jobs.get('one')).toBeUndefined()
})

test('one that runs is not begun twice', async () => {
  const { jobs } = setUp()
  let begun = 0
  const gate = Promise.withResolvers<'over'>()
  const create = () => {
    begun++
    return { step: () => gate.promise }
  }
  jobs.start('one', create)
  jobs.start('one', create)
  gate.resolve('over')
  await jobs.get('one')?.done
  expect(begun).toBe(1)
})

test('one that is being stopped ends before the next of its name begins', async () => {
  const { jobs } = setUp()
  const order: string[] = []
  let flight!: ReturnType<typeof inFlight>
  jobs.start('one', (job) => {
    job.isAwaited = true
    flight = inFlight(job)
    return { step: async () => (order.push(await flight.outcome()), 'again') }
  })
  await flight.begun
  const stopped = jobs.stop('one')
  jobs.start('one', () => ({ step: async () => (order.push('second'), 'over') }))
  const second = jobs.get('one')?.done
  // Time for the second to begin, if nothing prevented it.
  await new Promise(setImmediate)
  expect(order).toEqual([])
  flight.answer()
  await Promise.all([stopped, second])
  expect(order).toEqual(['answered', 'second'])
  expect(jobs.get('one')).toBeUndefined()
})

test('a step that fails ends its job alone, and is in the log', async () => {
  const { jobs, ended, errors } = setUp()
  jobs.start('bad', () => ({ step: () => Promise.reject(new Error('a fault')) }))
  jobs.start('good', () => ({ step: async () => 'over' }))
  await Promise.all([...jobs.running].map(({ done }) => done))
  expect(ended.toSorted()).toEqual(['bad', 'good'])
  expect(errors).toEqual(['Error: a fault'])
})

test('a retry delay can be skipped, of a job that there is', async () => {
  const { clock, jobs } = setUp()
  const waiting = Promise.withResolvers<void>()
  jobs.start('one', ({ waits }) => ({
    async step() {
      waiting.resolve()
      await clock.sleep(60_000, waits.signal())
      return 'over'
    },
  }))
  await waiting.promise
  const done = jobs.get('one')?.done
  expect(jobs.skipWait('two')).toBe(false)
  expect(jobs.skipWait('one')).toBe(true)
  await done
  expect(jobs.get('one')).toBeUndefined()
})

test('what it waits for is given up when it is stopped', async () => {
  const { jobs } = setUp()
  let steps = 0
  jobs.start('one', () => ({ step: async () => (steps++, 'over') }), new Promise(() => undefined))
  await jobs.stop('one')
  expect(steps).toBe(0)
})

describe('stopping', () => {
  test.each([
    ['nobody awaits the answer: it is cut at once', false, false, 'cut'],
    ['the answer is awaited, for as long as it takes', true, false, 'answered'],
    ['in a hurry: for a few seconds', true, true, 'cut'],
  ] as const)('%s', async (_, isAwaited, hurried, how) => {
    const { clock, jobs } = setUp()
    let flight!: ReturnType<typeof inFlight>
    let outcome = ''
    jobs.start('one', (job) => {
      job.isAwaited = isAwaited
      flight = inFlight(job)
      return { step: async () => ((outcome = await flight.outcome()), 'again') }
    })
    await flight.begun
    const closed = jobs.close(hurried)
    await clock.advance(60_000)
    flight.answer()
    await closed
    expect(outcome).toBe(how)
  })

  test('a runner that is closed begins nothing and says nothing', async () => {
    const { jobs, ended } = setUp()
    let flight!: ReturnType<typeof inFlight>
    jobs.start('one', (job) => {
      flight = inFlight(job)
      return { step: async () => (await flight.outcome(), 'again') }
    })
    await flight.begun
    await jobs.close(false)
    jobs.start('two', () => ({ step: async () => 'over' }))
    expect(jobs.get('two')).toBeUndefined()
    expect(ended).toEqual([])
  })
})

test('what was asked for long ago, or in a time that has not come, is stale', () => {
  expect(isStale(0, STALE_MS)).toBe(false)
  expect(isStale(0, STALE_MS + 1)).toBe(true)
  expect(isStale(STALE_MS + 1, 0)).toBe(true)
})

test('what is being sent is counted, but for a job that waits for another attempt or is being stopped', async () => {
  const { clock, jobs } = setUp()
  const resting = Promise.withResolvers<void>()
  jobs.start('rests', (job) => ({
    async step() {
      const over = job.rest(1_000, job.signal)
      resting.resolve()
      await over
      return job.signal.aborted
        ? 'over'
        : inFlight(job)
            .outcome()
            .then(() => 'over' as const)
    },
  }))
  let flight!: ReturnType<typeof inFlight>
  jobs.start('flies', (job) => {
    job.isAwaited = true
    flight = inFlight(job)
    return { step: () => flight.outcome().then(() => 'over' as const) }
  })
  await Promise.all([resting.promise, flight.begun])
  expect(jobs.sending).toBe(1)
  await clock.advance(1_000)
  expect(jobs.sending).toBe(2)
  const stopped = jobs.stop('flies')
  expect(jobs.sending).toBe(1)
  flight.answer()
  await stopped
  await jobs.close(false)
  expect(jobs.sending).toBe(0)
})
