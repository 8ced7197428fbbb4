import { expect, test } from 'vitest'
import {
  createCompleteJob,
  LOOK_AGAIN_MS,
  type CompleteJob,
} from '#electron/core/features/complete/complete-job.ts'
import { createJobRunner, STALE_MS } from '#electron/core/runtime/job-runner.ts'
import { createCircuitBreaker } from '#electron/core/runtime/circuit-breaker.ts'
import { createRateLimiter } from '#electron/core/runtime/admission.ts'
import { appError, fail, ok, type AppError } from '#shared/bridge/result.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

type Deps = Parameters<typeof createCompleteJob>[0]

/** Job over a store of one row, whose writes can fail, and a service with set answers. */
function setUp() {
  const clock = createManualClock()
  const row = { id: 'one', vrm: '1234BCD', state: 'queued', reportId: null as string | null, attempts: 0 }
  const seen = { posts: 0, looks: 0, states: [] as string[], error: null as AppError | null, failed: '' }
  const broken = { writes: 0, sending: 0 }
  const answers: { look: AppError | 'completed' } = { look: 'completed' }
  const step = { done: async () => {} }
  const report = { id: 'r1', vrm: '1234BCD', type: 'complete', status: 'completed' }

  async function call(method: string, _id: string, value: unknown, error: unknown): Promise<unknown> {
    if (method === 'completeRequest') return row.state === 'done' ? null : { ...row, acceptedAt: 1 }
    if (method !== 'completeStep' || value !== 'sending') {
      if (broken.writes > 0) {
        broken.writes--
        throw new Error('database or disk is full')
      }
    }
    if (method === 'completeStep' && value === 'sending' && broken.sending > 0) {
      broken.sending--
      throw new Error('database or disk is full')
    }
    if (method === 'completeStep') {
      row.state = String(value)
      seen.error = error as AppError | null
    }
    if (method === 'completeAccepted') Object.assign(row, { state: 'processing', reportId: value })
    if (method === 'completeArrived') row.state = 'done'
    seen.states.push(row.state)
    return undefined
  }
  const breaker = createCircuitBreaker({ clock, threshold: 4, onChange: () => undefined })
  const deps = {
    call,
    clock,
    client: {
      createCompleteReport: async () => {
        seen.posts++
        return ok({ ...report, status: 'processing' })
      },
      getReport: async () => {
        seen.looks++
        return answers.look === 'completed'
          ? ok({ ...report, transferabilityStatus: 'transferable' })
          : fail(answers.look)
      },
    },
    breaker,
    limiter: createRateLimiter(clock, 50, { ticks: clock.now }),
    background: createRateLimiter(clock, 50, { ticks: clock.now }),
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (_: string, error: unknown) => (seen.failed = String(error)),
    },
    assumptions: { failedCompleteReportIsCharged: false },
    onStep: () => step.done(),
  } as unknown as Deps
  function begin() {
    const jobs = createJobRunner<CompleteJob>({ ...deps, name: 'complete' })
    jobs.start('one', (job) => createCompleteJob(deps, job, row.vrm))
    const { body, done } = jobs.get('one')!
    return { body, done, stop: () => jobs.stop('one') }
  }
  return { clock, row, seen, broken, answers, breaker, step, deps, begin }
}

test('an answer that could not be written is written when there is room again, and never asked for twice', async () => {
  const { clock, row, seen, broken, begin } = setUp()
  broken.writes = 3
  const job = begin()
  await expect.poll(() => clock.advance(500).then(() => row.state)).toBe('done')
  await job.done
  expect(seen.posts).toBe(1)
  expect(seen.states).toEqual(['sending', 'processing', 'done'])
})

test('one that could not be written down before it was sent is sent when there is room', async () => {
  const { clock, row, seen, broken, begin } = setUp()
  broken.sending = 3
  const job = begin()
  await clock.advance(1_000)
  expect(seen.posts).toBe(0)
  await expect.poll(() => clock.advance(500).then(() => row.state)).toBe('done')
  await job.done
  expect(seen.posts).toBe(1)
})

