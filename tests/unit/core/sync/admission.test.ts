import { expect, test } from 'vitest'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { admit, createRateLimiter, createSkippableWait } from '#electron/core/runtime/admission.ts'
import { createCircuitBreaker } from '#electron/core/runtime/circuit-breaker.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

const never = new AbortController().signal
const unreached = fail(appError('unreachable'))

function setUp(perSecond = 1) {
  const clock = createManualClock()
  const admission = {
    breaker: createCircuitBreaker({ clock, threshold: 3, onChange: () => undefined, random: () => 0 }),
    limiter: createRateLimiter(clock, perSecond, { ticks: clock.now }),
    background: createRateLimiter(clock, perSecond, { ticks: clock.now }),
  }
  return { clock, admission }
}

test('a probe that is aborted while it waits for its slot gives the connection back', async () => {
  const { clock, admission } = setUp()
  admission.breaker.report('x', unreached)
  await clock.advance(500)
  await admission.limiter.slot(never, 'urgent')
  const stopped = new AbortController()
  const first = admit(admission, 'a', { signal: stopped.signal, urgent: false })
  const entered: string[] = []
  void admit(admission, 'b', { signal: never, urgent: false }).then((permit) => {
    entered.push('b')
    permit?.report(ok({}))
  })
  // `a` is the probe by now, and waits for the slot that comes a second after the last one.
  await clock.advance(700)
  stopped.abort()
  expect(await first).toBeNull()
  await clock.advance(5_000)
  expect(entered).toEqual(['b'])
  expect(admission.breaker.state.state).toBe('online')
})

test('a retry of a failing resource takes no slot of what a person waits for', async () => {
  const { clock, admission } = setUp()
  admission.breaker.report('bad', fail(appError('service-failed')))
  void admit(admission, 'bad', { signal: never, urgent: false })
  await clock.advance(1_000)
  const entered: string[] = []
  void admit(admission, 'good', { signal: never, urgent: true }).then(() => entered.push('good'))
  await clock.advance(0)
  expect(entered).toEqual(['good'])
})

test('a person who skips the wait is admitted at once', async () => {
  const { clock, admission } = setUp(10)
  admission.breaker.report('a', fail(appError('timeout', { detail: 'TimeoutError' })))
  const owner = new AbortController()
  const waits = createSkippableWait(owner.signal)
  let admitted = 0
  const ask = () => void waits.admit(admission, 'a', false).then((permit) => permit && admitted++)
  ask()
  await clock.advance(500)
  expect(admitted).toBe(0)
  waits.skip()
  await clock.advance(0)
  expect(admitted).toBe(1)
  ask()
  owner.abort()
  await clock.advance(60_000)
  expect(admitted).toBe(1)
})
