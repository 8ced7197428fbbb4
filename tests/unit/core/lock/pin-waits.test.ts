import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FREE_TRIES, waitAfter, waitLeft } from '#electron/core/features/lock/pin-waits.rules.ts'

describe('waits after wrong PINs', () => {
  test('the first ones are free, and then each costs more, up to a quarter of an hour', () => {
    const waits = Array.from({ length: 10 }, (_none, at) => waitAfter(at + 1) / 1_000)
    expect(waits).toEqual([0, 0, 0, 0, 30, 60, 300, 900, 900, 900])
    expect(FREE_TRIES).toBe(5)
  })

  test('what is left is never more than the wait, however the clock is set', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.integer(), fc.integer(), (failures, until, now) => {
        const left = waitLeft(until, failures, now)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(waitAfter(failures))
      }),
    )
    expect(waitLeft(null, 20, 0)).toBe(0)
  })
})
