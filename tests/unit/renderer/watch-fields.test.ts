import { expect, test } from 'vitest'
import { watchText } from '#shared/text/lookup-lists.ts'
import { endOf, fieldsOf, planOf } from '#renderer/features/watches/watch-fields.ts'

/** A Saturday. */
const NOW = new Date(2026, 10, 28, 9, 0).getTime()
const known = (state?: 'active') => ({
  watches: state ? [{ state, until: '2026-12-28', days: { every: 'working-day' }, note: '' } as never] : [],
  room: 10,
  price: 0,
})

test('the next day is one of the chosen days, and the lookup at once is told apart', () => {
  const days = { every: 'working-day' } as const
  expect(planOf(days, '2026-12-11', known(), 1, NOW)).toEqual({
    isAtOnce: true,
    next: '2026-11-30',
    lookups: 11,
  })
  expect(planOf(days, '2026-12-11', known('active'), 1, NOW)).toEqual({
    isAtOnce: false,
    next: '2026-11-30',
    lookups: 10,
  })
  expect(planOf(days, '2026-11-29', known(), 1, NOW)).toMatchObject({ isAtOnce: true, next: null })
  expect(watchText.plan({ isAtOnce: true, next: '2026-11-30', lookups: 11 })).toBe(
    'Se consulta ahora y, después, el lunes 30/11/2026. En total, 11 consultas como mucho.',
  )
})

test.each([
  ['20/12/2026', '2026-12-20'],
  ['20-12-26', '2026-12-20'],
  ['2026-12-20', '2026-12-20'],
  ['20/12', '2026-12-20'],
  ['5/1', '2027-01-05'],
  ['31/02/2027', null],
  ['mañana', null],
])('the last day %s is %s', (typed, day) => expect(endOf(typed, NOW)).toBe(day))

test('the offered end is written as every other date', () => {
  expect(fieldsOf(known(), ['1234BCD'], NOW).until).toBe('28/12/2026')
})
