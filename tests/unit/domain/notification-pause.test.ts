import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPaused, MAX_PAUSE_MS, morningOf, pauseEnd, pauses } from '#shared/domain/notifications.ts'
import { notificationStateWords } from '#shared/text/settings.ts'

const HOUR = 3_600_000
/** A Friday at 14:05. */
const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const none = { enabled: false, from: '20:00', to: '08:30', weekends: false }

describe('a pause of the notifications', () => {
  test('an hour is exact, and until tomorrow ends with the quiet hours, or at eight', () => {
    expect(pauseEnd('hour', none, NOW)).toBe(NOW + HOUR)
    expect(pauseEnd('tomorrow', none, NOW)).toBe(new Date(2026, 10, 21, 8).getTime())
    expect(pauseEnd('tomorrow', { ...none, enabled: true }, NOW)).toBe(
      new Date(2026, 10, 21, 8, 30).getTime(),
    )
  })

  test.each([
    [{ enabled: true, from: '20:00', to: '07:15' }, '07:15'],
    // A siesta, midnight, and hours that are none: no morning to wait for.
    [{ enabled: true, from: '14:00', to: '16:00' }, '08:00'],
    [{ enabled: true, from: '20:00', to: '00:00' }, '08:00'],
    [{ enabled: true, from: '09:00', to: '09:00' }, '08:00'],
    [{ enabled: false, from: '20:00', to: '07:15' }, '08:00'],
  ])('with %j the morning is at %s', (quiet, morning) => {
    expect(morningOf({ weekends: true, ...quiet })).toBe(morning)
  })

  test('it holds until its end and not a moment more, and nothing has to end it', () => {
    const until = pauseEnd('hour', none, NOW)
    expect([isPaused(until, NOW), isPaused(until, until - 1), isPaused(until, until)]).toEqual([
      true,
      true,
      false,
    ])
    expect(isPaused(null, NOW)).toBe(false)
  })

  test('a clock set forward ends it, and one set back by years does not keep it', () => {
    const until = pauseEnd('tomorrow', none, NOW)
    expect(isPaused(until, until + HOUR)).toBe(false)
    expect(isPaused(until, new Date(2020, 0, 1).getTime())).toBe(false)
    expect(isPaused(until, until - MAX_PAUSE_MS - 1)).toBe(false)
  })

  test('every pause offered is one, at any moment, also when the clocks change, and says when it ends', () => {
    const time = fc
      .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
    const quiet = fc.record({ enabled: fc.boolean(), from: time, to: time, weekends: fc.boolean() })
    const moments = fc.oneof(
      fc.date({ min: new Date(2025, 0), max: new Date(2031, 0), noInvalidDate: true }),
      fc.date({ min: new Date(2026, 2, 27), max: new Date(2026, 2, 30), noInvalidDate: true }),
      fc.date({ min: new Date(2026, 9, 23), max: new Date(2026, 9, 26), noInvalidDate: true }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...pauses), quiet, moments, (pause, hours, date) => {
        const now = date.getTime()
        const until = pauseEnd(pause, hours, now)
        expect(isPaused(until, now)).toBe(true)
        expect(isPaused(until, until)).toBe(false)
        expect(notificationStateWords({ state: 'paused', until }, now)).toMatch(
          /^Avisos en pausa hasta (las|mañana a las) \d\d:\d\d$/,
        )
        if (pause === 'tomorrow') expect(new Date(until).getHours()).toBeGreaterThanOrEqual(5)
      }),
    )
  })
})
