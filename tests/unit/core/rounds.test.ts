import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRounds, type RoundsDeps } from '#electron/core/rounds.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

function setUp(deps: Partial<RoundsDeps> = {}) {
  const clock = createManualClock()
  const began: number[] = []
  const errors: unknown[] = []
  let next = Infinity
  const at = clock.now()
  const rounds = createRounds({
    clock,
    round: async () => {
      began.push(clock.now() - at)
      return next
    },
    onError: (error) => errors.push(error),
    ...deps,
  })
  return { clock, rounds, began, errors, every: (ms: number) => (next = ms) }
}

test('a round at the start, when it is due, and as soon as somebody pokes', async () => {
  const { clock, rounds, began, every } = setUp()
  rounds.poke()
  await clock.advance(1_000)
  expect(began).toEqual([])
  every(300)
  rounds.start()
  rounds.start()
  await clock.advance(1_000)
  expect(began).toEqual([1_000, 1_300, 1_600, 1_900])
  every(Infinity)
  await clock.advance(100_000)
  expect(began).toHaveLength(5)
  rounds.poke()
  await clock.advance(0)
  expect(began).toHaveLength(6)
  await rounds.stop()
  rounds.poke()
  await clock.advance(100_000)
  expect(began).toHaveLength(6)
})

test('a poke within a round makes another right after it; never two at a time', async () => {
  const clock = createManualClock()
  let running = 0
  let most = 0
  let done = 0
  const rounds = createRounds({
    clock,
    async round() {
      most = Math.max(most, ++running)
      await clock.sleep(100)
      running--
      done++
      return Infinity
    },
    onError: () => undefined,
  })
  rounds.start()
  await clock.advance(50)
  for (let poke = 0; poke < 5; poke++) rounds.poke()
  await clock.advance(500)
  expect({ most, done }).toEqual({ most: 1, done: 2 })
  await rounds.stop()
})

test('what stumbles is told and tried again, later or when somebody pokes', async () => {
  let broken = true
  const { clock, rounds, errors } = setUp({
    round: () => (broken ? Promise.reject(new Error('no')) : Promise.resolve(Infinity)),
  })
  rounds.start()
  await clock.advance(4_000)
  expect(errors).toHaveLength(1)
  await clock.advance(2_000)
  expect(errors).toHaveLength(2)
  rounds.poke()
  await clock.advance(0)
  expect(errors).toHaveLength(3)
  broken = false
  await clock.advance(60_000)
  expect(errors).toHaveLength(3)
  await rounds.stop()
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
  const { rounds } = setUp({ clock, round: async () => 10_000, onJump: () => seen++ })
  rounds.start()
  await time.advance(1_000)
  off = jump
  await time.advance(30_000)
  expect(seen).toBe(jumps)
  await rounds.stop()
})

test('a pause within a round ends with what it waits for, with a poke, and at the latest in time', async () => {
  const clock = createManualClock()
  const ends: number[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const rounds = createRounds({
    clock,
    async round() {
      await rounds.pause(5_000, ends.length === 0 ? ended : undefined)
      ends.push(clock.now() - at)
      return 0
    },
    onError: () => undefined,
  })
  const at = clock.now()
  rounds.start()
  await clock.advance(1_000)
  end()
  await clock.advance(1_000)
  expect(ends).toEqual([1_000])
  rounds.poke()
  await clock.advance(0)
  expect(ends).toEqual([1_000, 2_000])
  await clock.advance(5_000)
  expect(ends).toEqual([1_000, 2_000, 7_000])
  await rounds.stop()
})

test('whenever it is poked, there is a round after it and none is under way twice', async () => {
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
        const rounds = createRounds({
          clock,
          async round() {
            expect(++running).toBe(1)
            lastBegan = clock.now()
            await clock.sleep(step.lasts)
            running--
            return step.next
          },
          onError: (error) => {
            throw error
          },
        })
        rounds.start()
        for (const { wait, ...each } of steps) {
          await clock.advance(wait)
          step = each
          const poked = clock.now()
          rounds.poke()
          // The one under way may last as long as any.
          await clock.advance(301)
          expect(lastBegan).toBeGreaterThanOrEqual(poked)
        }
        const stopped = rounds.stop()
        await clock.advance(1_000)
        await stopped
      },
    ),
    { numRuns: 40 },
  )
})
