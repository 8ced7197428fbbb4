import { describe, expect, test } from 'vitest'
import { appError, fail, ok, type AppError } from '#shared/bridge/result.ts'
import type { Connection } from '#shared/bridge/slices.ts'
import {
  RETRY_DELAYS_MS,
  SUSTAINED_MS,
  createCircuitBreaker,
  type Permit,
} from '#electron/core/runtime/circuit-breaker.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

const never = new AbortController().signal
const THRESHOLD = 3
const answered = ok({})
const unreached = fail(appError('unreachable', { detail: 'ECONNREFUSED' }))
const failedItself = fail(appError('service-failed', { detail: 'HTTP 500' }))

function setUp() {
  const clock = createManualClock()
  const states: Connection[] = []
  const breaker = createCircuitBreaker({
    clock,
    threshold: THRESHOLD,
    onChange: (state) => states.push(state),
    random: () => 0,
  })
  const entered: string[] = []
  const permits = new Map<string, Permit>()
  const enter = (name: string, urgent = false, signal = never) =>
    void breaker.acquire(name, { signal, urgent }).then((permit) => {
      if (!permit) return
      entered.push(name)
      permits.set(name, permit)
    })
  const fails = (name: string, error: AppError = unreached.error) => permits.get(name)?.report(fail(error))
  return { clock, states, breaker, entered, permits, enter, fails }
}

