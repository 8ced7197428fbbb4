import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideAlarmStep, type Attention, countWorkingMs } from '#relay/alarm/alarm.rules.ts'

const HOUR = 3_600_000
const at = (text: string) => Date.parse(text)

describe('workingMs', () => {
  test.each([
    // 20 November 2026 is a Friday; Madrid is an hour ahead of UTC in winter and two in summer.
    ['within a morning', '2026-11-20T08:00:00Z', '2026-11-20T10:30:00Z', 2.5],
    ['before the office opens', '2026-11-20T04:00:00Z', '2026-11-20T07:30:00Z', 0.5],
    ['over a weekend', '2026-11-20T18:00:00Z', '2026-11-23T08:00:00Z', 2],
    ['a whole weekend', '2026-11-21T00:00:00Z', '2026-11-22T23:00:00Z', 0],
    ['over a night', '2026-11-18T18:30:00Z', '2026-11-19T07:30:00Z', 1],
    ['in summer', '2026-07-15T05:00:00Z', '2026-07-15T07:00:00Z', 1],
    ['over the change to winter time', '2026-10-23T17:00:00Z', '2026-10-26T08:00:00Z', 2],
    ['over the change to summer time', '2026-03-27T18:00:00Z', '2026-03-30T07:00:00Z', 2],
  ])('%s', (_, from, to, hours) => {
    expect(countWorkingMs(at(from), at(to)) / HOUR).toBeCloseTo(hours, 9)
  })

  const moments = fc.integer({ min: at('2026-01-01'), max: at('2027-12-31') })
  const spans = fc.integer({ min: 0, max: 20 * 24 * HOUR })

  test('is never more than the time, never negative, and adds up', () => {
    fc.assert(
      fc.property(moments, spans, spans, (from, first, second) => {
        const [middle, end] = [from + first, from + first + second]
        const [a, b] = [countWorkingMs(from, middle), countWorkingMs(middle, end)]
        expect(a).toBeGreaterThanOrEqual(0)
        expect(a).toBeLessThanOrEqual(first)
        expect(countWorkingMs(from, end)).toBe(a + b)
      }),
    )
  })

  test('a week always has sixty hours, also one in which the clocks change', () => {
    fc.assert(
      fc.property(moments, (from) => {
        const week = new Date(from)
        week.setUTCDate(week.getUTCDate() + 7)
        // From the same hour in Madrid to the same hour: an hour more or less when the clocks change between.
        const hours = countWorkingMs(from, week.getTime()) / HOUR
        expect(Math.abs(hours - 60)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('alarmStep', () => {
  const now = at('2026-11-20T14:00:00Z')
  const calm: Attention = {
    waiting: 0,
    waitingMs: null,
    confirmedMs: null,
    raisedMs: null,
    heardMs: null,
    heardBy: null,
  }
  const waiting = { ...calm, waiting: 3, waitingMs: now - 4 * HOUR }
  const settings = { afterHours: 4, hours: 'working' } as const
  const step = (attention: Attention, given: Parameters<typeof decideAlarmStep>[1] = settings) =>
    decideAlarmStep(attention, given, now)

  test.each([
    ['nothing waits', calm, null],
    ['the hours have passed', waiting, 'raise'],
    ['a minute is missing', { ...waiting, waitingMs: now - 4 * HOUR + 60_000 }, null],
    ['a PC confirmed another event since', { ...waiting, confirmedMs: now - HOUR }, null],
    ['a PC confirmed one before', { ...waiting, confirmedMs: now - 9 * HOUR }, 'raise'],
    ['it is raised already', { ...waiting, raisedMs: now - HOUR }, null],
    ['a PC confirmed one after it was raised', { ...waiting, raisedMs: now - HOUR, heardMs: now }, 'clear'],
    ['what waited is no longer kept', { ...calm, raisedMs: now - HOUR }, 'withdraw'],
  ] as const)('%s', (_, attention, expected) => {
    expect(step(attention)).toBe(expected)
  })

  test('at night the working hours stand still, and all hours do not', () => {
    const night = { ...waiting, waitingMs: at('2026-11-20T19:30:00Z') }
    const morning = at('2026-11-21T06:00:00Z')
    expect(decideAlarmStep(night, settings, morning)).toBeNull()
    expect(decideAlarmStep(night, { afterHours: 4, hours: 'all' }, morning)).toBe('raise')
  })
})
