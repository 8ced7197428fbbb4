import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipboardPlatesSchema } from '#shared/bridge/quick-lookup.ts'
import { clipboardPlates } from '#shared/domain/plates/list.ts'

describe('what was copied', () => {
  test.each([
    ['a plate alone', ' 1234 bcd\n', { vrms: ['1234BCD'], excerpt: '' }],
    [
      'a plate in a sentence',
      'bastidor WVWZZZ1KZXW000001 matr 1234bcd.',
      { vrms: ['1234BCD'], excerpt: '…WVWZZZ1KZXW000001 matr 1234bcd.' },
    ],
    ['a column', '1234BCD\n5678FGH\n1234BCD', { vrms: ['1234BCD', '5678FGH'], excerpt: '' }],
    ['a year and a make', '2018 BMW', null],
    [
      'a row with a year and a make',
      '2018 BMW 320d 1234 BCD',
      { vrms: ['1234BCD'], excerpt: '2018 BMW 320d 1234 BCD' },
    ],
    ['the band of the country', 'E 1234 BCD', { vrms: ['1234BCD'], excerpt: 'E 1234 BCD' }],
    ['an old plate alone', 'M-960985', { vrms: ['M960985'], excerpt: '' }],
    ['a reference', 'Ref. 4563 LKP', null],
    ['no plate', 'Buenos días, te adjunto la factura de la Ford Transit', null],
    ['nothing, as of an image', '', null],
    ['one that would have to be repaired', '12348CD', null],
  ])('%s', (_, text, expected) => expect(clipboardPlates(text)).toEqual(expected))

  test('ten megabytes: its beginning is read', () => {
    const start = performance.now()
    const found = clipboardPlates(`1234BCD\n${'x'.repeat(10_000_000)}\n5678FGH`)
    expect(found?.vrms).toEqual(['1234BCD'])
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  test('whatever it is, it crosses the bridge', () => {
    const words = fc.constantFrom('1234BCD', 'M-1234-AB', ' ', '\n', 'x', '“', '\u0000', '😀', '; ')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(words).map((all) => all.join('')),
        ),
        (text) => {
          expect(clipboardPlatesSchema.safeParse(clipboardPlates(text)).success).toBe(true)
        },
      ),
    )
  })
})
