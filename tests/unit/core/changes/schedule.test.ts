import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PROCEDURE_STATES, SIGNATURE_STATES } from '#shared/domain/vocabulary.ts'
import { createResourceFetcher } from '#electron/core/features/changes/resource-fetcher.ts'
import {
  computeBackgroundDelay,
  computeGoneDelay,
  isOfficeHours,
  computeLivePollingDelay,
  estimateRoundMs,
  withJitter,
} from '#electron/core/features/changes/schedule.rules.ts'
import { createBackgroundPolling } from '#electron/core/features/changes/background-polling.ts'
import { createCircuitBreaker } from '#electron/core/runtime/circuit-breaker.ts'
import { createRateLimiter } from '#electron/core/runtime/admission.ts'
import type { StoreCall } from '#electron/core/store/client.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'
import { quietSupervisor } from '#tests/fakes/quiet-supervisor.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('when to look again', () => {
  test.each([
    ['procedure', 'PENDING', 0, true, 5],
    ['procedure', 'PENDING', 0, false, 30],
    ['procedure', 'IN_PROGRESS', 9 * DAY, true, 5],
    ['procedure', 'BLOCKED', 0, true, 15],
    ['procedure', 'ON_HOLD', 0, true, 30],
    ['procedure', 'DRAFT', 0, true, 60],
    ['procedure', 'DONE', 0, true, 60],
    ['procedure', 'DONE', 40 * DAY, true, 24 * 60],
    ['procedure', 'TELEPORTED', 0, true, 15],
    ['signature', 'sent', 14 * MINUTE, true, 2],
    ['signature', 'sent', 16 * MINUTE, true, 15],
  ] as const)('%s %s', (kind, status, age, officeHours, minutes) => {
    expect(computeBackgroundDelay({ kind, status, age, officeHours })).toBe(minutes * MINUTE)
  })

  test('what has ended is never asked about again', () => {
    for (const status of ['CANCELLED', 'DELIVERED_TO_CLIENT'])
      expect(computeBackgroundDelay({ kind: 'procedure', status, age: 0, officeHours: true })).toBeNull()
    for (const status of ['signed', 'rejected', 'expired'])
      expect(computeBackgroundDelay({ kind: 'signature', status, age: 0, officeHours: true })).toBeNull()
  })

  test('always a wait of minutes, never less, whatever the state and age', () => {
    const kinds = fc.constantFrom('procedure' as const, 'signature' as const)
    const words = fc.oneof(fc.constantFrom(...PROCEDURE_STATES, ...SIGNATURE_STATES), fc.string())
    fc.assert(
      fc.property(
        kinds,
        words,
        fc.nat(),
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (...all) => {
          const [kind, status, age, officeHours, random] = all
          const delay = computeBackgroundDelay({ kind, status, age, officeHours })
          if (delay === null) return
          expect(withJitter(delay, random)).toBeGreaterThanOrEqual(0.9 * 2 * MINUTE)
          expect(withJitter(delay, random)).toBeLessThanOrEqual(1.1 * DAY)
        },
      ),
    )
  })

  test('somebody who looks is answered at once, then ever more slowly', () => {
    expect([0, 2_999].map((elapsed) => computeLivePollingDelay(elapsed, 0))).toEqual([150, 150])
    expect([0, 1, 2, 3, 4, 5, 9].map((slow) => computeLivePollingDelay(3_000, slow))).toEqual([
      500, 1000, 2000, 3000, 5000, 8000, 8000,
    ])
    expect(computeLivePollingDelay(2 * MINUTE, 99)).toBe(30_000)
  })

  test('office hours are the desk’s', () => {
    const at = (text: string) => isOfficeHours(new Date(text).getTime())
    expect(at('2026-11-20T09:00')).toBe(true)
    expect(at('2026-11-20T20:00')).toBe(false)
    expect(at('2026-11-21T10:00')).toBe(true)
    expect(at('2026-11-21T15:00')).toBe(false)
    expect(at('2026-11-22T10:00')).toBe(false)
  })

  test('a round takes as long as the schedule wishes, or as the cap allows', () => {
    const groups = (n: number) => [{ kind: 'procedure' as const, status: 'PENDING', n }]
    expect(estimateRoundMs(groups(10), 2, true)).toBe(5 * MINUTE)
    expect(estimateRoundMs(groups(2_000), 2, true)).toBe(1_000_000)
    expect(estimateRoundMs([], 2, true)).toBe(0)
  })
})

