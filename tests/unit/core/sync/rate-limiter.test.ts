import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRateLimiter, type Priority } from '#electron/core/runtime/admission.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

const never = new AbortController().signal

function setUp(perSecond: number) {
  const clock = createManualClock()
  const limiter = createRateLimiter(clock, perSecond, { ticks: clock.now })
  const granted: { name: string; at: number }[] = []
  const ask = (name: string, priority: Priority = 'scheduled', signal: AbortSignal = never) =>
    void limiter.slot(signal, priority).then(() => signal.aborted || granted.push({ name, at: clock.now() }))
  return { clock, granted, ask }
}

interface Call {
  gap: number
  urgent: boolean
  cancelledAfter: number | null
}
const calls = fc.array(
  fc.record<Call>({
    gap: fc.nat(400),
    urgent: fc.boolean(),
    cancelledAfter: fc.option(fc.nat(3_000), { freq: 3 }),
  }),
  { minLength: 1, maxLength: 60 },
)

test('never more than the cap in any second, nothing left out, and each priority in the order asked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), calls, async (cap, asked) => {
      const { clock, granted, ask } = setUp(cap)
      const cancelled = new Set<string>()
      const priorities = new Map<string, Priority>()
      for (const [index, { gap, urgent, cancelledAfter }] of asked.entries()) {
        await clock.advance(gap)
        const name = String(index)
        const controller = new AbortController()
        priorities.set(name, urgent ? 'urgent' : 'scheduled')
        ask(name, priorities.get(name), controller.signal)
        if (cancelledAfter !== null)
          void clock.sleep(cancelledAfter).then(() => {
            cancelled.add(name)
            controller.abort()
          })
      }
      await clock.advance(120_000)
      const names = granted.map(({ name }) => name)
      for (const index of asked.keys())
        expect(names.includes(String(index)) || cancelled.has(String(index))).toBe(true)
      for (const { at } of granted)
        expect(granted.filter((one) => one.at >= at && one.at < at + 1000).length).toBeLessThanOrEqual(cap)
      for (const priority of ['urgent', 'scheduled'] as const) {
        const order = names.filter((name) => priorities.get(name) === priority).map(Number)
        expect(order).toEqual(order.toSorted((a, b) => a - b))
      }
    }),
    { numRuns: 60 },
  )
})

test('an urgent call goes before the scheduled ones that were waiting already', async () => {
  const { clock, granted, ask } = setUp(1)
  for (const name of ['a', 'b', 'c']) ask(name)
  await clock.advance(500)
  ask('person', 'urgent')
  await clock.advance(10_000)
  expect(granted.map(({ name }) => name)).toEqual(['a', 'person', 'b', 'c'])
})

test('cancelled waiters give their places back', async () => {
  const { clock, granted, ask } = setUp(8)
  const all = new AbortController()
  for (let index = 0; index < 200; index++) ask(`x${index}`, 'scheduled', all.signal)
  await clock.advance(0)
  const before = granted.length
  all.abort()
  ask('next')
  await clock.advance(1_000)
  expect(before).toBe(8)
  expect(granted.at(-1)?.name).toBe('next')
})

test('scheduled calls leave room for the urgent one that comes next', async () => {
  const clock = createManualClock()
  const limiter = createRateLimiter(clock, 8, { ticks: clock.now, scheduledShare: 0.5 })
  let scheduled = 0
  for (let index = 0; index < 20; index++) void limiter.slot(never, 'scheduled').then(() => scheduled++)
  await clock.advance(500)
  expect(scheduled).toBe(4)
  let urgent = 0
  for (let index = 0; index < 4; index++) void limiter.slot(never, 'urgent').then(() => urgent++)
  await clock.advance(0)
  expect(urgent).toBe(4)
  await clock.advance(10_000)
  expect(scheduled).toBe(20)
})

test('a call that is cancelled before it asks takes no slot', async () => {
  const { clock, granted, ask } = setUp(1)
  ask('gone', 'urgent', AbortSignal.abort())
  ask('a')
  await clock.advance(0)
  expect(granted.map(({ name }) => name)).toEqual(['a'])
})
