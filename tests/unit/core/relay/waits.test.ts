import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSpacing, SPACING_MS } from '#electron/core/features/changes/resource-fetcher.ts'
import {
  computeBackgroundDelay,
  computeRelayedDelay,
  RELAYED_RECONCILE_MS,
  type Watched,
} from '#electron/core/features/changes/schedule.rules.ts'
import { createReportWakes } from '#electron/core/features/reports/reports.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

const watched: fc.Arbitrary<Watched> = fc.record({
  kind: fc.constantFrom('procedure', 'signature'),
  status: fc.constantFrom(
    'PENDING',
    'IN_PROGRESS',
    'BLOCKED',
    'ON_HOLD',
    'DONE',
    'CANCELLED',
    'pending',
    'MOON',
  ),
  age: fc.integer({ min: 0, max: 90 * 86_400_000 }),
  officeHours: fc.boolean(),
})

describe('polling beside a relay', () => {
  test('is never quicker than without one, never stops, and is within the reconcile', () => {
    fc.assert(
      fc.property(watched, (one) => {
        const ordinary = computeBackgroundDelay(one)
        const relayed = computeRelayedDelay(one)
        if (ordinary === null || relayed === null) {
          expect([ordinary, relayed]).toEqual([null, null])
          return
        }
        expect(relayed).toBeGreaterThanOrEqual(ordinary)
        expect(relayed).toBeLessThanOrEqual(Math.max(ordinary, RELAYED_RECONCILE_MS))
      }),
    )
  })

  test('whatever passes its usual time without an event is asked for then', () => {
    const usual = 3_600_000
    fc.assert(
      fc.property(fc.integer({ min: 0, max: usual - 1 }), fc.boolean(), (age, officeHours) => {
        const one: Watched = { kind: 'procedure', status: 'IN_PROGRESS', age, officeHours }
        const asked = age + (computeRelayedDelay(one) ?? Infinity)
        expect(asked).toBeLessThanOrEqual(Math.max(usual, age + (computeBackgroundDelay(one) ?? 0)))
      }),
    )
    const late = { kind: 'procedure', status: 'IN_PROGRESS', age: usual, officeHours: true } as const
    expect(computeRelayedDelay(late)).toBe(RELAYED_RECONCILE_MS)
  })
})

describe('requests about one resource', () => {
  test('are spaced, and of another are not', async () => {
    const clock = createManualClock()
    const spacing = createSpacing(clock)
    expect(spacing.getMsLeft('a')).toBe(0)
    spacing.recordSent('a')
    expect([spacing.getMsLeft('a'), spacing.getMsLeft('b')]).toEqual([SPACING_MS, 0])
    clock.setBack(86_400_000)
    await clock.advance(SPACING_MS - 1)
    expect(spacing.getMsLeft('a')).toBe(1)
    await clock.advance(1)
    expect(spacing.getMsLeft('a')).toBe(0)
  })
})

describe('a report that is waited for', () => {
  const never = new AbortController().signal

  async function isOver(wait: Promise<void>): Promise<boolean> {
    let over = false
    void wait.then(() => (over = true))
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    return over
  }

  test('is woken by its event, by no other, and once for each', async () => {
    const clock = createManualClock()
    const wakes = createReportWakes(clock, () => true)
    const wait = wakes.sleep('r1', 1_000, never)
    wakes.wake('r2')
    expect(await isOver(wait)).toBe(false)
    wakes.wake('r1')
    expect(await isOver(wait)).toBe(true)
    expect(await isOver(wakes.sleep('r1', 1_000, never))).toBe(false)
  })

  test('an event that came before its wait ends that wait alone', async () => {
    const clock = createManualClock()
    const wakes = createReportWakes(clock, () => true)
    wakes.wake('r1')
    expect(await isOver(wakes.sleep('r1', 1_000, never))).toBe(true)
    expect(await isOver(wakes.sleep('r1', 1_000, never))).toBe(false)
    for (let index = 0; index < 150; index++) wakes.wake(`other-${index}`)
    expect(await isOver(wakes.sleep('other-0', 1_000, never))).toBe(false)
    expect(await isOver(wakes.sleep('other-149', 1_000, never))).toBe(true)
  })

  test('once events name the reports of this PC, a wait is a second at least, while the relay is heard', async () => {
    const clock = createManualClock()
    let isRelayed = true
    const wakes = createReportWakes(clock, () => isRelayed)
    const after150 = async () => {
      const wait = wakes.sleep('r1', 150, never)
      await clock.advance(150)
      const over = await isOver(wait)
      await clock.advance(850)
      expect(await isOver(wait)).toBe(true)
      return over
    }
    expect(await after150()).toBe(true)
    // Of another PC: it says nothing about this one's.
    wakes.wake('r2')
    expect(await after150()).toBe(true)
    const told = wakes.sleep('r1', 150, never)
    wakes.wake('r1')
    expect(await isOver(told)).toBe(true)
    expect(await after150()).toBe(false)
    isRelayed = false
    expect(await after150()).toBe(true)
  })

  test('without an event, after its time or with its owner', async () => {
    const clock = createManualClock()
    const wakes = createReportWakes(clock, () => true)
    const wait = wakes.sleep('r1', 1_000, never)
    await clock.advance(1_000)
    expect(await isOver(wait)).toBe(true)
    const owner = new AbortController()
    const other = wakes.sleep('r1', 1_000, owner.signal)
    owner.abort()
    expect(await isOver(other)).toBe(true)
  })
})
