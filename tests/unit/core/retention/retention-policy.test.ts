import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  getDayBefore,
  computeRetention,
  getNextDay,
} from '#electron/core/features/retention/retention-policy.rules.ts'

const LIMITS = { retentionDays: 90, blockedDays: 1_095 }
const at = (text: string) => new Date(text).getTime()
const NOW = at('2026-11-21T12:00:00')

test('by the calendar: what ended 90 days ago at any hour is shown, and what ended the day before is blocked', () => {
  const limits = { ...LIMITS, now: NOW, lastRun: null }
  const ended = (text: string) =>
    computeRetention({ since: at(text), isPinned: false, blockedAt: null }, limits)
  expect(ended('2026-08-23T00:00:00')).toBe('shown')
  expect(ended('2026-08-22T23:59:59')).toBe('blocked')
})

test('a change of hour moves no day', () => {
  // In Madrid clocks change on these Sundays; in a zone without changes it holds all the same.
  for (const now of ['2026-10-25T00:30:00', '2026-10-25T23:30:00', '2026-03-29T23:30:00']) {
    const day = new Date(getDayBefore(at(now), 30))
    expect([day.getHours(), day.getMinutes()]).toEqual([0, 0])
  }
  expect(new Date(getNextDay(at('2026-10-25T00:30:00'))).getDate()).toBe(26)
})

test('pinned, or with nothing set, it stays; and what was blocked is shown again', () => {
  const old = { since: at('2020-01-01T10:00:00'), blockedAt: at('2021-01-01T10:00:00') }
  const limits = { now: NOW, lastRun: NOW - 86_400_000 }
  expect(computeRetention({ ...old, isPinned: true }, { ...LIMITS, ...limits })).toBe('shown')
  expect(computeRetention({ ...old, isPinned: false }, { ...LIMITS, ...limits, retentionDays: 0 })).toBe(
    'shown',
  )
  expect(computeRetention({ ...old, isPinned: false }, { ...LIMITS, ...limits })).toBe('erased')
})

test('erased only when it was due on an earlier day too: a clock that was wrong for an hour erases nothing', () => {
  const old = { since: at('2026-01-10T10:00:00'), isPinned: false, blockedAt: at('2026-05-01T10:00:00') }
  const wrong = at('2036-11-21T12:00:00')
  expect(computeRetention(old, { ...LIMITS, now: wrong, lastRun: NOW })).toBe('blocked')
  expect(computeRetention(old, { ...LIMITS, now: wrong + 3_600_000, lastRun: wrong })).toBe('blocked')
  expect(computeRetention(old, { ...LIMITS, now: wrong + 86_400_000, lastRun: wrong })).toBe('erased')
})

test('blocked while the clock was ahead: it is shown again, or blocked since now', () => {
  const ahead = at('2036-11-21T12:00:00')
  const recent = { since: at('2026-11-01T10:00:00'), isPinned: false, blockedAt: ahead }
  expect(computeRetention(recent, { ...LIMITS, now: NOW, lastRun: null })).toBe('shown')
  const old = { since: at('2020-11-01T10:00:00'), isPinned: false, blockedAt: ahead }
  expect(computeRetention(old, { ...LIMITS, now: NOW, lastRun: NOW - 86_400_000 })).toBe('blocked')
})

test('whatever the days are: nothing pinned moves, nothing unblocked is erased, and time only goes one way', () => {
  const moment = fc.integer({ min: at('2015-01-01T00:00:00'), max: at('2035-01-01T00:00:00') })
  const ORDER = ['shown', 'blocked', 'erased']
  fc.assert(
    fc.property(
      moment,
      fc.option(moment, { nil: null }),
      fc.boolean(),
      moment,
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 0, max: 900 }),
      (since, blockedAt, isPinned, now, retentionDays, blockedDays) => {
        const limits = { retentionDays, blockedDays, now, lastRun: now - 86_400_000 * 2 }
        const state = computeRetention({ since, isPinned, blockedAt }, limits)
        if (isPinned || retentionDays === 0) expect(state).toBe('shown')
        if (blockedAt === null || blockedAt > now) expect(state).not.toBe('erased')
        const later = computeRetention(
          { since, isPinned, blockedAt },
          { ...limits, now: getNextDay(now), lastRun: now },
        )
        if (blockedAt === null || blockedAt <= now)
          expect(ORDER.indexOf(later)).toBeGreaterThanOrEqual(ORDER.indexOf(state))
      },
    ),
  )
})
