import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { snoozeMoment, snoozeTimes } from '#shared/domain/inbox.ts'

const zone = process.env.TZ
beforeEach(() => void (process.env.TZ = 'Europe/Madrid'))
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const local = (text: string) => new Date(text).getTime()
const offered = (now: string) =>
  snoozeTimes(local(now)).map(({ id, at }) => `${id} ${new Date(at).toLocaleString('sv').slice(0, 16)}`)

test('a working day: in an hour, in the afternoon, tomorrow and on Monday', () => {
  expect(offered('2026-11-17T10:00')).toEqual([
    'hour 2026-11-17 11:00',
    'afternoon 2026-11-17 16:00',
    'tomorrow 2026-11-18 09:00',
    'monday 2026-11-23 09:00',
  ])
})

test('the afternoon is not offered once it is near, nor on a day when nobody works', () => {
  expect(offered('2026-11-17T15:00')).not.toContain('afternoon 2026-11-17 16:00')
  expect(offered('2026-11-17T14:59')).toContain('afternoon 2026-11-17 16:00')
  expect(offered('2026-11-21T10:00').join()).not.toContain('afternoon')
})

test('nothing is put off to a weekend: on Friday and Saturday it is Monday; on Sunday Monday is tomorrow', () => {
  expect(offered('2026-11-20T17:00')).toEqual(['hour 2026-11-20 18:00', 'monday 2026-11-23 09:00'])
  expect(offered('2026-11-21T17:00')).toEqual(['hour 2026-11-21 18:00', 'monday 2026-11-23 09:00'])
  expect(offered('2026-11-22T17:00')).toEqual(['hour 2026-11-22 18:00', 'tomorrow 2026-11-23 09:00'])
  expect(offered('2026-11-23T17:00')).toContain('monday 2026-11-30 09:00')
})

test('nine is nine by the clock on the wall across a change of hour, and an hour is an hour', () => {
  // Clocks go back on Sunday 25/10/2026 at 03:00, and forward on Sunday 29/03/2026 at 02:00.
  expect(offered('2026-10-23T17:00')).toContain('monday 2026-10-26 09:00')
  expect(offered('2026-03-27T17:00')).toContain('monday 2026-03-30 09:00')
  const before = local('2026-03-29T01:30')
  expect(snoozeTimes(before)[0]).toEqual({ id: 'hour', at: before + 3_600_000 })
  expect(offered('2026-03-29T01:30')[0]).toBe('hour 2026-03-29 03:30')
})

test('whatever the moment, all are later, one after another, at a whole hour of a working day', () => {
  const year = { min: local('2026-01-01T00:00'), max: local('2027-12-31T23:59') }
  fc.assert(
    fc.property(fc.integer(year), (now) => {
      const times = snoozeTimes(now)
      const moments = times.map(({ at }) => at)
      expect(moments.every((at, index) => at > (moments[index - 1] ?? now))).toBe(true)
      for (const { at } of times.slice(1)) {
        const date = new Date(at)
        expect([date.getMinutes(), date.getSeconds(), date.getMilliseconds()]).toEqual([0, 0, 0])
        expect([1, 2, 3, 4, 5]).toContain(date.getDay())
      }
    }),
  )
})

test('a typed moment counts only when it is one and has not passed', () => {
  const now = local('2026-11-20T14:05')
  expect(snoozeMoment('2026-11-20', '14:06', now)).toBe(now + 60_000)
  for (const [date, time] of [
    ['2026-11-20', '14:05'],
    ['2026-11-19', '18:00'],
    ['', '09:00'],
    ['2026-11-23', ''],
    ['2026-13-40', '09:00'],
  ] as const)
    expect(snoozeMoment(date, time, now)).toBeNull()
})
