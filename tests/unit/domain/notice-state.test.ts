import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type NotificationSettings, defaultNotificationSettings } from '#shared/bridge/settings.ts'
import {
  notificationState,
  type NotificationPermissionState,
  isQuiet,
  quietChange,
} from '#shared/domain/notifications.ts'

const MINUTE = 60_000
/** A Friday at 14:05. */
const NOW = new Date(2026, 10, 20, 14, 5).getTime()

const nights = { enabled: true, from: '20:00', to: '08:00', weekends: true }
const time = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const quiet = fc.record({ enabled: fc.boolean(), from: time, to: time, weekends: fc.boolean() })
const settings = (change: Partial<NotificationSettings>): NotificationSettings => ({
  ...defaultNotificationSettings,
  ...change,
})

describe('notificationState', () => {
  test.each<
    [Partial<NotificationSettings>, NotificationPermissionState, number, ReturnType<typeof notificationState>]
  >([
    [{}, 'granted', NOW, { state: 'told', until: null }],
    [{ enabled: false }, 'denied', NOW, { state: 'off' }],
    [{ quiet: nights }, 'default', NOW, { state: 'unasked' }],
    [{ quiet: nights }, 'denied', NOW, { state: 'denied' }],
    [{}, 'unsupported', NOW, { state: 'unsupported' }],
    [{ quiet: nights }, 'granted', NOW, { state: 'told', until: new Date(2026, 10, 20, 20).getTime() }],
    [{ pausedUntil: NOW + MINUTE }, 'granted', NOW, { state: 'paused', until: NOW + MINUTE }],
    [{ pausedUntil: NOW + MINUTE, enabled: false }, 'granted', NOW, { state: 'off' }],
    [{ pausedUntil: NOW + MINUTE }, 'denied', NOW, { state: 'denied' }],
    [{ pausedUntil: NOW - MINUTE }, 'granted', NOW, { state: 'told', until: null }],
    // Quiet from Friday night until Monday.
    [
      { quiet: nights },
      'granted',
      new Date(2026, 10, 20, 23, 30, 12).getTime(),
      { state: 'quiet', until: new Date(2026, 10, 23, 8).getTime() },
    ],
    // Only the weekend: it ends as Monday begins.
    [
      { quiet: { ...nights, from: '00:00', to: '00:00' } },
      'granted',
      new Date(2026, 10, 22, 12).getTime(),
      { state: 'quiet', until: new Date(2026, 10, 23).getTime() },
    ],
  ])('%j, %s', (change, permission, now, expected) => {
    expect(notificationState(settings(change), permission, now)).toEqual(expected)
  })

  test('it is told only where it is on, permitted and not quiet', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        quiet,
        fc.constantFrom<NotificationPermissionState>('granted', 'denied', 'default', 'unsupported'),
        fc.date({ min: new Date(2025, 0), max: new Date(2031, 0), noInvalidDate: true }),
        (enabled, hours, permission, date) => {
          const { state } = notificationState(settings({ enabled, quiet: hours }), permission, date.getTime())
          const told = enabled && permission === 'granted' && !isQuiet(hours, date.getTime())
          expect(state === 'told').toBe(told)
        },
      ),
    )
  })
})

describe('quietChange', () => {
  /** Reference implementation: checks every minute of the next eight days. */
  function byMinutes(hours: NotificationSettings['quiet'], now: number): number | null {
    const present = isQuiet(hours, now)
    const first = (Math.floor(now / MINUTE) + 1) * MINUTE
    for (let at = first; at - now < 8 * 24 * 60 * MINUTE; at += MINUTE) {
      if (isQuiet(hours, at) !== present) return at
    }
    return null
  }
  const moments = fc.oneof(
    fc.date({ min: new Date(2025, 0), max: new Date(2031, 0), noInvalidDate: true }),
    // Around the clock changes in Madrid.
    fc.date({ min: new Date(2026, 2, 27), max: new Date(2026, 2, 30), noInvalidDate: true }),
    fc.date({ min: new Date(2026, 9, 23), max: new Date(2026, 9, 26), noInvalidDate: true }),
  )

  test('is the very minute in which it changes, also when the clocks do', () => {
    fc.assert(
      fc.property(quiet, moments, (hours, date) => {
        expect(quietChange(hours, date.getTime())).toBe(byMinutes(hours, date.getTime()))
      }),
      { numRuns: 150 },
    )
  })

  test.each([
    // 02:30 does not exist: quiet hours begin at three.
    ['02:30', new Date(2026, 2, 29, 1), new Date(2026, 2, 29, 3)],
    // 02:30 occurs twice, and the first one counts.
    ['02:30', new Date(2026, 9, 25, 1), new Date(Date.UTC(2026, 9, 25, 0, 30))],
  ])('from %s on the night of %s', (from, now, expected) => {
    expect(quietChange({ enabled: true, from, to: '08:00', weekends: false }, now.getTime())).toBe(
      expected.getTime(),
    )
  })
})
