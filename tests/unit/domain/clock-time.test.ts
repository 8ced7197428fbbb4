import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notificationSettingsSchema } from '#shared/bridge/settings.ts'
import { parseClockTime } from '#shared/domain/typed-numbers.ts'

test.each([
  ['20', '20:00'],
  ['8', '08:00'],
  ['8:30', '08:30'],
  ['8.30', '08:30'],
  [' 08:05 ', '08:05'],
  ['2030', '20:30'],
  ['830', '08:30'],
  ['20 h', '20:00'],
  ['20h30', '20:30'],
  ['0', '00:00'],
  ['24', null],
  ['12:60', null],
  ['9:5', null],
  ['20:30:10', null],
  ['-8', null],
  ['', null],
  ['a las 8', null],
])('«%s» is %s', (typed, expected) => {
  expect(parseClockTime(typed)).toBe(expected)
})

test('whatever is typed, it is a time that the settings take or nothing; and what they hold reads the same', () => {
  const { from } = notificationSettingsSchema.shape.quiet.shape
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9:. h]{0,6}$/)), (typed) => {
      const read = parseClockTime(typed)
      if (read === null) return
      expect(from.safeParse(read).success).toBe(true)
      expect(parseClockTime(read)).toBe(read)
    }),
  )
})