/** Store with due times only, and a service that counts requests. */
function sweepOf(due: Map<string, number>, perSecond: number) {
  const time = createManualClock()
  let off = 0
  // Timers keep running: only the wall clock jumps.
  const clock = { ...time, now: () => time.now() + off }
  const asked: { id: string; at: number }[] = []
  const breaker = createCircuitBreaker({ clock, threshold: 4, onChange: () => undefined, random: () => 0 })
  const methods: Record<string, (...args: never[]) => unknown> = {
    dueResources: (now: number, limit: number) =>
      [...due]
        .filter(([, at]) => at <= now)
        .toSorted((a, b) => a[1] - b[1])
        .slice(0, limit)
        .map(([id]) => ({ kind: 'procedure', id, failures: 0 })),
    nextResourceDue: () => (due.size === 0 ? null : Math.min(...due.values())),
    openResources: () => [{ kind: 'procedure', status: 'PENDING', n: due.size }],
    lastResourceCheck: () => null,
    reconcileResources: (_before: number, now: number) => {
      for (const id of due.keys()) due.set(id, Math.min(due.get(id) ?? now, now))
      return due.size
    },
    resourceAnswered: ({ seen, now }: { seen: { id: string }; now: number }) => {
      due.set(seen.id, now + 5 * MINUTE)
      return { result: 'same', seqs: [] }
    },
  }
  const call = (async (method: string, ...args: never[]) => methods[method]?.(...args)) as never as StoreCall
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const limiter = createRateLimiter(clock, perSecond, { ticks: clock.now })
  const fetcher = createResourceFetcher({
    call,
    client: {
      async getProcedure(id) {
        asked.push({ id, at: clock.now() })
        await clock.sleep(120)
        return { ok: true, value: { id, status: 'PENDING' } }
      },
      getSignature: () => Promise.reject(new Error('not asked')),
    },
    breaker,
    limiter,
    background: limiter,
    clock,
    log,
    random: () => 0.5,
    onKept: () => undefined,
  })
  const woken: number[] = []
  const backgroundPolling = createBackgroundPolling({
    call,
    fetcher,
    breaker,
    clock,
    log,
    supervisor: quietSupervisor,
    perSecond,
    isRelayed: () => false,
    runChores: async () => null,
    onState: () => undefined,
    onCaughtUp: () => undefined,
    onWake: () => {
      woken.push(clock.now())
      void backgroundPolling.reconcile()
    },
  })
  return {
    clock,
    asked,
    woken,
    backgroundPolling,
    jump: (ms: number) => (off += ms),
    async stop() {
      const stopped = Promise.all([fetcher.close(), backgroundPolling.stop()])
      await clock.advance(10_000)
      await stopped
    },
  }
}

/** Steps the clock, because a look and its sweep are a few promises long. */
async function pass(clock: ReturnType<typeof createManualClock>, ms: number): Promise<void> {
  for (let done = 0; done < ms; done += 100) await clock.advance(100)
}

test('the sweep never exceeds its cap, and nothing that is due is left out', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.integer({ min: -600_000, max: 20_000 }), { minLength: 1, maxLength: 40 }),
      async (cap, offsets) => {
        const due = new Map<string, number>()
        const world = sweepOf(due, cap)
        offsets.forEach((offset, index) => due.set(`p${index}`, world.clock.now() + offset))
        world.backgroundPolling.start()
        await pass(world.clock, 75_000)
        for (const { at } of world.asked)
          expect(world.asked.filter((one) => one.at >= at && one.at < at + 1000).length).toBeLessThanOrEqual(
            cap,
          )
        expect(new Set(world.asked.map(({ id }) => id)).size).toBe(offsets.length)
        await world.stop()
      },
    ),
    { numRuns: 15 },
  )
})

test.each([
  ['slept for an hour', 3_600_000],
  ['had its clock set back a day', -86_400_000],
])('a PC that %s looks at everything once more', async (_what, jump) => {
  const due = new Map<string, number>()
  const world = sweepOf(due, 4)
  due.set('p', world.clock.now())
  world.backgroundPolling.start()
  await pass(world.clock, 1_000)
  expect(world.asked).toHaveLength(1)
  world.jump(jump)
  await pass(world.clock, 31_000)
  expect(world.woken).toHaveLength(1)
  expect(world.asked).toHaveLength(2)
  await pass(world.clock, 60_000)
  expect(world.woken).toHaveLength(1)
  await world.stop()
})

test('what is gone is asked about after an hour, then daily for a week, and then no more', () => {
  const waits = Array.from({ length: 9 }, (_, index) => computeGoneDelay(index + 1))
  expect(waits).toEqual([60 * MINUTE, ...Array<number>(6).fill(24 * 60 * MINUTE), null, null])
})