describe('the connection', () => {
  test('is open until something fails', async () => {
    const { clock, entered, enter, breaker, permits } = setUp()
    enter('a')
    enter('b')
    await clock.advance(0)
    expect(entered).toEqual(['a', 'b'])
    permits.get('a')?.report(answered)
    expect(breaker.state).toMatchObject({ state: 'online', attempts: 0 })
  })

  test('a request without an answer for some seconds is said, until any answer comes', async () => {
    const { clock, entered, enter, breaker, permits, states } = setUp()
    breaker.report('x', answered)
    const askedAt = clock.now()
    enter('a')
    await clock.advance(0)
    expect(entered).toEqual(['a'])
    await clock.advance(5_000)
    expect(breaker.state.silentSince).toBeUndefined()
    await clock.advance(2_000)
    expect(breaker.state).toMatchObject({ state: 'online', silentSince: askedAt })
    expect(states.at(-1)).toEqual(breaker.state)
    // Another one that is answered shows that the service is there.
    breaker.report('b', answered)
    expect(breaker.state.silentSince).toBeUndefined()
    expect(states.at(-1)?.silentSince).toBeUndefined()
    await clock.advance(7_000)
    expect(breaker.state.silentSince).toBe(askedAt + 7_000)
    permits.get('a')?.release()
    expect(breaker.state.silentSince).toBeUndefined()
    // With nothing asked there is nothing to wait for.
    await clock.advance(60_000)
    expect(breaker.state.silentSince).toBeUndefined()
  })

  test('while the service is not reached one request at a time is tried, in order, with growing delays', async () => {
    const { clock, entered, enter, fails, breaker } = setUp()
    breaker.report('x', unreached)
    for (const name of ['a', 'b', 'c']) enter(name)
    for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
      await clock.advance(delay - 1)
      expect(entered).toHaveLength(index)
      await clock.advance(1)
      expect(entered).toHaveLength(index + 1)
      const name = entered.at(-1)!
      fails(name)
      enter(name)
    }
    expect(entered.slice(0, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
    expect(breaker.state.attempts).toBe(RETRY_DELAYS_MS.length + 1)
  })

  test('one answer lets everything go', async () => {
    const { clock, entered, enter, breaker, permits } = setUp()
    breaker.report('x', unreached)
    for (const name of ['a', 'b', 'c']) enter(name)
    await clock.advance(1_000)
    expect(entered).toEqual(['a'])
    permits.get('a')?.report(answered)
    await clock.advance(0)
    expect(entered).toEqual(['a', 'b', 'c'])
  })

  test('an answer in the very millisecond of a refusal lets everything go too', async () => {
    const { clock, entered, enter, breaker, states } = setUp()
    breaker.report('x', answered)
    breaker.report('y', fail(appError('rate-limited', { retryAfterMs: 1_000 })))
    enter('a')
    await clock.advance(0)
    expect(entered).toEqual([])
    breaker.report('z', answered)
    await clock.advance(0)
    expect(entered).toEqual(['a'])
    expect(breaker.state.state).toBe('online')
    expect(states.at(-1)?.state).toBe('online')
  })

  test('a person who waits for the answer tries at once', async () => {
    const { clock, entered, enter, breaker } = setUp()
    breaker.report('x', unreached)
    enter('queued')
    enter('person', true)
    await clock.advance(0)
    expect(entered).toEqual(['person'])
  })

  test('a request that is given up while it is tried does not block the next', async () => {
    const { clock, entered, enter, breaker, permits } = setUp()
    breaker.report('x', unreached)
    enter('a')
    enter('b')
    await clock.advance(1_000)
    permits.get('a')?.release()
    await clock.advance(1)
    expect(entered).toEqual(['a', 'b'])
  })

  test('Retry-After beats the schedule', async () => {
    const { clock, entered, enter, breaker } = setUp()
    breaker.report('x', fail(appError('rate-limited', { retryAfterMs: 90_000 })))
    enter('a')
    await clock.advance(89_999)
    expect(entered).toEqual([])
    await clock.advance(1)
    expect(entered).toEqual(['a'])
  })

  test('a clock that is set back keeps nothing waiting: the time to try had come', async () => {
    const { clock, entered, enter, breaker, fails } = setUp()
    breaker.report('x', unreached)
    await clock.advance(1_000)
    clock.setBack(3_600_000)
    enter('a')
    enter('b')
    await clock.advance(0)
    expect(entered).toEqual(['a'])
    fails('a')
    await clock.advance(2_000)
    expect(entered).toEqual(['a', 'b'])
  })

  test('a refused key lets nothing be tried until the person says so', async () => {
    const { clock, entered, enter, breaker } = setUp()
    breaker.report('x', fail(appError('unauthorized')))
    enter('a')
    await clock.advance(3_600_000)
    expect(entered).toEqual([])
    breaker.retryNow()
    await clock.advance(0)
    expect(entered).toEqual(['a'])
  })

  test('"try now" with nothing waiting lets the next request through', async () => {
    const { clock, entered, enter, breaker } = setUp()
    breaker.report('x', unreached)
    breaker.retryNow()
    await clock.advance(24 * 3_600_000)
    enter('a')
    await clock.advance(0)
    expect(entered).toEqual(['a'])
  })

  test('the time of the last contact is published again while the service goes on answering', async () => {
    const { clock, states, breaker } = setUp()
    for (let second = 0; second < 60; second++) {
      breaker.report('a', answered)
      await clock.advance(1_000)
    }
    const last = states.at(-1)
    expect(clock.now() - (last?.lastContactAt ?? 0)).toBeLessThanOrEqual(15_000)
    expect(states.length).toBeLessThan(10)
    expect(new Set(states.map(({ since }) => since)).size).toBe(1)
  })

  test('an account that was used before knows when the service last answered', () => {
    const { breaker, states } = setUp()
    breaker.setLastContact(1_000)
    expect(states).toMatchObject([{ state: 'idle', lastContactAt: 1_000 }])
    breaker.report('a', answered)
    breaker.setLastContact(2_000)
    expect(breaker.state.lastContactAt).toBeGreaterThan(2_000)
  })
})

describe('one resource that fails', () => {
  test('waits by itself, with growing delays, and nothing else does', async () => {
    const { clock, entered, enter, fails, breaker } = setUp()
    enter('bad')
    await clock.advance(0)
    for (const delay of RETRY_DELAYS_MS) {
      fails('bad', failedItself.error)
      expect(breaker.backoff('bad')).toMatchObject({ retryAt: clock.now() + delay })
      expect(breaker.state.state).toBe('idle')
      entered.length = 0
      enter('bad')
      enter('good')
      await clock.advance(delay - 1)
      expect(entered).toEqual(['good'])
      await clock.advance(1)
      expect(entered).toEqual(['good', 'bad'])
    }
    breaker.report('bad', answered)
    expect(breaker.backoff('bad')).toBeNull()
  })

  test('is tried at once when a person asks, and then is no retry that takes turns', async () => {
    const { clock, entered, enter, permits, breaker } = setUp()
    breaker.report('bad', failedItself)
    enter('bad', true)
    await clock.advance(0)
    expect(entered).toEqual(['bad'])
    expect(permits.get('bad')?.isRetry).toBe(true)
    breaker.retryNow()
    enter('bad')
    await clock.advance(1_000)
    expect(entered).toEqual(['bad', 'bad'])
  })

  test.each([
    ['a page', appError('bad-answer', { detail: 'text/html' })],
    ['a redirect', appError('redirect-refused')],
    ['no answer in time', appError('timeout', { detail: 'UND_ERR_HEADERS_TIMEOUT' })],
    ['no whole answer in time', appError('timeout')],
    ['an answer too large', appError('answer-too-large')],
    ['an answer too deep', appError('answer-too-deep')],
    ['another plate', appError('wrong-plate')],
  ])('%s, as often as it comes, does not bring the connection down', async (_what, error) => {
    const { clock, breaker } = setUp()
    for (let time = 0; time < 30; time++) {
      breaker.report('bad', fail(error))
      await clock.advance(40_000)
    }
    expect(breaker.state.state).toBe('idle')
  })

  test.each([
    ['nothing listens', appError('unreachable', { detail: 'ECONNREFUSED' })],
    ['no connection in time', appError('timeout', { detail: 'UND_ERR_CONNECT_TIMEOUT' })],
    ['a connection cut', appError('unreachable', { detail: 'ECONNRESET' })],
    ['the proxy', appError('proxy-refused')],
    ['no key', appError('key-missing')],
    ['too many requests', appError('rate-limited')],
  ])('%s concerns every resource: the connection is down at once', (_what, error) => {
    const { breaker } = setUp()
    breaker.report('a', fail(error))
    expect(breaker.state).toMatchObject({ state: 'down', attempts: 1 })
  })
})

test('a resource whose connection is always cut is not what the service is asked for over and over', async () => {
  const { clock, breaker, entered, enter } = setUp()
  const cut = fail(appError('unreachable', { detail: 'ECONNRESET' }))
  breaker.report('bad', cut)
  enter('bad')
  for (let time = 0; time < 9; time++) {
    await clock.advance(100)
    breaker.report('good', answered)
  }
  expect(entered).toEqual([])
  expect(breaker.state.state).toBe('online')
  await clock.advance(100)
  expect(entered).toEqual(['bad'])
})

describe('several different resources that fail one after another', () => {
  const failFor = async ({ clock, breaker }: ReturnType<typeof setUp>, names: string[], ms: number) => {
    for (const name of names) {
      breaker.report(name, failedItself)
      await clock.advance(ms / names.length)
    }
  }

  test('are the service itself, once it has gone on for a while', async () => {
    const world = setUp()
    const began = world.clock.now()
    await failFor(world, ['a', 'b'], SUSTAINED_MS)
    expect(world.breaker.state.state).toBe('idle')
    world.breaker.report('c', failedItself)
    expect(world.breaker.state).toMatchObject({ state: 'down', since: began, attempts: 1 })
  })

  test('are not, all at once', async () => {
    const world = setUp()
    await failFor(world, ['a', 'b', 'c', 'd', 'e', 'f', 'g'], 1_000)
    expect(world.breaker.state.state).toBe('idle')
  })

  test('are not, with an answer in between, nor ever again those that were failing by then', async () => {
    const world = setUp()
    await failFor(world, ['a', 'b', 'c'], SUSTAINED_MS)
    world.breaker.report('good', answered)
    for (let round = 0; round < 10; round++) await failFor(world, ['a', 'b', 'c'], SUSTAINED_MS)
    expect(world.breaker.state.state).toBe('online')
  })

  test('a resource that is known to fail is not what the service is tried with while there is another', async () => {
    const { clock, breaker, entered, enter } = setUp()
    breaker.report('bad', failedItself)
    breaker.report('x', unreached)
    await clock.advance(999)
    breaker.report('x', unreached)
    enter('bad')
    await clock.advance(500)
    enter('good')
    await clock.advance(1_500)
    expect(entered).toEqual(['good'])
  })
})

test('an abort leaves nothing waiting, wherever it comes', async () => {
  const { clock, breaker, entered, enter } = setUp()
  breaker.report('bad', failedItself)
  const stopped = new AbortController()
  enter('bad', false, stopped.signal)
  await clock.advance(10)
  breaker.report('x', unreached)
  enter('parked', false, stopped.signal)
  await clock.advance(10)
  stopped.abort()
  enter('next')
  await clock.advance(60_000)
  expect(entered).toEqual(['next'])
})
