import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseFilterSchema } from '#shared/bridge/cases.ts'
import { computeLegalAlerts } from '#electron/core/features/changes/alerts.rules.ts'
import { toCalendarDay, createLegalDayPicker } from '#electron/core/features/cases/case-functions.store.ts'
import { legalClock } from '#renderer/features/procedures/procedure-now.tsx'
import { deadlinesOf, legalDaysOf } from '#shared/domain/procedures/deadlines.ts'
import { daysUntil, writeDay } from '#shared/domain/calendar.ts'
import { parseDay } from '#shared/domain/typed-day.ts'
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

test('the wizard, the file, the list and the alerts tell the same deadlines, whatever the day', () => {
  const kinds = { transfer: 'VEHICLE_TRANSFER', notification: 'VEHICLE_NOTIFICATION' } as const
  fc.assert(
    fc.property(
      fc.constantFrom('transfer', 'notification'),
      fc.integer({ min: -60, max: 20 }),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 1, max: 40 }),
      (kind, from, hour, warningDays) => {
        const now = new Date(2026, 3, 4, hour).getTime()
        const contract = writeDay(new Date(2026, 3, 4 + from).getTime())
        const inWizard = deadlinesOf(kind, contract, now)
        const inFile = legalClock(kinds[kind], contract, null, now)
        expect(inFile.kind === 'clock' ? inFile.clock.deadlines : []).toEqual(inWizard)
        const days = legalDaysOf(kinds[kind], contract).map(toCalendarDay)
        const inList = createLegalDayPicker(now)(days[0] ?? 0, days.at(-1) ?? 0)
        const runs = inWizard.find(({ left }) => left >= 0) ?? inWizard.at(-1)
        expect(inList).toBe(runs === undefined ? 0 : toCalendarDay(runs.last))
        const alerts = computeLegalAlerts(
          { id: 'p', type: kinds[kind], contractDate: contract },
          warningDays,
          now,
        )
        const near = inWizard.filter(({ left }) => left >= -7 && left <= warningDays)
        expect(alerts.map(({ detail }) => [detail['about'], detail['last'], detail['left']])).toEqual(
          near.map(({ party, last, left }) => [party, writeDay(last), left]),
        )
      },
    ),
  )
})

test('a term runs until the end of its last day; once all are past, the last one counts', () => {
  const days = legalDaysOf('VEHICLE_TRANSFER', '01/11/2026').map(toCalendarDay)
  const running = (day: number, hour: number) =>
    createLegalDayPicker(new Date(2026, 10, day, hour).getTime())(days[0] ?? 0, days.at(-1) ?? 0)
  expect(running(1, 9)).toBe(20261111)
  expect(running(11, 23)).toBe(20261111)
  expect(running(12, 0)).toBe(20261201)
  expect(running(90, 0)).toBe(20261201)
  // Tomorrow's contract has no deadline today.
  expect(running(0, 12)).toBe(0)
})

test('the views that every account has are one of each, and their filters are filters', () => {
  expect(builtInViews.map(({ id }) => id)).toEqual([...BUILT_IN_VIEWS])
  for (const { filter, columns } of builtInViews) {
    expect(caseFilterSchema.parse(filter)).toEqual(filter)
    expect(new Set(columns).size).toBe(columns.length)
  }
})
