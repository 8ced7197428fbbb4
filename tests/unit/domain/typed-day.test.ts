import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysUntil, writeDay } from '#shared/domain/calendar.ts'
import { parseDay, readTypedDay, tidyDay } from '#shared/domain/typed-day.ts'

const NOW = new Date(2026, 10, 22, 14, 5).getTime()
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime()

describe('a typed day', () => {
  test.each([
    ['05/11/2026', '05/11/2026'],
    ['5/11', '05/11/2026'],
    ['5-11-26', '05/11/2026'],
    ['05112026', '05/11/2026'],
    ['051126', '05/11/2026'],
    ['5.11.2026', '05/11/2026'],
    [' 5 11 2026 ', '05/11/2026'],
    ['2026-11-05', '05/11/2026'],
    ['０５/１１/２０２６', '05/11/2026'],
    ['22/11', '22/11/2026'],
    // The last such day: a day and a month alone are never in the future.
    ['23/11', '23/11/2025'],
    ['29/2', '29/02/2024'],
    ['5/11/98', '05/11/1998'],
    ['12 nov 2026', '12/11/2026'],
    ['12 de nov. del 26', '12/11/2026'],
    ['12 XI 2026', '12/11/2026'],
    ['12·11·2026', '12/11/2026'],
    ['12_11_2026', '12/11/2026'],
    ['(12/11/2026).', '12/11/2026'],
    ['2026ko azaroaren 12a', '12/11/2026'],
    ['2026ko otsailak 3', '03/02/2026'],
    ['12 de noviembre de 2026', '12/11/2026'],
    ['12 de Noviembre del 2026', '12/11/2026'],
    ['12 noviembre, 2026', '12/11/2026'],
    ['jueves, 12 de noviembre de 2026', '12/11/2026'],
    ['12-nov-26', '12/11/2026'],
    ['12-nov.-2026', '12/11/2026'],
    ['12/NOV/2026', '12/11/2026'],
    ['12nov2026', '12/11/2026'],
    ['1 sept. 2026', '01/09/2026'],
    ['1.º de septiembre de 2026', '01/09/2026'],
    ['1 de setiembre de 2026', '01/09/2026'],
    ['12 de novembre de 2026', '12/11/2026'],
    ["1 d'octubre de 2026", '01/10/2026'],
    ['12 de xuño de 2026', '12/06/2026'],
    ['12 ene 26', '12/01/2026'],
    ['5 nov', '05/11/2026'],
    ['23 de noviembre', '23/11/2025'],
    ['November 12, 2026', '12/11/2026'],
    ['12th November 2026', '12/11/2026'],
    ['12.11.2026', '12/11/2026'],
    ['12/11/2026 10:30', '12/11/2026'],
    ['12/11/2026 0:00:00', '12/11/2026'],
    ['12/11/2026, 10:30 h', '12/11/2026'],
    ['12/11/2026 a las 10.30 h.', '12/11/2026'],
    ['12/11/26 9:05 p. m.', '12/11/2026'],
    ['12 de noviembre de 2026, 10:30', '12/11/2026'],
    ['2026-11-12 10:30:00', '12/11/2026'],
    ['2026-11-12T10:30:00.000', '12/11/2026'],
    ['20261112', '12/11/2026'],
    ['12\u201311\u20132026', '12/11/2026'],
    ['12 / 11 / 2026', '12/11/2026'],
    ['12. 11. 2026', '12/11/2026'],
    ['\u200E12/11/2026\u200F', '12/11/2026'],
    ['12\u00A0nov\u00A02026', '12/11/2026'],
    // Days of a spreadsheet, counted from 30/12/1899.
    ['46338', '12/11/2026'],
    ['46338.5', '12/11/2026'],
    ['46338,4375', '12/11/2026'],
    ['46338.0', '12/11/2026'],
    ['43831', '01/01/2020'],
  ])('%s is %s', (typed, text) => {
    expect(readTypedDay(typed, NOW)).toMatchObject({ kind: 'day', text })
    expect(tidyDay(typed, NOW)).toBe(text)
  })

  test.each([
    '31/02/2026',
    '31/02',
    '0/11',
    '5/13/2026',
    '5/11/1899',
    '5//11',
    '5',
    '511',
    '123456789',
    'ayer',
    '5/11/226',
    '',
    '31 de febrero de 2026',
    '12 de nov de',
    '12 nada 2026',
    '12 mar menor 2026',
    '12/11/2026 25:00',
    '12/11/2026 10:30 Madrid',
    '2026-13-12T10:30:00Z',
    '2026-02-31T10:30:00Z',
    // Also 4/11/26 without its zero, and a day far ahead.
    '41126',
    '51126',
    '99999',
  ])('%j is none, and stays as it was typed', (typed) => {
    expect(readTypedDay(typed, NOW)).toEqual({ kind: 'invalid' })
    expect(tidyDay(typed, NOW)).toBe(typed)
  })

  test.each(['23/11/2026', '01/01/2030', '5-11-27', '2026-12-01'])('%s has not come yet', (typed) => {
    expect(readTypedDay(typed, NOW).kind).toBe('future')
  })

  test('a moment with its zone is the day of this PC at that moment', () => {
    const midnight = new Date(2026, 10, 12).toISOString()
    for (const typed of [
      midnight,
      midnight.replace('.000Z', '+00:00'),
      new Date(2026, 10, 12, 23, 59).toISOString(),
    ])
      expect(readTypedDay(typed, NOW)).toMatchObject({ kind: 'day', text: '12/11/2026' })
  })

  test('today has come until its last minute', () => {
    const late = new Date(2026, 10, 22, 23, 59).getTime()
    expect(readTypedDay('22/11/2026', late).kind).toBe('day')
    expect(readTypedDay('23/11/2026', late).kind).toBe('future')
  })

  test('every day is read back from its own text, in every way of writing it', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(1990, 0, 1), max: new Date(2026, 10, 22), noInvalidDate: true }),
        (date) => {
          const at = day(date.getFullYear(), date.getMonth() + 1, date.getDate())
          const text = writeDay(at)
          const [dd, mm, yyyy] = text.split('/')
          expect(parseDay(text)).toBe(at)
          for (const typed of [
            text,
            `${dd}${mm}${yyyy}`,
            `${yyyy}-${mm}-${dd}`,
            `${Number(dd)}-${Number(mm)}-${yyyy?.slice(2)}`,
          ])
            expect(readTypedDay(typed, NOW)).toEqual({ kind: 'day', day: at, text })
        },
      ),
    )
  })

  test('reading never throws, and what it reads is a day of the calendar that reads the same again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789/-. aB'), maxLength: 12 }), (typed) => {
        const read = readTypedDay(typed, NOW)
        if (read.kind === 'invalid') return
        expect(parseDay(read.text)).toBe(read.day)
        expect(read.kind === 'future').toBe(daysUntil(read.day, NOW) > 0)
      }),
      { numRuns: 2_000 },
    )
  })
})

test('days are those of the calendar, across the change of the hour', () => {
  expect(daysUntil(day(2026, 10, 30), new Date(2026, 9, 20, 23, 59).getTime())).toBe(10)
  expect(daysUntil(day(2026, 4, 1), new Date(2026, 2, 28, 1).getTime())).toBe(4)
})
