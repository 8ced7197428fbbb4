import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Deadline } from '#shared/bridge/deadlines.ts'
import { addDays, isoDay, mondayOf, startOfDay, writeDay } from '#shared/domain/calendar.ts'
import { FIRST_TERM_DAYS } from '#shared/domain/procedures/deadlines.ts'
import {
  limitEnd,
  type DeadlineMaterial,
  computeDeadlines,
  filterBetween,
  MAX_DAYS,
  filterOverdue,
  computeMsUntilTomorrow,
} from '#electron/core/features/deadlines/deadlines.rules.ts'
import { deadlineLeft, deadlineTitle, icsText, leftText, longDay, weekText } from '#shared/text/deadlines.ts'

const NOW = new Date(2026, 10, 25, 12).getTime()
const TODAY = '2026-11-25'
const settings = { now: NOW, days: { provisional: 28, signature: 7 }, hidesNames: false }
const none: DeadlineMaterial = { legal: [], provisional: [], signatures: [], requests: [], snoozed: [] }
const transfer = (id: string, daysAgo: number) => ({
  id,
  subject: { vrm: '1234BCD' },
  type: 'VEHICLE_TRANSFER',
  contractDate: writeDay(startOfDay(addDays(TODAY, -daysAgo))),
  name: 'Ana Ribera',
})
const short = ({ id, day, left }: Deadline) => [id, day, left]

describe('entries', () => {
  test('both terms of a contract are on their last days', () => {
    const entries = computeDeadlines({ ...none, legal: [transfer('t', 5)] }, settings)
    expect(entries.map(short)).toEqual([
      ['legal seller procedure t', '2026-11-30', 5],
      ['legal buyer procedure t', '2026-12-20', 25],
    ])
    expect(filterOverdue(entries)).toEqual([])
  })

  test('a term that has passed is overdue and says so, also while the other party’s runs', () => {
    const running = computeDeadlines({ ...none, legal: [transfer('t', 15)] }, settings)
    expect(filterOverdue(running).map(short)).toEqual([
      ['legal seller procedure t', '2026-11-20', FIRST_TERM_DAYS - 15],
    ])
    expect(running.map(deadlineLeft)).toEqual(['vencido hace 5 días', 'en 15 días'])
    const [seller] = running
    expect(seller && icsText.summary(seller, false)).toMatch(/^Vencido: Plazo del transmitente/)
    const past = computeDeadlines({ ...none, legal: [transfer('t', 31)] }, settings)
    expect(filterOverdue(past).map(short)).toEqual([
      ['legal buyer procedure t', '2026-11-24', -1],
      ['legal seller procedure t', '2026-11-04', -21],
    ])
  })

  test('waits are followed up after the days of Ajustes, and never with 0', () => {
    const since = startOfDay(addDays(TODAY, -7))
    const waiting = { id: 's', subject: {}, since, type: '', name: 'Ana' }
    const material = {
      ...none,
      signatures: [waiting],
      provisional: [{ ...waiting, type: 'VEHICLE_REGISTRATION' }],
    }
    expect(computeDeadlines(material, settings).map(short)).toEqual([
      ['signature signature s', TODAY, 0],
      ['provisional procedure s', addDays(TODAY, 21), 21],
    ])
    expect(computeDeadlines(material, { ...settings, days: { provisional: 0, signature: 0 } })).toEqual([])
  })

  test('no entry has a name while names are hidden', () => {
    const material: DeadlineMaterial = {
      legal: [transfer('t', 5)],
      provisional: [],
      signatures: [{ id: 's', subject: {}, since: NOW, type: '', name: 'Ana Ribera' }],
      requests: [
        {
          about: { kind: 'procedure', id: 'r' },
          day: TODAY,
          count: 1,
          file: { subject: {}, client: 'Ana Ribera', serviceType: '' },
        },
      ],
      snoozed: [
        {
          seq: 1,
          about: { kind: 'signature', id: 's' },
          subject: {},
          name: 'Ana Ribera',
          until: NOW,
          change: { event: 'signature.status_changed', status: 'sent', detail: {} },
        },
      ],
    }
    expect(JSON.stringify(computeDeadlines(material, settings))).toContain('Ana')
    expect(JSON.stringify(computeDeadlines(material, { ...settings, hidesNames: true }))).not.toContain('Ana')
  })

  test('they are in order, and a range has exactly its own', () => {
    const ago = fc.integer({ min: 0, max: 400 })
    fc.assert(
      fc.property(fc.array(ago, { maxLength: 20 }), ago, ago, (contracts, a, b) => {
        const legal = contracts.map((days, index) => transfer(`t${index}`, days))
        const entries = computeDeadlines({ ...none, legal }, settings)
        expect(entries).toHaveLength(contracts.length * 2)
        expect(entries.map(({ day }) => day)).toEqual(entries.map(({ day }) => day).toSorted())
        expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
        const [from, to] = [addDays(TODAY, -a), addDays(TODAY, b)]
        for (const entry of entries)
          expect(filterBetween(entries, from, to).includes(entry)).toBe(entry.day >= from && entry.day <= to)
        for (const entry of filterOverdue(entries)) expect(entry.left).toBeLessThan(0)
      }),
    )
  })
})

