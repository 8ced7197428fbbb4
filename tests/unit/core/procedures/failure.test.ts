import { describe, expect, test } from 'vitest'
import { appError, ERROR_CODES } from '#shared/bridge/result.ts'
import { interpretFailure } from '#electron/core/features/procedures/submission-job.ts'
import { TRY_AGAIN_MS } from '#electron/core/runtime/job-runner.ts'
import {
  begin,
  created,
  newSubmission,
  type Plan,
} from '#electron/core/features/procedures/submission.rules.ts'

const plan: Plan = { body: 'b', canUpdate: false, documents: [] }
const creating = begin(newSubmission(), { do: 'create' }, plan)
const draft = created(creating, 'p', 'b', [])
const uploading = begin(draft, { do: 'upload', documentId: 'd' }, plan)
const confirming = begin(draft, { do: 'confirm' }, plan)
const rejected = (status: number) => appError('rejected', { status })

test.each([
  ['we cut it off', 'cancelled', uploading, 'cut'],
  ['the draft is not there any more', 'not-found', uploading, 'gone'],
  ['there is no such address to create at', 'not-found', creating, 'refused'],
  ['nobody was reached', 'unreachable', uploading, 'again'],
  ['it took too long', 'timeout', uploading, 'again'],
  ['the key is refused', 'unauthorized', uploading, 'pause'],
  ['the key is missing', 'key-missing', creating, 'pause'],
  ['the confirmation was not answered', 'unreachable', confirming, 'doubt'],
  ['the confirmation was answered by nobody we know', 'bad-answer', confirming, 'doubt'],
] as const)('%s', (_, code, before, means) => {
  expect(interpretFailure(appError(code), before, 0).means).toBe(means)
})

test('a refusal is of the data, a conflict of the draft; while it is created there is none yet', () => {
  expect(interpretFailure(rejected(400), uploading, 0).means).toBe('refused')
  expect(interpretFailure(rejected(409), uploading, 0).means).toBe('conflict')
  expect(interpretFailure(rejected(409), creating, 0).means).toBe('refused')
})

describe('what is known of a step that failed', () => {
  test('refused connections were not done: a confirmation that never left is no doubt', () => {
    const error = appError('unreachable', { detail: 'ECONNREFUSED' })
    const failure = interpretFailure(error, confirming, 0)
    expect(failure).toMatchObject({ means: 'again', submission: { begun: null } })
  })
  test('after bytes left nobody knows', () => {
    const failure = interpretFailure(appError('unreachable', { detail: 'ECONNRESET' }), uploading, 0)
    expect(failure).toMatchObject({ means: 'again', submission: { begun: uploading.begun } })
  })
})

test('a look that was not done says nothing of the step that was begun', () => {
  for (const code of ERROR_CODES) {
    for (const before of [uploading, confirming]) {
      const failure = interpretFailure(appError(code), before, 0, 'look')
      if ('submission' in failure) expect(failure.submission).toBe(before)
      expect(failure.means).not.toBe('refused')
    }
  }
  expect(interpretFailure(rejected(409), confirming, 0, 'look').means).toBe('doubt')
  expect(interpretFailure(appError('not-found'), confirming, 0, 'look').means).toBe('gone')
})

test('it is tried a few times, each later, and then waits for the person; a doubt is looked at for ever', () => {
  const waits = (before: typeof uploading) =>
    [0, 1, 2, 3, 50].map((failures) => {
      const failure = interpretFailure(appError('timeout'), before, failures)
      return 'waitMs' in failure ? failure.waitMs : failure.means
    })
  const last = TRY_AGAIN_MS.at(-1)
  expect(waits(uploading)).toEqual([...TRY_AGAIN_MS, 'pause', 'pause'])
  expect(waits(confirming)).toEqual([...TRY_AGAIN_MS, last, last])
})

test('it waits as long as the service asks, unless that is longer than a person stays', () => {
  const asked = (retryAfterMs: number, failures = 0) =>
    interpretFailure(appError('rate-limited', { retryAfterMs }), uploading, failures)
  expect(asked(7_000)).toMatchObject({ means: 'again', waitMs: 7_000 })
  expect(asked(3_600_000).means).toBe('pause')
  expect(asked(0, 3).means).toBe('pause')
})

test('no error at all makes a confirmation that left anything but a doubt, unless it was certainly not done', () => {
  const certain = new Set(['cancelled', 'not-found', 'rejected'])
  for (const code of ERROR_CODES) {
    const failure = interpretFailure(appError(code), confirming, 0)
    if (certain.has(code)) continue
    if (failure.means !== 'doubt') expect('submission' in failure && failure.submission.begun).toBeNull()
  }
})
