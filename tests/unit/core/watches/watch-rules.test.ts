import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, isoDay, startOfDay } from '#shared/domain/calendar.ts'
import {
  countWatchDays,
  FAILED_DAYS,
  isWatchEnd,
  nextWatchDay,
  offeredEnd,
  weekdayOf,
  type WatchDays,
} from '#shared/domain/watch-days.ts'
import {
  countFailedDays,
  computeNextLookupAt,
  computeWatchCutoff,
} from '#electron/core/features/watches/watches.rules.ts'

const HOUR = 3_600_000
const at = (day: string, hour = 12, minute = 0) => new Date(startOfDay(day)).setHours(hour, minute)

const days: fc.Arbitrary<WatchDays> = fc.oneof(
  fc.constant({ every: 'working-day' } as const),
  fc
    .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 })
    .map((on) => ({ every: 'week' as const, on })),
  fc.integer({ min: 1, max: 90 }).map((count) => ({ every: 'days' as const, count })),
)
/** Both changes of the clocks are among them. */
const day = fc.integer({ min: 0, max: 500 }).map((n) => addDays('2026-01-01', n))
const vrm = fc.integer({ min: 1000, max: 9999 }).map((n) => `${n}BCD`)

const matches = (watched: WatchDays, one: string) =>
  watched.every === 'working-day'
    ? weekdayOf(one) <= 5
    : watched.every === 'week'
      ? watched.on.includes(weekdayOf(one))
      : true

test('the next day is the first of its days after another, whatever the clocks do in between', () => {
  fc.assert(
    fc.property(days, day, (watched, after) => {
      const next = nextWatchDay(watched, after)
      expect(next > after).toBe(true)
      expect(matches(watched, next)).toBe(true)
      if (watched.every === 'days') expect(next).toBe(addDays(after, watched.count))
      else
        for (let between = addDays(after, 1); between < next; between = addDays(between, 1))
          expect(matches(watched, between)).toBe(false)
    }),
  )
})

test('its lookups are counted up to its end', () => {
  expect(countWatchDays({ every: 'working-day' }, '2026-11-26', '2026-12-26')).toBe(21)
  expect(countWatchDays({ every: 'week', on: [1, 4] }, '2026-11-26', '2026-12-03')).toBe(2)
  expect(countWatchDays({ every: 'days', count: 10 }, '2026-11-26', '2026-11-30')).toBe(0)
})

/** One hour after another: the PC is off in some of them, and its clock may be moved. */
const hours = fc.array(
  fc.record({
    skip: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 300 })),
    jump: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.integer({ min: -400, max: 400 })),
  }),
  { minLength: 20, maxLength: 150 },
)

test('whatever the PC sleeps: one lookup for each due day at most, one for all that passed, and none after its end', () => {
  fc.assert(
    fc.property(
      days,
      day,
      vrm,
      hours,
      fc.integer({ min: 1, max: 60 }),
      (watched, from, plate, steps, length) => {
        const until = addDays(from, length)
        let now = at(from)
        let askedDay: string | null = null
        const asked: string[] = []
        for (const { skip } of steps) {
          const today = isoDay(now)
          const next = computeNextLookupAt({ vrm: plate, days: watched, until, askedDay }, now)
          if (next !== null && next <= now) {
            // It was due: on a day of its own, today or while the PC was off.
            if (askedDay !== null) expect(nextWatchDay(watched, askedDay) <= today).toBe(true)
            asked.push(today)
            askedDay = today
          } else if (askedDay !== null && nextWatchDay(watched, askedDay) <= today && today <= until) {
            // Due today, and not yet its time.
            expect(isoDay(next ?? 0)).toBe(today)
            expect(new Date(next ?? 0).getHours()).toBeGreaterThanOrEqual(6)
            expect(new Date(next ?? 0).getHours()).toBeLessThan(8)
          }
          now += skip * HOUR
        }
        expect(new Set(asked).size).toBe(asked.length)
        expect(asked[0]).toBe(from)
        expect(asked.every((one) => one <= until)).toBe(true)
      },
    ),
  )
})

test('however its clock is moved, a watched plate is looked up again within its interval', () => {
  fc.assert(
    fc.property(days, day, vrm, hours, (watched, from, plate, steps) => {
      const until = addDays(from, 3_000)
      let now = at(from)
      let askedDay: string | null = null
      let quietHours = 0
      for (const { skip, jump } of steps) {
        const today = isoDay(now)
        // As the round does: a day in the future was noted by a wrong clock.
        if (askedDay !== null && askedDay > today) askedDay = today
        const next = computeNextLookupAt({ vrm: plate, days: watched, until, askedDay }, now)
        if (next !== null && next <= now) {
          askedDay = today
          quietHours = 0
        } else if (jump === 0) quietHours += skip
        else quietHours = 0
        // Ninety days are its longest interval, and eight hours into the day its latest time.
        expect(quietHours).toBeLessThanOrEqual((91 + 13) * 24 + 32 + 300)
        if (next !== null) expect(next - now).toBeLessThanOrEqual(92 * 24 * HOUR)
        now = Math.max(at('2025-12-01'), now + (skip + jump) * HOUR)
      }
    }),
  )
})

test('plates that are due on one day are spread over two hours', () => {
  const times = Array.from({ length: 500 }, (_, n) =>
    computeNextLookupAt(
      {
        vrm: `${1000 + n}BCD`,
        days: { every: 'working-day' },
        until: '2027-01-01',
        askedDay: '2026-11-26',
      },
      at('2026-11-26'),
    ),
  )
  expect(new Set(times).size).toBeGreaterThan(80)
  expect(Math.min(...times.map((one) => one ?? 0))).toBeGreaterThanOrEqual(at('2026-11-27', 6))
  expect(Math.max(...times.map((one) => one ?? Infinity))).toBeLessThan(at('2026-11-27', 8))
})

test('an end is within a year, and the one offered is a month away', () => {
  const now = at('2027-01-31')
  expect(offeredEnd(now)).toBe('2027-02-28')
  expect(offeredEnd(at('2026-11-26'))).toBe('2026-12-26')
  expect(isWatchEnd('2027-01-30', now)).toBe(false)
  expect(isWatchEnd('2027-01-31', now)).toBe(true)
  expect(isWatchEnd('2028-01-31', now)).toBe(true)
  expect(isWatchEnd('2028-02-01', now)).toBe(false)
})

test('a refused plate is told of at once, another failure after some days', () => {
  expect(countFailedDays({ code: 'rejected' }, 0)).toBe(FAILED_DAYS)
  expect(countFailedDays({ code: 'report-stalled' }, 1)).toBe(2)
})

test('a clock that is wrong once makes nothing forgotten', () => {
  const now = at('2026-11-26')
  expect(computeWatchCutoff(now, now - HOUR, 90)).toBe('2026-08-28')
  expect(computeWatchCutoff(at('2029-01-01'), now, 90)).toBe('2026-08-28')
  expect(computeWatchCutoff(now, null, 0)).toBe('')
})
