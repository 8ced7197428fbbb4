import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clockOrDate, dateTime, relativeAge } from '#shared/text/dates.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = Date.parse('2026-11-20T13:05:00.000Z')

afterEach(() => void vi.unstubAllEnvs())

describe('relativeAge', () => {
  test.each([
    [0, 'hace un momento'],
    [999, 'hace un momento'],
    [3 * SECOND, 'hace 3 s'],
    [12 * SECOND, 'hace 12 s'],
    [MINUTE - 1, 'hace 59 s'],
    [6 * MINUTE, 'hace 6 min'],
    [HOUR - 1, 'hace 59 min'],
    [2 * HOUR, 'hace 2 h'],
    [DAY - 1, 'hace 23 h'],
    [DAY, 'hace 1 día'],
    [3 * DAY, 'hace 3 días'],
    [7 * DAY - 1, 'hace 6 días'],
    [7 * DAY, '13/11/2026'],
    [400 * DAY, '16/10/2025'],
  ])('%i ms ago: %s', (age, words) => {
    expect(relativeAge(now - age, now)).toBe(words)
  })

  test('a clock set back gives neither a negative age nor a false one', () => {
    expect(relativeAge(now + 40 * SECOND, now)).toBe('hace un momento')
    expect(relativeAge(now + 3 * DAY, now)).toBe('23/11/2026')
  })

  test('never negative, never throws', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (from, at) => {
        expect(relativeAge(from, at)).not.toMatch(/hace [-0]|NaN|Invalid/)
      }),
    )
  })

  test('an older moment never reads as a younger one', () => {
    const units = { s: SECOND, min: MINUTE, h: HOUR, día: DAY, días: DAY }
    const atLeast = (words: string): number => {
      const [, amount, unit] = /^hace (\d+) (s|min|h|días?)$/.exec(words) ?? []
      if (words === 'hace un momento') return 0
      const found = Object.entries(units).find(([name]) => name === unit)
      return found ? Number(amount) * found[1] : Infinity
    }
    const age = fc.integer({ min: 0, max: 9 * DAY })
    fc.assert(
      fc.property(age, age, (a, b) => {
        const [younger, older] = a < b ? [a, b] : [b, a]
        const least = atLeast(relativeAge(now - younger, now))
        expect(atLeast(relativeAge(now - older, now))).toBeGreaterThanOrEqual(least)
        expect(least === Infinity || least <= younger).toBe(true)
      }),
    )
  })
})

describe('clockOrDate', () => {
  test.each([
    ['2026-11-20T13:02:00Z', '14:02'],
    ['2026-11-19T23:00:00Z', '00:00'],
    ['2026-11-19T22:59:00Z', '19/11'],
    ['2026-11-11T10:00:00Z', '11/11'],
    ['2025-11-11T10:00:00Z', '11/11/2025'],
    ['2025-12-31T23:00:00Z', '01/01'],
    ['2027-01-02T10:00:00Z', '02/01/2027'],
  ])('%s: %s', (iso, words) => {
    expect(clockOrDate(Date.parse(iso), now)).toBe(words)
  })

  test('today is this PC’s', () => {
    const late = Date.parse('2026-11-19T23:30:00Z')
    expect(clockOrDate(late, now)).toBe('00:30')
    expect(clockOrDate(now, now)).toBe('14:05')
    vi.stubEnv('TZ', 'Atlantic/Canary')
    expect(clockOrDate(late, now)).toBe('19/11')
    expect(clockOrDate(now, now)).toBe('13:05')
  })
})

describe('dateTime', () => {
  test('winter and summer', () => {
    expect(dateTime(now)).toBe('20/11/2026 · 14:05')
    expect(dateTime(Date.parse('2026-07-01T22:05:00Z'))).toBe('02/07/2026 · 00:05')
  })

  test('what is no moment says nothing', () => {
    expect(dateTime(NaN)).toBe('')
    expect(clockOrDate(Infinity, now)).toBe('')
    expect(clockOrDate(now, NaN)).toBe('20/11/2026')
    expect(relativeAge(9e15, now)).toBe('')
    expect(relativeAge(now, NaN)).toBe('')
  })
})
