import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailField } from '#shared/api/wire-fields.ts'
import { checkEmail } from '#shared/domain/addresses.ts'

test.each([
  'a@b.es',
  ' marta.o+x@sub.gestoria.com ',
  "o'neil@x.org",
  'a&b@c.es',
  'josé@ejemplo.es',
  'a@ñandú.es',
  'a@xn--and-6ma2c.es',
])('%j', (text) => {
  expect(checkEmail(text)).toEqual({ ok: true, email: text.trim() })
})

test.each([
  ['marta', 'no-at'],
  ['marta@gestoria', 'no-ending'],
  ['marta@gestoria.', 'no-ending'],
  ['marta@gestoría', 'no-ending'],
  ['a b@c.es', 'invalid'],
  ['@c.es', 'invalid'],
  ['a@@c.es', 'invalid'],
  ['a..b@c.es', 'invalid'],
  ['a@c.es, b@c.es', 'invalid'],
  [`${'a'.repeat(250)}@c.es`, 'invalid'],
])('%j: %s', (text, problem) => {
  expect(checkEmail(text)).toEqual({ ok: false, problem })
})

test('the application takes what the service takes, but for the spaces around it', () => {
  const parts = fc.stringMatching(/^[a-zA-Z0-9._'+@ñé&-]{0,12}$/)
  const texts = fc.oneof(
    fc.emailAddress(),
    fc.string(),
    fc.tuple(parts, parts).map(([a, b]) => `${a}@${b}.es`),
  )
  fc.assert(
    fc.property(texts, (text) => {
      expect(checkEmail(text).ok).toBe(emailField.safeParse(text.trim()).success)
    }),
    { numRuns: 3_000 },
  )
})