test('but not long after: by then nobody expects to pay for it', async () => {
  const { clock, row, seen, broken, begin } = setUp()
  broken.sending = Infinity
  const job = begin()
  await clock.advance(STALE_MS + 5_000)
  broken.sending = 0
  await expect.poll(() => clock.advance(500).then(() => row.state)).toBe('failed')
  await job.stop()
  expect(seen.posts).toBe(0)
})

test('a report that could not be written when it came is not left alone', async () => {
  const { clock, row, seen, broken, step, begin } = setUp()
  const accepted = Promise.withResolvers<void>()
  step.done = () => (row.state === 'processing' ? accepted.promise : Promise.resolve())
  const job = begin()
  await expect.poll(() => row.state).toBe('processing')
  broken.writes = 2
  accepted.resolve()
  await expect.poll(() => clock.advance(500).then(() => row.state)).toBe('done')
  await job.done
  expect(seen.posts).toBe(1)
})

test('one that is ended before there was room leaves the truth: it was being sent', async () => {
  const { row, seen, broken, begin } = setUp()
  broken.writes = Infinity
  const job = begin()
  await expect.poll(() => row.state).toBe('sending')
  await job.stop()
  expect(seen.failed).toContain('full')
  expect(row.state).toBe('sending')
})

test('one that is stopped after it was written down and before it left is not paid for', async () => {
  const { clock, row, seen, step, begin } = setUp()
  const told = Promise.withResolvers<void>()
  step.done = () => (row.state === 'sending' ? told.promise : Promise.resolve())
  const job = begin()
  await expect.poll(() => row.state).toBe('sending')
  const stopped = job.stop()
  told.resolve()
  await clock.advance(1_000)
  await stopped
  expect(seen.posts).toBe(0)
  expect(row.state).toBe('queued')
})

test.each(['redirect-refused', 'answer-too-deep', 'rejected', 'wrong-service'] as const)(
  'accepted and then %s: it is paid for, so it is looked at until it can be read',
  async (code) => {
    const { clock, row, seen, answers, begin } = setUp()
    answers.look = appError(code, { retryable: false })
    const job = begin()
    await expect.poll(() => seen.looks).toBe(1)
    expect(row.state).toBe('processing')
    await clock.advance(LOOK_AGAIN_MS)
    await expect.poll(() => seen.looks).toBe(2)
    expect(row.state).toBe('processing')
    answers.look = 'completed'
    await expect.poll(() => clock.advance(LOOK_AGAIN_MS).then(() => row.state)).toBe('done')
    await job.done
    expect(seen.posts).toBe(1)
  },
)

test('accepted and then not to be read: it says why and when it is tried again, and can be tried now', async () => {
  const { clock, row, answers, breaker, begin } = setUp()
  answers.look = appError('answer-too-deep')
  const job = begin()
  await expect.poll(() => job.body.trouble).not.toBeNull()
  expect(job.body.trouble).toEqual({
    error: appError('answer-too-deep'),
    nextAttemptAt: clock.now() + LOOK_AGAIN_MS,
  })
  answers.look = 'completed'
  breaker.retryNow()
  await expect.poll(() => clock.advance(10).then(() => row.state)).toBe('done')
  await job.done
})

test('accepted and then unknown to the service: only the person decides', async () => {
  const { row, seen, answers, begin } = setUp()
  answers.look = appError('not-found')
  await begin().done
  expect(row.state).toBe('uncertain')
  expect(seen.error).toMatchObject({ code: 'not-found' })
})

test('one whose turn comes long after it was confirmed is not sent: the user decides again', async () => {
  const { clock, row, seen, deps, begin } = setUp()
  // A long batch before it, or a PC that slept.
  deps.limiter = { slot: (signal) => clock.sleep(STALE_MS + 1, signal) }
  const job = begin()
  await expect.poll(() => clock.advance(STALE_MS / 2).then(() => row.state)).toBe('failed')
  await job.done
  expect(seen.posts).toBe(0)
  expect(seen.error).toMatchObject({ code: 'cancelled' })
})