test('a request of too many days is cut, and one of none is a day', () => {
  expect(limitEnd('2026-01-01', '2030-01-01')).toBe(addDays('2026-01-01', MAX_DAYS))
  expect(limitEnd('2026-01-02', '2026-01-01')).toBe('2026-01-02')
})

test('the next round is at midnight, on days of 23 and of 25 hours too', () => {
  for (const day of ['2026-03-29', '2026-10-25', '2026-11-25']) {
    const noon = startOfDay(day) + 12 * 3_600_000
    expect(isoDay(noon + computeMsUntilTomorrow(noon))).toBe(addDays(day, 1))
    expect(isoDay(noon + computeMsUntilTomorrow(noon) - 1)).toBe(day)
  }
})

test('a week begins on Monday', () => {
  expect(mondayOf('2026-11-25')).toBe('2026-11-23')
  expect(mondayOf('2026-11-29')).toBe('2026-11-23')
  expect(mondayOf('2026-11-23')).toBe('2026-11-23')
})

test('the calendar file has none of the service’s own words, which may name somebody', () => {
  const change = {
    event: 'procedure.incident.added',
    detail: { incidentType: 'new-one', description: 'Falta la firma de Ana Ribera' },
  }
  const snoozed = {
    seq: 1,
    about: { kind: 'procedure', id: 't' },
    subject: {},
    name: '',
    until: NOW,
    change,
  } as const
  const [entry] = computeDeadlines({ ...none, snoozed: [snoozed] }, settings)
  expect(deadlineTitle(entry!)).toContain('Ana Ribera')
  expect(icsText.summary(entry!, false)).toBe('Incidencia nueva')
})

test('words of days and of entries', () => {
  expect([-655, -1, 0, 1, 2].map(leftText)).toEqual(['hace 655 días', 'ayer', 'hoy', 'mañana', 'en 2 días'])
  expect(longDay(TODAY)).toBe('miércoles 25 de noviembre de 2026')
  expect(weekText('2026-11-23', '2026-11-29')).toBe('23–29 de noviembre de 2026')
  expect(weekText('2026-11-30', '2026-12-06')).toBe('30 de noviembre – 6 de diciembre de 2026')
  expect(weekText('2026-12-28', '2027-01-03')).toBe('28 de diciembre de 2026 – 3 de enero de 2027')
  const [entry] = computeDeadlines({ ...none, legal: [transfer('t', 5)] }, settings)
  expect(deadlineTitle(entry!)).toBe('Plazo del transmitente')
  expect(icsText.summary(entry!, false)).toBe('Plazo del transmitente · 1234 BCD')
  expect(icsText.summary(entry!, true)).toBe('Plazo del transmitente')
  expect(icsText.summary(entry!, false) + icsText.description(entry!, false)).not.toContain('Ana')
})
