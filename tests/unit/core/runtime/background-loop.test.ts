import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StoreError } from '#electron/core/store/store-error.ts'
import { createLog } from '#electron/core/runtime/log.ts'
import { createBackgroundLoop, type BackgroundLoopDeps } from '#electron/core/runtime/background-loop.ts'
import { createSupervisor } from '#electron/core/runtime/supervisor.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'
import { quietSupervisor } from '#tests/fakes/quiet-supervisor.ts'

/** Fails on any logged error. */
const strictLog = createLog((line) => {
  throw new Error(line)
})

function setUp(deps: Partial<BackgroundLoopDeps> = {}) {
  const clock = createManualClock()
  const began: number[] = []
  const errors: string[] = []
  const log = createLog((line) => errors.push(line))
  let next = Infinity
  const at = clock.now()
  const loop = createBackgroundLoop({
    name: 'sweep',
    supervisor: quietSupervisor,
    log,
    clock,
    round: async () => {
      began.push(clock.now() - at)
      return next
    },
    ...deps,
  })
  return { clock, loop, began, errors, every: (ms: number) => (next = ms) }
}

test('a round at the start, when it is due, and as soon as it is woken', async () => {
  const { clock, loop, began, every } = setUp()
  loop.wake()
  await clock.advance(1_000)
  expect(began).toEqual([])
  every(300)
  loop.start()
  loop.start()
  await clock.advance(1_000)
  expect(began).toEqual([1_000, 1_300, 1_600, 1_900])
  every(Infinity)
  await clock.advance(100_000)
  expect(began).toHaveLength(5)
  loop.wake()
  await clock.advance(0)
  expect(began).toHaveLength(6)
  await loop.stop()
  loop.wake()
  await clock.advance(100_000)
  expect(began).toHaveLength(6)
})

test('a wake within a round makes another right after it; never two at a time', async () => {
  const clock = createManualClock()
  let running = 0
  let most = 0
  let done = 0
  const loop = createBackgroundLoop({
    name: 'sweep',
    supervisor: quietSupervisor,
    log: strictLog,
    clock,
    async round() {
      most = Math.max(most, ++running)
      await clock.sleep(100)
      running--
      done++
      return Infinity
    },
  })
  loop.start()
  await clock.advance(50)
  for (let wake = 0; wake < 5; wake++) loop.wake()
  await clock.advance(500)
  expect({ most, done }).toEqual({ most: 1, done: 2 })
  await loop.stop()
})

test('what stumbles is told and tried again, later or when it is woken', async () => {
  let broken = true
  const { clock, loop, errors } = setUp({
    round: () => (broken ? Promise.reject(new Error('no')) : Promise.resolve(Infinity)),
  })
  loop.start()
  await clock.advance(4_000)
  expect(errors).toHaveLength(1)
  await clock.advance(2_000)
  expect(errors).toHaveLength(2)
  loop.wake()
  await clock.advance(0)
  expect(errors).toHaveLength(3)
  broken = false
  await clock.advance(60_000)
  expect(errors).toHaveLength(3)
  await loop.stop()
})

test.each([
  ['slept', 3_600_000, 1],
  ['had its clock set back', -3_600_000, 1],
  ['is only a little late', 20_000, 0],
  ['is only a little early', -20_000, 0],
])('a PC that %s', async (_what, jump, jumps) => {
  const time = createManualClock()
  let off = 0
  let seen = 0
  const clock = { ...time, now: () => time.now() + off }
  const { loop } = setUp({ clock, round: async () => 10_000, onJump: () => seen++ })
  loop.start()
  await time.advance(1_000)
  off = jump
  await time.advance(30_000)
  expect(seen).toBe(jumps)
  await loop.stop()
})

test('a pause within a round ends with what it waits for, with a wake, and at the latest in time', async () => {
  const clock = createManualClock()
  const ends: number[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const loop = createBackgroundLoop({
    name: 'sweep',
    supervisor: quietSupervisor,
    log: strictLog,
    clock,
    async round() {
      await loop.pause(5_000, ends.length === 0 ? ended : undefined)
      ends.push(clock.now() - at)
      return 0
    },
  })
  const at = clock.now()
  loop.start()
  await clock.advance(1_000)
  end()
  await clock.advance(1_000)
  expect(ends).toEqual([1_000])
  loop.wake()
  await clock.advance(0)
  expect(ends).toEqual([1_000, 2_000])
  await clock.advance(5_000)
  expect(ends).toEqual([1_000, 2_000, 7_000])
  await loop.stop()
})

test('whenever it is woken, there is a round after it and none is under way twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ wait: fc.nat(400), lasts: fc.integer({ min: 1, max: 300 }), next: fc.nat(2_000) }),
        { maxLength: 25 },
      ),
      async (steps) => {
        const clock = createManualClock()
        let running = 0
        let lastBegan = -1
        let step = { lasts: 10, next: 500 }
        const loop = createBackgroundLoop({
          name: 'sweep',
          supervisor: quietSupervisor,
          log: strictLog,
          clock,
          async round() {
            expect(++running).toBe(1)
            lastBegan = clock.now()
            await clock.sleep(step.lasts)
            running--
            return step.next
          },
        })
        loop.start()
        for (const { wait, ...each } of steps) {
          await clock.advance(wait)
          step = each
          const woken = clock.now()
          loop.wake()
          // The round in progress may last as long as any.
          await clock.advance(301)
          expect(lastBegan).toBeGreaterThanOrEqual(woken)
        }
        const stopped = loop.stop()
        await clock.advance(1_000)
        await stopped
      },
    ),
    { numRuns: 40 },
  )
})

describe('a loop in trouble', () => {
  function watched(round: () => Promise<number>) {
    const clock = createManualClock()
    let states: string[] = []
    const quiet = createLog(() => undefined)
    const supervisor = createSupervisor({
      clock,
      log: quiet,
      onTroubles: (troubles) => (states = troubles.map(({ part, state }) => `${part} ${state}`)),
    })
    const loop = createBackgroundLoop({
      name: 'sweep',
      clock,
      log: quiet,
      supervisor,
      round,
      patienceMs: 5_000,
    })
    loop.start()
    return { clock, loop, states: () => states }
  }

  test('that fails says so at once, and not any more once it works', async () => {
    let broken = true
    const { clock, loop, states } = watched(async () => {
      if (broken) throw new Error('no')
      return Infinity
    })
    await clock.advance(0)
    expect(states()).toEqual(['sweep failing'])
    broken = false
    await clock.advance(5_000)
    expect(states()).toEqual([])
    await loop.stop()
  })

  test.each(['closed', 'died'] as const)('leaves it to the store to say that it is %s', async (kind) => {
    const { clock, loop, states } = watched(async () => {
      throw new StoreError(kind, 'of the test')
    })
    await clock.advance(60_000)
    expect(states()).toEqual([])
    await loop.stop()
  })

  test('whose round never ends is stalled, and can be stopped all the same', async () => {
    const { clock, loop, states } = watched(() => new Promise(() => undefined))
    await clock.advance(10_000)
    expect(states()).toEqual(['sweep stalled'])
    let stopped = false
    const stop = loop.stop().then(() => (stopped = true))
    expect(states()).toEqual([])
    await clock.advance(10_000)
    await stop
    expect(stopped).toBe(true)
  })

  test('a round that rests is not stalled, nor one between two that are far apart', async () => {
    const { clock, loop, states } = watched(async () => {
      for (let n = 0; n < 10; n++) await loop.pause(3_000)
      return 60_000
    })
    await clock.advance(120_000)
    expect(states()).toEqual([])
    await loop.stop()
  })
})
