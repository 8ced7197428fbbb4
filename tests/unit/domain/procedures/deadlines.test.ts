import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deskFilterSchema } from '#shared/bridge/desk.ts'
import { daysUntil, legalDaysOf, nextLegalDay, parseDay } from '#shared/domain/procedures/deadlines.ts'
import { BUILT_IN_VIEWS, builtInViews } from '#shared/domain/procedures/views.ts'

test.each([
  ['VEHICLE_TRANSFER', ['11/11/2026', '01/12/2026']],
  ['VEHICLE_NOTIFICATION', ['11/11/2026']],
  ['notificacion-de-venta', ['11/11/2026']],
  ['VEHICLE_REGISTRATION', []],
  ['VEHICLE_DEREGISTRATION', []],
  ['', []],
])('the legal days of a %s of 1/11/2026', (type, days) => {
  expect(legalDaysOf(type, '1/11/2026')).toEqual(days.map(parseDay))
  expect(legalDaysOf(type, '31/02/2026')).toEqual([])
  expect(legalDaysOf(type, '')).toEqual([])
})

test('whatever the day of the contract, they are 10 and 30 days of the calendar away, at midnight', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(2000, 0, 1), max: new Date(2060, 0, 1), noInvalidDate: true }),
      (at) => {
        const contract = new Date(at.getFullYear(), at.getMonth(), at.getDate())
        const text = `${contract.getDate()}/${contract.getMonth() + 1}/${contract.getFullYear()}`
        const days = legalDaysOf('VEHICLE_TRANSFER', text)
        expect(days.map((day) => daysUntil(day, contract.getTime()))).toEqual([10, 30])
        for (const day of days) expect(new Date(day).getHours()).toBe(0)
      },
    ),
  )
})

test('the next one runs until the end of its own day; once they are past, it is the last', () => {
  const days = legalDaysOf('VEHICLE_TRANSFER', '01/11/2026')
  const next = (day: number, hour: number) => nextLegalDay(days, new Date(2026, 10, day, hour).getTime())
  expect(next(1, 9)).toBe(days[0])
  expect(next(11, 23)).toBe(days[0])
  expect(next(12, 0)).toBe(days[1])
  expect(next(90, 0)).toBe(days[1])
  expect(nextLegalDay([], 0)).toBeUndefined()
})

test('the views that every account has are one of each, and their filters are filters', () => {
  expect(builtInViews.map(({ id }) => id)).toEqual([...BUILT_IN_VIEWS])
  for (const { filter, columns } of builtInViews) {
    expect(deskFilterSchema.parse(filter)).toEqual(filter)
    expect(new Set(columns).size).toBe(columns.length)
  }
})
