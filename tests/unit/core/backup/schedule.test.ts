import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDue, computeNextBackupAt } from '#electron/core/features/backup/rotation.rules.ts'

const DAY = 86_400_000
const NOW = 1_800_000_000_000

test('a copy is made every so many days, counted from the last whole one', () => {
  expect(computeNextBackupAt(0, null, null, NOW)).toBeNull()
  expect(computeNextBackupAt(7, null, null, NOW)).toBe(NOW)
  expect(computeNextBackupAt(7, NOW - DAY, null, NOW)).toBe(NOW + 6 * DAY)
  expect(computeNextBackupAt(7, NOW - 30 * DAY, null, NOW)).toBeLessThan(NOW)
})

test('one that failed is tried again in an hour, and not at once', () => {
  expect(computeNextBackupAt(7, NOW - 30 * DAY, NOW, NOW)).toBe(NOW + DAY / 24)
})

test('a clock that was wrong keeps none waiting for longer than it should', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 90 }),
      fc.integer(),
      fc.option(fc.integer()),
      (days, last, failed) => {
        expect(computeNextBackupAt(days, last, failed, NOW)).toBeLessThanOrEqual(NOW + days * DAY)
      },
    ),
  )
})

test('it is asked for after so many days, and never with nothing to lose', () => {
  expect(isDue(14, NOW - 14 * DAY, NOW)).toBe(true)
  expect(isDue(14, NOW - 14 * DAY + 1, NOW)).toBe(false)
  expect(isDue(14, null, NOW)).toBe(false)
  expect(isDue(0, NOW - 999 * DAY, NOW)).toBe(false)
})
