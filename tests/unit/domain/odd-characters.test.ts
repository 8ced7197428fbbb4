import { expect, test } from 'vitest'
import { parseEuros } from '#shared/domain/euros.ts'
import { asItLooks, plainForms } from '#shared/domain/normalize-text.ts'
import { checkPhone } from '#shared/domain/phone.ts'
import { cleanPostalCode } from '#shared/domain/addresses.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'
import { readTypedDay } from '#shared/domain/typed-day.ts'

/** Zero width, soft hyphen, direction, isolation, joiner, byte order mark, a tag and one of Mongolian. */
const MARKS = ['\u200B', '\u00AD', '\u202A', '\u2066', '\u200D', '\uFEFF', '\u061C', '\u{E0020}', '\u180E']

test.each(MARKS)('the mark %j is no part of any value', (mark) => {
  const inside = (text: string) => [...text].join(mark)
  expect(asItLooks(inside('1234 BCD'))).toBe('1234 BCD')
  expect(plainForms(inside('1234'))).toHaveLength(inside('1234').length)
  expect(checkTaxId(inside('12345678Z')).status).toBe('valid')
  expect(checkPhone(inside('612345678'))).toMatchObject({ e164: '+34612345678' })
  expect(cleanPostalCode(inside('28001'))).toBe('28001')
  expect(parseEuros(inside('1.234,50'))).toMatchObject({ cents: 123_450 })
  expect(readTypedDay(inside('03/11/2026'), Date.UTC(2026, 10, 4))).toMatchObject({ text: '03/11/2026' })
})

test('a full-width letter is a plain one, an odd blank is a blank, and a picture in parts stays', () => {
  expect(asItLooks('Ａｎａ\u3000Ｇｉｌ')).toBe('Ana Gil')
  for (const picture of ['👨‍👩‍👧', '🏳️‍🌈', '👩🏽‍⚖️']) expect(asItLooks(picture)).toBe(picture)
  expect(asItLooks('Ana\u200D Gil 👩\u200D')).toBe('Ana Gil 👩')
})
